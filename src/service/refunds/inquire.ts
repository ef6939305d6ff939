import { UUID } from '#contract/patterns.ts';
import { inquireDue, makeDue, REFUND_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import { callAndSettle } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type {
  Notification,
  RefundAcquirer,
  RefundProviderOutcome,
  ReportedPayment,
} from '../providers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { refundReferenceSaver, refundsOf } from './refund.ts';
import { settleRefund } from './settle.ts';
import { selectRefundAttempt, type FoundRefund } from './store.ts';

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
  const saveReference = refundReferenceSaver(context.db, attempt.id, attempt.reference);
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
    context.log.warn({ terminalId, attemptId }, 'A notification is of no refund of the terminal');
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
