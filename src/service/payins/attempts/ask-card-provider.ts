import type { ServiceContext } from '../../platform/context.ts';
import type { CardAcquirer } from '../../providers/acquirer.ts';
import type { ProviderOutcome } from '../../providers/provider.ts';
import type { StatusQuery } from '../../orders/status-query.ts';
import { PAYIN_ATTEMPTS } from '../../orders/ask-queries.ts';
import { findAttempt, type AttemptAtAcquirer } from './open-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Asks a card provider for the outcome of a payin's attempt. */
export function payinStatusQuery(
  context: ServiceContext,
): StatusQuery<ProviderOutcome, OpenedAttempt> {
  return {
    attempts: PAYIN_ATTEMPTS,
    async open({ id }) {
      const found = await findAttempt(context, id);
      if (found === undefined) throw new Error(`There is no attempt ${id}`);
      return { ...found, cards: await found.cards() };
    },
    findOutcome: (opened, signal) => askCardProvider(context, opened, signal),
    settle: (attemptId, reported) => settleAttempt(context, attemptId, reported),
  };
}

interface OpenedAttempt extends Pick<AttemptAtAcquirer, 'attempt' | 'expiresAt'> {
  cards: CardAcquirer;
}

/**
 * The outcome of an attempt, as its acquirer says it now. A challenge outlives the waiting time only until
 * the acquirer confirms that nothing was taken.
 *
 * @throws when the acquirer cannot say now
 */
export async function askCardProvider(
  context: ServiceContext,
  { attempt, expiresAt, cards }: OpenedAttempt,
  signal: AbortSignal,
): Promise<ProviderOutcome> {
  const reported = await cards.findOutcome(attempt, signal);
  if (reported.outcome !== 'challenge' || expiresAt > context.now()) return reported;
  // What asking has remembered counts here as well.
  const known = await findAttempt(context, attempt.id);
  return known ? cards.giveUpChallenge(known.attempt, signal) : reported;
}
