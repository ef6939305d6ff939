import type { ServiceContext } from '../context.ts';
import { lockDueAttempts, scheduleAsk } from './attempt-queries.ts';
import { nextAskAt } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

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
    for (const { id, asked } of attempts) {
      await scheduleAsk(trx, id, { asked: asked + 1, at: nextAskAt(now, asked + 1) });
    }
    return attempts;
  });
  await Promise.all(due.map((attempt) => askAbout(context, attempt)));
  return due.length;
}

async function askAbout(
  context: ServiceContext,
  attempt: { id: string; adapter: string },
): Promise<void> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  ]);
  try {
    const provider = context.cardProviders.get(attempt.adapter);
    if (provider === undefined) throw new Error(`No adapter ${attempt.adapter} is installed`);
    const news = await provider.findOutcome(attempt.id, deadline);
    await settleAttempt(context, attempt.id, news);
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'An attempt is still unknown');
  }
}
