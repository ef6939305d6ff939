import type { ServiceContext } from '../context.ts';
import { nextAskAt } from './attempts.ts';
import { PAYOUT_TIMEOUT_MS } from './pay-out.ts';
import { lockDuePayoutAttempts, schedulePayoutAsk } from './payout-attempt-queries.ts';
import { settlePayout } from './settle-payout.ts';

const ATTEMPTS_AT_ONCE = 20;

/**
 * Asks the providers what became of the payouts whose outcome is unknown, as `reconcileAttempts` does
 * for cards: the next time is written first, and no transaction is open while a provider is asked.
 *
 * @returns how many attempts were asked about
 */
export async function reconcilePayouts(context: ServiceContext): Promise<number> {
  const now = context.now();
  const due = await context.db.transaction().execute(async (trx) => {
    const attempts = await lockDuePayoutAttempts(trx, now, ATTEMPTS_AT_ONCE);
    for (const { id, asked } of attempts) {
      await schedulePayoutAsk(trx, id, { asked: asked + 1, at: nextAskAt(now, asked + 1) });
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
    AbortSignal.timeout(PAYOUT_TIMEOUT_MS),
  ]);
  try {
    const provider = context.payoutProviders.get(attempt.adapter);
    if (provider === undefined) throw new Error(`No adapter ${attempt.adapter} is installed`);
    await settlePayout(context, attempt.id, await provider.findOutcome(attempt.id, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'A payout is still unknown');
  }
}
