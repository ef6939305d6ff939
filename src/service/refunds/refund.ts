import { UUID } from '#contract/patterns.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { settleNotification } from '../orders/contradictions.ts';
import { inquireDue, REFUND_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import { leaveReport } from '../orders/notice.ts';
import { callFirst, waitForAnswer } from '../orders/terminal-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import {
  MAX_REFERENCE_LENGTH,
  type Notification,
  type RefundAcquirer,
  type RefundAttempt,
  type RefundAcquirerOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../acquirers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { settleRefund, type ReportedRefundOutcome } from './settle.ts';
import { replaceRefundReference, selectRefundAttempt, type FoundRefund } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedRefund {
  attempt: RefundAttempt;
  terminal: RoutedTerminal;
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

/** Calls the acquirer. A refund that it did not take and no longer can counts as never seen. */
async function refund(
  context: ServiceContext,
  refunds: RefundAcquirer,
  { attempt, terminal }: RecordedRefund,
  signal: AbortSignal,
): Promise<RefundAcquirerOutcome> {
  const saveReference = referenceSaver(context.db, attempt.id);
  const answer = await callAcquirer(context, terminal, 'refund', signal, () =>
    refunds.refund(attempt, saveReference, signal),
  );
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/**
 * Sends the status inquiries about refunds that are due.
 *
 * @returns how many attempts were due
 */
export async function inquireDueRefunds(context: ServiceContext): Promise<number> {
  return inquireDue(context, refundInquiry(context));
}

/** Returns how to make a status inquiry about a refund's attempt. */
function refundInquiry(
  context: ServiceContext,
): StatusInquiry<RefundAcquirerOutcome, OpenedRefund> {
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
): Promise<RefundAcquirerOutcome> {
  const saveReference = referenceSaver(context.db, attempt.id, attempt.reference);
  return callAcquirer(context, terminal, 'find_refund', signal, () =>
    refunds.findOutcome(attempt, reported, saveReference, signal),
  );
}

/**
 * Handles a terminal's verified notification about one of its refunds. The adapter confirms what the notification
 * means.
 *
 * @returns false if the meaning could not be confirmed now. The attempt's inquiry is then due; an acquirer that takes
 *   no inquiries has to send the notification again
 */
export async function takeRefundNotification(
  context: ServiceContext,
  terminalId: string,
  notification: Notification,
): Promise<boolean> {
  const { attemptId, reported } = notification;
  const found = await findRefundAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    await leaveReport(context, terminalId, notification, found !== undefined);
    return true;
  }
  const received = { terminalId, notification: { kind: 'refund', attemptId, reported } } as const;
  return settleNotification(context, REFUND_ATTEMPTS, received, {
    attemptId,
    orderId: found.payinId,
    open: () => refundsOf(context, found.terminal),
    call: (refunds, signal) => findRefundOutcome(context, { ...found, refunds }, reported, signal),
    settle: (outcome) => settleRefund(context, attemptId, outcome),
  });
}

/** Finds an attempt. Returns undefined for an unknown id. */
async function findRefundAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundRefund | undefined> {
  return UUID.test(attemptId) ? selectRefundAttempt(db, attemptId) : undefined;
}

/** Opens a terminal. @throws if it cannot be opened, or makes no refunds */
async function refundsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<RefundAcquirer> {
  const { refunds } = await terminals.open(terminal);
  if (refunds === undefined) throw new Error(`The adapter ${terminal.adapter} makes no refunds`);
  return refunds;
}

/**
 * Returns a function that saves an acquirer's reference. It replaces the one that was read, or the one that it saved
 * itself before. Of two callers that read the same reference, the second gets an error and must stop.
 */
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
