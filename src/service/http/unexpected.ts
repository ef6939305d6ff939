import type { Logger } from 'pino';
import { isDatabaseUnavailable, TooManyWaiting } from '../platform/database/unavailable.ts';
import { refuse, type Refusal } from './problems.ts';

/** The service took too long. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
}

/** How long a client waits before it comes back to a service that could not answer. */
const RETRY_AFTER_SECONDS = '2';

export function unavailable(check: string): Refusal<'unavailable'> {
  return { ...refuse('unavailable', {}, { 'retry-after': RETRY_AFTER_SECONDS }), check };
}

/** What is answered when something was thrown: a database that cannot be used, or is busy for the moment, is no bug. */
export function refuseUnexpected(
  log: Logger,
  requestId: string,
  error: unknown,
): Refusal<'unavailable' | 'internal'> {
  if (error instanceof TooManyWaiting) return unavailable('busy');
  if (error instanceof AnswerTimeout || isDatabaseUnavailable(error)) {
    log.error({ err: error, requestId }, 'The database is unavailable');
    return unavailable('database');
  }
  log.error({ err: error, requestId }, 'A request failed because of a bug');
  return refuse('internal');
}
