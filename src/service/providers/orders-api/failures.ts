import type { Failure } from '#contract/client/client.ts';
import type { NotTaken, NotTakenCause } from '../port.ts';

/** For a request that made nothing, or that carried no card: what it was about cannot take effect. */
export function notTaken(failure: Failure): NotTaken {
  return { outcome: 'not_taken', cause: causeOf(failure) };
}

function causeOf({ cause, status = 500 }: Failure): NotTakenCause {
  if (cause !== 'refused' || status >= 500) return 'unreachable';
  if (status === 401 || status === 403) return 'credentials';
  return status === 429 ? 'rate_limited' : 'request_refused';
}

/** Silence, whatever its cause. It names the step and the status: an answer's text may repeat anything. */
export function silenceOf(step: string, { cause, status }: Failure): Error {
  return new Error(`The gateway gave no answer to ${step}: ${cause} ${status ?? ''}`.trimEnd());
}
