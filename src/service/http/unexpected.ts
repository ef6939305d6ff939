import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { refuse, type Refusal } from './problems.ts';

/** Thrown when the service took too long to answer. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
}

/** How long a client should wait before it retries. */
const RETRY_AFTER_SECONDS = '2';

export function unavailable(check: string): Refusal<'unavailable'> {
  return { ...refuse('unavailable', {}, { 'retry-after': RETRY_AFTER_SECONDS }), check };
}

/** Returns the refusal for a thrown error. A database that is unavailable is no bug; every other error is. */
export function refuseUnexpected(
  log: Logger,
  requestId: string,
  error: unknown,
): Refusal<'unavailable' | 'internal'> {
  if (error instanceof AnswerTimeout || isDatabaseUnavailable(error)) {
    log.error({ err: error, requestId }, 'The database is unavailable');
    return unavailable('database');
  }
  log.error({ err: error, requestId }, 'A request failed because of a bug');
  return refuse('internal');
}
