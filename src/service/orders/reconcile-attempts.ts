import type { ServiceContext } from '../context.ts';
import type { CardProvider } from '../providers/provider.ts';
import { lockDueAttempts, scheduleAsk, type DueAttempt } from './attempt-queries.ts';
import { nextAskAt } from './attempts.ts';
import { settleAttempt, type AttemptNews } from './settle-attempt.ts';

const ATTEMPTS_AT_ONCE = 20;
const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * Asks the providers what became of the attempts whose outcome is unknown. When each is asked next is
 * written before it is asked, so a process that dies in between loses nothing, and two never ask at
 * once. No transaction is open while a provider is asked.
 *
 * @returns how many attempts were asked about
 */
export async function reconcileAttempts(context: ServiceContext): Promise<number> {
  const now = context.now();
  const due = await context.db.transaction().execute(async (trx) => {
    const attempts = await lockDueAttempts(trx, now, ATTEMPTS_AT_ONCE);
    for (const { id, asked, expires_at: expiresAt } of attempts) {
      const at = nextAskAt(now, asked + 1, expiresAt);
      await scheduleAsk(trx, id, { asked: asked + 1, at });
    }
    return attempts;
  });
  await Promise.all(due.map((attempt) => askAbout(context, attempt)));
  return due.length;
}

async function askAbout(context: ServiceContext, attempt: DueAttempt): Promise<void> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  ]);
  try {
    const provider = context.cardProviders.get(attempt.adapter);
    if (provider === undefined) throw new Error(`No adapter ${attempt.adapter} is installed`);
    await settleAttempt(context, attempt.id, await newsOf(context, provider, attempt, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'An attempt is still unknown');
  }
}

/** A challenge outlives the waiting time only until the provider confirms that nothing was taken. */
async function newsOf(
  context: ServiceContext,
  provider: CardProvider,
  attempt: DueAttempt,
  signal: AbortSignal,
): Promise<AttemptNews> {
  const news = await provider.findOutcome(attempt.id, signal);
  return news.outcome === 'challenge' && attempt.expires_at <= context.now()
    ? provider.giveUpChallenge(attempt.id, signal)
    : news;
}
