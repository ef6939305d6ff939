import type { Failure } from '#contract/client/client.ts';
import type { NotTaken, NotTakenCause } from '../port.ts';

/** Returns `not_taken` for a request that created nothing or carried no card: it cannot take effect. */
export function notTaken(failure: Failure): NotTaken {
  return { outcome: 'not_taken', cause: causeOf(failure) };
}

function causeOf({ cause, status = 500 }: Failure): NotTakenCause {
  if (cause !== 'refused' || status >= 500) return 'unreachable';
  if (status === 401 || status === 403) return 'credentials';
  return status === 429 ? 'rate_limited' : 'request_refused';
}

/**
 * Returns an error for an unknown outcome. It contains only the step, cause and status, because an answer's text
 * may repeat anything.
 */
export function noAnswerError(step: string, { cause, status }: Failure): Error {
  return new Error(`The acquirer gave no answer to ${step}: ${cause} ${status ?? ''}`.trimEnd());
}
