import { failure, type Result } from '#domain/result.ts';
import type { Refusal } from './problems.ts';
import { AnswerTimeout, unavailable } from './unexpected.ts';

/**
 * A limit on the requests that are answered at once. Further requests are refused immediately, so that none waits
 * without an answer.
 */
export interface ConcurrencyLimit {
  /** @returns a function to call when the request has ended; undefined if the limit is reached */
  enter(): (() => void) | undefined;
}

export function createConcurrencyLimit(maximum: number): ConcurrencyLimit {
  let running = 0;
  return {
    enter() {
      if (running >= maximum) return undefined;
      running += 1;
      return () => {
        running -= 1;
      };
    },
  };
}

/** The limits of requests that may need the database. */
export interface CallLimits {
  concurrencyLimit: ConcurrencyLimit;
  /** After this many milliseconds the answer is 503. */
  answerTimeoutMs: number;
}

/**
 * Runs a request within the limits; the time includes waiting for the database. After a timeout the work continues.
 * That does no harm, because every call can be repeated, but the work counts as running until it ends.
 *
 * @throws AnswerTimeout after `answerTimeoutMs`
 */
export async function inTime<Value>(
  { concurrencyLimit, answerTimeoutMs }: CallLimits,
  begin: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  const leave = concurrencyLimit.enter();
  if (leave === undefined) return failure(unavailable('busy'));
  const answer = begin().finally(leave);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AnswerTimeout('No answer in time'));
    }, answerTimeoutMs);
  });
  return Promise.race([answer, timeout]).finally(() => {
    clearTimeout(timer);
  });
}
