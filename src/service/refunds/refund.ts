import { UUID } from '#contract/patterns.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { inquireDue, makeDue, REFUND_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import { callAndSettle, callFirst, waitForAnswer } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import {
  MAX_REFERENCE_LENGTH,
  type Notification,
  type RefundAcquirer,
  type RefundAttempt,
  type RefundProviderOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../providers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { settleRefund, type ReportedRefundOutcome } from './settle.ts';
import { replaceRefundReference, selectRefundAttempt, type FoundRefund } from './store.ts';

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
  const saveReference = referenceSaver(context.db, attempt.id);
  const answer = await callAcquirer(context, terminal, 'refund', signal, () =>
    refunds.refund(attempt, saveReference, signal),
  );
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/**
 * Sends the acquirers the status inquiries about refunds that are due, everybody's or one merchant's.
 *
 * @returns how many attempts were due
 */
export async function inquireDueRefunds(
  context: ServiceContext,
  merchantId?: string,
): Promise<number> {
  return inquireDue(context, refundInquiry(context), merchantId);
}

/** What a status inquiry about a refund's attempt does. */
function refundInquiry(
  context: ServiceContext,
): StatusInquiry<RefundProviderOutcome, OpenedRefund> {
  return {
    attempts: REFUND_ATTEMPTS,
    async open({ id }) {
      const found = await findRefundAttempt(context, id);
      if (found === undefined) throw new Error(`There is no attempt ${id}`);
      return { ...found, refunds: await refundsOf(context, found.terminal) };
    },
    findOutcome: (opened, signal) => findRefundOutcome(context, opened, undefined, signal),
    settle: (attemptId, reported) => settleRefund(context, attemptId, reported),
  };
}

interface OpenedRefund extends FoundRefund {
  refunds: RefundAcquirer;
}

function findRefundOutcome(
  context: ServiceContext,
  { attempt, terminal, refunds }: OpenedRefund,
  reported: ReportedPayment | undefined,
  signal: AbortSignal,
): Promise<RefundProviderOutcome> {
  const saveReference = referenceSaver(context.db, attempt.id, attempt.reference);
  return callAcquirer(context, terminal, 'find_refund', signal, () =>
    refunds.findOutcome(attempt, reported, saveReference, signal),
  );
}

/**
 * A terminal's verified notification about a refund of its own. What it means is confirmed by the adapter.
 * About another terminal's it changes nothing.
 *
 * @returns false when what it means could not be confirmed now: the attempt is due, and where nothing can
 *   be asked the notification has to come again
 */
export async function takeRefundNotification(
  context: ServiceContext,
  terminalId: string,
  { attemptId, reported }: Notification,
): Promise<boolean> {
  const found = await findRefundAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    context.log.warn(
      { terminalId, attemptId },
      'A notification about a refund that the terminal did not make',
    );
    return true;
  }
  const answered = await callAndSettle(context, {
    attemptId,
    orderId: found.payinId,
    open: () => refundsOf(context, found.terminal),
    call: (refunds, signal) => findRefundOutcome(context, { ...found, refunds }, reported, signal),
    settle: (outcome) => settleRefund(context, attemptId, outcome),
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, REFUND_ATTEMPTS, attemptId, context.now());
  return false;
}

/** Undefined where there is no such attempt. */
async function findRefundAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundRefund | undefined> {
  return UUID.test(attemptId) ? selectRefundAttempt(db, attemptId) : undefined;
}

/** @throws when the terminal cannot be opened, or makes no refunds */
async function refundsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<RefundAcquirer> {
  const { refunds } = await terminals.open(terminal);
  if (refunds === undefined) throw new Error(`The adapter ${terminal.adapter} makes no refunds`);
  return refunds;
}

/** Saves an acquirer's reference in place of the one that was read; the second of two callers must not go on. */
function referenceSaver(db: Db, attemptId: string, read?: string): SaveReference {
  let last = read;
  return async (next) => {
    if (next.length > MAX_REFERENCE_LENGTH) throw new Error("An acquirer's reference is too long");
    if (!(await replaceRefundReference(db, attemptId, { read: last, next }))) {
      throw new Error('The refund was settled or another reference saved meanwhile');
    }
    last = next;
  };
}
