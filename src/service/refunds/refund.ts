import type { RoutedTerminal } from '#domain/routing/route.ts';
import { callFirst, waitForAnswer } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import {
  MAX_REFERENCE_LENGTH,
  type RefundAcquirer,
  type RefundAttempt,
  type RefundProviderOutcome,
  type SaveReference,
} from '../providers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { settleRefund, type ReportedRefundOutcome } from './settle.ts';
import { replaceRefundReference } from './store.ts';

/** An attempt that is recorded, and still has to reach its provider. */
export interface RecordedRefund {
  attempt: RefundAttempt;
  terminal: RoutedTerminal;
}

/**
 * Has the provider refund, and waits a while for its answer; one that takes longer is settled when it comes.
 * No transaction is open meanwhile. A process that dies here leaves the attempt to status inquiries.
 *
 * @returns the refund as it became; undefined where that is not known
 */
export async function refundAtProvider(
  context: ServiceContext,
  { attempt, terminal }: RecordedRefund,
): Promise<RefundRow | undefined> {
  const settle = (outcome: ReportedRefundOutcome) => settleRefund(context, attempt.id, outcome);
  const called = callFirst(context, {
    attemptId: attempt.id,
    orderId: attempt.payment.orderId,
    open: () => refundsOf(context, terminal),
    call: (refunds, signal) => refund(context, refunds, { attempt, terminal }, signal),
    settle,
  });
  return waitForAnswer(context, called, () => settle({ outcome: 'unknown' }));
}

/** What its provider did not take, and cannot any more, it has never seen. */
async function refund(
  context: ServiceContext,
  refunds: RefundAcquirer,
  { attempt, terminal }: RecordedRefund,
  signal: AbortSignal,
): Promise<RefundProviderOutcome> {
  const saveReference = refundReferenceSaver(context.db, attempt.id);
  const answer = await callAcquirer(context, terminal, 'refund', signal, () =>
    refunds.refund(attempt, saveReference, signal),
  );
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/** @throws when the terminal cannot be opened, or makes no refunds */
export async function refundsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<RefundAcquirer> {
  const { refunds } = await terminals.open(terminal);
  if (refunds === undefined) throw new Error(`The adapter ${terminal.adapter} makes no refunds`);
  return refunds;
}

/** Saves an acquirer's reference in place of the one that was read; the second of two callers must not go on. */
export function refundReferenceSaver(db: Db, attemptId: string, read?: string): SaveReference {
  let last = read;
  return async (next) => {
    if (next.length > MAX_REFERENCE_LENGTH) throw new Error("An acquirer's reference is too long");
    if (!(await replaceRefundReference(db, attemptId, { read: last, next }))) {
      throw new Error('The refund was settled or another reference saved meanwhile');
    }
    last = next;
  };
}
