import {
  callAcquirer,
  expectPart,
  settleFirstAnswer,
  waitForAnswer,
  type CalledAttempt,
  type NoAnswer,
  type RoutedAttempt,
} from '../orders/call-acquirer.ts';
import { REFUND_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import type { RefundAttempt, RefundAcquirerOutcome } from '../acquirers/port.ts';
import { settleRefund, type ReportedRefundOutcome } from './settle.ts';
import { selectRefundAttempt, type FoundRefund, type RefundState } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedRefund extends RoutedAttempt {
  attempt: RefundAttempt & CalledAttempt;
  /** As it was when it was recorded. */
  open: RefundState;
}

/**
 * Sends the refund to the acquirer and waits a while for the answer. If that is not enough, moves the refund to
 * PROCESS_PENDING; a later answer is settled when it comes. If the process dies here, status inquiries settle the
 * attempt.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 *
 * @returns the refund after that; undefined if its state is not known
 */
export async function refundAtAcquirer(
  context: ServiceContext,
  recorded: RecordedRefund,
): Promise<RefundRow | undefined> {
  const { attempt, open } = recorded;
  const settle = (outcome: ReportedRefundOutcome) =>
    settleRefund(context, attempt.id, outcome, open);
  const settled = refund(context, recorded).then((answer) =>
    settleFirstAnswer(context, attempt, answer, settle),
  );
  const result = await waitForAnswer(context, settled, () => settle({ outcome: 'unknown' }));
  return result?.kind === 'settled' ? result.order : undefined;
}

/** Calls the acquirer. A refund that it did not take and no longer can counts as never seen. */
async function refund(
  context: ServiceContext,
  { attempt, terminal }: RecordedRefund,
): Promise<RefundAcquirerOutcome | NoAnswer> {
  const answer = await callAcquirer(context, {
    name: 'refund',
    attempt,
    terminal,
    open: (acquirer) => expectPart(acquirer, 'refunds', terminal),
    send: (refunds, ...call) => refunds.refund(attempt, ...call),
  });
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/** Returns how to inquire about a refund's attempt. */
export function refundInquiry(
  context: ServiceContext,
): StatusInquiry<RefundAcquirerOutcome, FoundRefund> {
  return {
    attempts: REFUND_ATTEMPTS,
    find: (attemptId) => selectRefundAttempt(context.db, attemptId),
    findOutcome: ({ attempt, terminal }, received) =>
      callAcquirer(context, {
        name: 'find_refund',
        attempt,
        terminal,
        received,
        open: (acquirer) => expectPart(acquirer, 'refunds', terminal),
        send: (refunds, ...call) =>
          refunds.findOutcome(attempt, received?.notification.reported, ...call),
      }),
    settle: (outcome, { attempt }) => settleRefund(context, attempt.id, outcome),
  };
}
