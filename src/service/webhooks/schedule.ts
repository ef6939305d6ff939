import type { WebhookState } from '../platform/database/tables/webhooks.ts';
import type { ReceiverAnswer } from './post.ts';

/** The state of an event after an attempt. */
export interface Verdict {
  state: Extract<WebhookState, 'pending' | 'delivered' | 'failed'>;
  tries: number;
  /** Set while the event is pending. */
  nextAttemptAt: Date | null;
}

const GONE = 410;

/**
 * Evaluates an attempt. A 2xx status confirms the event, 410 ends its retries, and everything else, including a
 * redirect, is a failure (*Merchant response* and decision 8). An interrupted attempt is no failure: the event is
 * due again at once. A changed address ends it, because nothing may be sent there.
 *
 * @param tries the number of attempts before this one
 */
export function evaluateAttempt(
  answer: ReceiverAnswer,
  tries: number,
  { now, random }: { now: Date; random: number },
): Verdict {
  if (answer.error === 'interrupted') return { state: 'pending', tries, nextAttemptAt: now };
  if (answer.error === 'changed_address') return { state: 'failed', tries, nextAttemptAt: null };
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

/** The fraction by which a step varies at random, so that events that failed together are not retried together. */
const JITTER = 0.2;
/** The longest delay that Retry-After can ask for, as a multiple of the step. */
const RETRY_AFTER_STEPS = 2;

/**
 * Returns how long to wait after the `tries`-th attempt failed; undefined if it was the last one.
 *
 * @param random in [0, 1)
 * @param retryAfterMs the delay that the receiver asked for
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

/** Returns the delay in a Retry-After header, which is in seconds or a date; undefined if it is neither. */
export function readRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}
