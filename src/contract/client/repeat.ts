import type { FetchFailure, HttpAnswer } from './bounded-fetch.ts';
import { retryAfterSeconds } from './result.ts';

export interface RepeatOptions {
  /** The maximum number of repeats. */
  repeats: number;
  /** Waits for a number of milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Unix milliseconds. */
  now: () => number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** If the server asks for a longer wait, the caller decides whether to wait. */
const LONGEST_RETRY_AFTER_SECONDS = 30;

/**
 * Repeats the same signed request while its effect is unknown, or after a 429. This is safe: the same reference
 * creates no second order, and the same card data no second attempt.
 */
export async function repeated(
  send: () => Promise<HttpAnswer | FetchFailure>,
  { repeats, pause, now }: RepeatOptions,
): Promise<HttpAnswer | FetchFailure> {
  for (let number = 1; ; number += 1) {
    const answer = await send();
    const pauseMs = number > repeats ? undefined : pauseAfter(answer, number, now());
    if (pauseMs === undefined) return answer;
    await pause(pauseMs);
  }
}

/** Returns how long to wait before a repeat; undefined if a repeat would not help. */
function pauseAfter(
  answer: HttpAnswer | FetchFailure,
  number: number,
  nowMs: number,
): number | undefined {
  if (!answer.ok) return answer.cause === 'unreachable' ? backoffMs(number) : undefined;
  if (answer.status !== 429 && answer.status < 500) return undefined;
  const seconds = retryAfterSeconds(answer.headers, nowMs) ?? 0;
  if (seconds > LONGEST_RETRY_AFTER_SECONDS) return undefined;
  return Math.max(seconds * 1_000, backoffMs(number));
}

/** Exponential backoff. Half of the delay is random, so that many clients do not come back at once. */
function backoffMs(number: number): number {
  const fullMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (number - 1));
  return fullMs * (0.5 + Math.random() / 2);
}

export function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
