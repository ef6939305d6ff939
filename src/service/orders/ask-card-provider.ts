import type { ServiceContext } from '../context.ts';
import type { ProviderNews } from '../providers/provider.ts';
import type { AskKind } from './ask-provider.ts';
import { PAYIN_ATTEMPTS, type LeasedAttempt } from './ask-queries.ts';
import { selectWaitingEnd } from './attempt-queries.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Asking a card provider what became of a payin's attempt. */
export function cardAsk(context: ServiceContext): AskKind<ProviderNews> {
  return {
    attempts: PAYIN_ATTEMPTS,
    findNews: (attempt, signal) => findNews(context, attempt, signal),
    settle: (attemptId, news) => settleAttempt(context, attemptId, news),
  };
}

/** A challenge outlives the waiting time only until the provider confirms that nothing was taken. */
async function findNews(
  context: ServiceContext,
  { id, adapter }: LeasedAttempt,
  signal: AbortSignal,
): Promise<ProviderNews> {
  const provider = context.cardProviders.get(adapter);
  if (provider === undefined) throw new Error(`No adapter ${adapter} is installed`);
  const news = await provider.findOutcome(id, signal);
  if (news.outcome !== 'challenge') return news;
  const isOver = (await selectWaitingEnd(context.db, id)) <= context.now();
  return isOver ? provider.giveUpChallenge(id, signal) : news;
}
