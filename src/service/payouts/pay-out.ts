import type { Sensitive } from '#domain/card/sensitive.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import { askFirst, waitForAnswer } from '../orders/ask-provider.ts';
import type { Route } from '#domain/routing/route.ts';
import type { PayoutAcquirer } from '../providers/acquirer.ts';
import type { PayoutAttempt, PayoutProviderOutcome } from '../providers/provider.ts';
import { payoutsOf } from './open-payout.ts';
import { settlePayout, type ReportedPayoutOutcome } from './settle-payout.ts';

/** An attempt that is recorded, and still has to reach its provider. */
export interface RecordedPayout {
  attempt: PayoutAttempt;
  route: Route;
}

export function payoutAttempt(
  id: string,
  payout: PayoutRow,
  destination: Sensitive<string>,
): PayoutAttempt {
  return {
    id,
    orderId: payout.id,
    amountMinor: payout.amount_minor,
    currency: payout.currency,
    destination,
    customer: payout.customer,
  };
}

/**
 * Asks the providers, and waits a while for their answers; those that take longer are settled when
 * they come. No transaction is open meanwhile. A process that dies here leaves the attempts to the
 * reconciler: one that the provider never saw ends its payout, because the number went with the process.
 *
 * @returns the first order as it became; undefined where that is not known
 */
export async function payOut(
  context: ServiceContext,
  recorded: readonly RecordedPayout[],
): Promise<PayoutRow | undefined> {
  const settle =
    ({ attempt }: RecordedPayout) =>
    (outcome: ReportedPayoutOutcome) =>
      settlePayout(context, attempt.id, outcome);
  const asked = recorded.map((payout) =>
    askFirst(context, {
      attemptId: payout.attempt.id,
      orderId: payout.attempt.orderId,
      open: () => payoutsOf(context, payout.route.terminal),
      ask: (payouts, signal) => pay(payouts, payout.attempt, signal),
      settle: settle(payout),
    }),
  );
  const settled = await waitForAnswer(context, Promise.all(asked), () =>
    Promise.all(recorded.map((payout) => settle(payout)({ outcome: 'unknown' }))),
  );
  return settled?.[0];
}

/** What its provider did not take, and cannot any more, it has never seen. */
async function pay(
  payouts: PayoutAcquirer,
  attempt: PayoutAttempt,
  signal: AbortSignal,
): Promise<PayoutProviderOutcome> {
  const answer = await payouts.pay(attempt, signal);
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}
