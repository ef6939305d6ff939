import type { ServiceContext } from '../context.ts';
import { makeDue, PAYIN_ATTEMPTS } from './ask-queries.ts';
import { settleAttempt } from './settle-attempt.ts';

const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * A provider says that something became known of an attempt. It is asked, rather than believed: what
 * anybody can send to an address proves nothing. An ask that is under way may have been answered
 * before, so this one is made beside it; without an answer the attempt is due.
 */
export async function hearOfAttempt(
  context: ServiceContext,
  adapter: string,
  attemptId: string,
): Promise<void> {
  const provider = context.cardProviders.get(adapter);
  if (provider === undefined) return;
  const deadline = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  try {
    await settleAttempt(context, attemptId, await provider.findOutcome(attemptId, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId }, 'An attempt is still unknown');
    await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  }
}
