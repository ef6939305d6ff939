import {
  callAcquirer,
  expectPart,
  settleFirstAnswer,
  waitForAnswer,
  type NoAnswer,
  type RoutedAttempt,
} from '../orders/call-acquirer.ts';
import { PAYOUT_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { PayoutAttempt, PayoutAcquirerOutcome } from '../acquirers/port.ts';
import { settlePayout, type ReportedPayoutOutcome } from './settle.ts';
import { selectPayoutAttempt, type FoundPayout, type PayoutState } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedPayout extends RoutedAttempt {
  attempt: PayoutAttempt;
  /** As it was when it was recorded. */
  open: PayoutState;
}

/**
 * Sends the payouts to their acquirer and waits a while for the answers. If that is not enough, moves the orders that
 * are still IN_PROGRESS to PROCESS_PENDING; later answers are settled when they come. If the process dies here, status
 * inquiries settle the attempts. A payout that the acquirer never saw then fails, because only this process knew the
 * destination.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 *
 * @returns the first order after that; undefined if its state is not known
 */
export async function payOut(
  context: ServiceContext,
  recorded: readonly RecordedPayout[],
): Promise<PayoutRow | undefined> {
  const settle =
    ({ attempt, open }: RecordedPayout) =>
    (outcome: ReportedPayoutOutcome) =>
      settlePayout(context, attempt.id, outcome, open);
  const called = recorded.map(async (payout) =>
    settleFirstAnswer(context, payout.attempt, await pay(context, payout), settle(payout)),
  );
  const settled = await waitForAnswer(context, Promise.all(called), () =>
    Promise.all(recorded.map((payout) => settle(payout)({ outcome: 'unknown' }))),
  );
  const [first] = settled ?? [];
  return first?.kind === 'settled' ? first.order : undefined;
}

/** Calls the acquirer. A payout that it did not take and no longer can counts as never seen. */
async function pay(
  context: ServiceContext,
  { attempt, terminal }: RecordedPayout,
): Promise<PayoutAcquirerOutcome | NoAnswer> {
  const answer = await callAcquirer(context, {
    name: 'pay',
    attempt,
    terminal,
    open: (acquirer) => expectPart(acquirer, 'payouts', terminal),
    send: (payouts, _saveReference, signal) => payouts.pay(attempt, signal),
  });
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/** Returns how to inquire about a payout's attempt. A notification means what the acquirer answers to an inquiry. */
export function payoutInquiry(
  context: ServiceContext,
): StatusInquiry<PayoutAcquirerOutcome, FoundPayout> {
  return {
    attempts: PAYOUT_ATTEMPTS,
    find: (attemptId) => selectPayoutAttempt(context.db, attemptId),
    findOutcome: ({ attempt, terminal }, received) =>
      callAcquirer(context, {
        name: 'find_payout',
        attempt,
        terminal,
        received,
        open: (acquirer) => expectPart(acquirer, 'payouts', terminal),
        send: (payouts, _saveReference, signal) => payouts.findOutcome(attempt, signal),
      }),
    settle: (outcome, { attempt }) => settlePayout(context, attempt.id, outcome),
  };
}
