import type { WebhookState } from '../platform/database/tables/webhooks.ts';
import type { ReceiverAnswer } from './post.ts';

/** Where an attempt leaves its event. */
export interface Verdict {
  state: Extract<WebhookState, 'pending' | 'delivered' | 'failed'>;
  tries: number;
  /** Set while the event is pending. */
  nextAttemptAt: Date | null;
}

const GONE = 410;

/**
 * A status of 2xx confirms, 410 says never to send to it again, and everything else, a redirect
 * included, is a failure (*Merchant response* and decision 8). An interruption is nobody's failure.
 *
 * @param tries attempts before this one
 */
export function evaluateAttempt(
  answer: ReceiverAnswer,
  tries: number,
  { now, random }: { now: Date; random: number },
): Verdict {
  if (answer.error === 'interrupted') return { state: 'pending', tries, nextAttemptAt: now };
  const made = tries + 1;
  if (confirms(answer.status)) return { state: 'delivered', tries: made, nextAttemptAt: null };
  const delayMs =
    answer.status === GONE
      ? undefined
      : retryDelayMs(made, random, readRetryAfterMs(answer.retryAfter, now));
  return delayMs === undefined
    ? { state: 'failed', tries: made, nextAttemptAt: null }
    : { state: 'pending', tries: made, nextAttemptAt: new Date(now.getTime() + delayMs) };
}

function confirms(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Seconds between one attempt and the next: 14 attempts over three days (decision 8). */
const STEPS_SECONDS = [
  5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 57_600, 86_400,
] as const;

/** Each step by so much more or less, so that what failed together does not come back together. */
const JITTER = 0.2;
/** A receiver may want more time than the step: at most so many times the step. */
const RETRY_AFTER_STEPS = 2;

/**
 * How long to wait after the `tries`-th attempt failed; undefined when it was the last one.
 *
 * @param random in [0, 1)
 * @param retryAfterMs what the receiver wants
 */
export function retryDelayMs(
  tries: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const stepSeconds = STEPS_SECONDS[tries - 1];
  if (stepSeconds === undefined) return undefined;
  const stepMs = stepSeconds * 1_000;
  const jitteredMs = stepMs * (1 - JITTER + 2 * JITTER * random);
  const askedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_STEPS * stepMs);
  return Math.round(Math.max(jitteredMs, askedMs));
}

/** Retry-After in both of its forms: seconds, or a date. Undefined when it is neither. */
export function readRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}
