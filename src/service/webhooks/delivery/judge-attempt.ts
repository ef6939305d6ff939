import type { WebhookState } from '../../platform/database/tables/webhooks.ts';
import type { Answer } from './answer.ts';
import { readRetryAfterMs, retryDelayMs } from './retry-schedule.ts';

/** Where an attempt leaves its event. */
export interface Verdict {
  state: Extract<WebhookState, 'pending' | 'delivered' | 'failed'>;
  tries: number;
  /** Set while the event is pending. */
  nextAttemptAt: Date | null;
}

const GONE = 410;

/**
 * A status of 2xx confirms, 410 asks never to be sent to again, and everything else, a redirect
 * included, is a failure (*Merchant response* and decision 8). An interruption is nobody's failure.
 *
 * @param tries attempts before this one
 */
export function judgeAttempt(
  answer: Answer,
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
