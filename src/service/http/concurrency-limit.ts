import { failure } from '#domain/result.ts';
import type { HandlerResult } from './handler.ts';
import { AnswerTimeout, unavailable } from './unexpected.ts';

/**
 * Lets so many requests be answered at once, and refuses the others at once: nobody waits without an
 * answer.
 */
export interface ConcurrencyLimit {
  /** @returns what to call when the request has ended; undefined where there are too many already */
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

/** Of requests that may need the database. */
export interface CallLimits {
  concurrencyLimit: ConcurrencyLimit;
  /** After so many milliseconds the answer is a 503. */
  answerTimeoutMs: number;
}

/**
 * Waiting for the database included. What goes on behind a timeout does no harm, for every call may be
 * repeated; but it goes on being counted until it has ended.
 */
export async function inTime(
  { concurrencyLimit, answerTimeoutMs }: CallLimits,
  begin: () => Promise<HandlerResult>,
): Promise<HandlerResult> {
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
