import type { ServiceContext } from '../../platform/context.ts';
import type { ProviderOutcome } from '../../providers/provider.ts';
import { providerOf } from '../../providers/registry.ts';
import type { StatusQuery } from '../../orders/status-query.ts';
import { PAYIN_ATTEMPTS, type LeasedAttempt } from '../../orders/ask-queries.ts';
import { selectWaitingEnd } from './attempt-queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Asks a card provider for the outcome of a payin's attempt. */
export function payinStatusQuery(context: ServiceContext): StatusQuery<ProviderOutcome> {
  return {
    attempts: PAYIN_ATTEMPTS,
    findOutcome: (attempt, signal) => findOutcome(context, attempt, signal),
    settle: (attemptId, reported) => settleAttempt(context, attemptId, reported),
  };
}

/** A challenge outlives the waiting time only until the provider confirms that nothing was taken. */
async function findOutcome(
  context: ServiceContext,
  attempt: LeasedAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const { id } = attempt;
  const provider = providerOf(context.providers.cards, attempt);
  const reported = await provider.findOutcome(id, signal);
  if (reported.outcome !== 'challenge') return reported;
  const isOver = (await selectWaitingEnd(context.db, id)) <= context.now();
  return isOver ? provider.giveUpChallenge(id, signal) : reported;
}
