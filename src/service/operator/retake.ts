import type { AnyAnswer, RoutedAttempt } from '../orders/call-acquirer.ts';
import {
  markTaken,
  selectContradictory,
  type TerminalNotification,
} from '../orders/contradictions.ts';
import { selectUnresolved } from '../orders/exception-queue.ts';
import { leaveReport } from '../orders/notice.ts';
import { inquireNow, type StatusInquiry } from '../orders/inquiry.ts';
import { payinInquiry } from '../payins/inquire.ts';
import { payoutInquiry } from '../payouts/pay.ts';
import type { ServiceContext } from '../platform/context.ts';
import { refundInquiry } from '../refunds/refund.ts';
import type { Notification } from '../acquirers/port.ts';

/**
 * Handles a terminal's verified notification about one of its attempts.
 *
 * @returns false if the acquirer must send it again
 */
export async function takeNotification(
  context: ServiceContext,
  terminalId: string,
  notification: Notification,
): Promise<boolean> {
  const received = { terminalId, notification };
  switch (notification.kind) {
    case 'card':
    case 'transfer':
      return take(context, payinInquiry(context), received);
    case 'payout':
      return take(context, payoutInquiry(context), received);
    case 'refund':
      return take(context, refundInquiry(context), received);
  }
}

async function take<Outcome extends AnyAnswer, Found extends RoutedAttempt>(
  context: ServiceContext,
  inquiry: StatusInquiry<Outcome, Found>,
  received: TerminalNotification,
): Promise<boolean> {
  const { terminalId, notification } = received;
  const found = await inquiry.find(notification.attemptId);
  if (found?.terminal.id === terminalId) return inquireNow(context, inquiry, found, received);
  await leaveReport(context, terminalId, notification, found !== undefined);
  return true;
}

/** `unanswered`: the acquirer could not be asked now. */
export type RetakeResult = 'taken' | 'not_found' | 'nothing_stored' | 'contradicts' | 'unanswered';

/** Hands the notifications stored with an entry of the exception queue to their adapter again. */
export async function retakeNotifications(
  context: ServiceContext,
  attentionId: string,
): Promise<RetakeResult> {
  const { db } = context;
  const entry = await selectUnresolved(db, attentionId);
  if (entry === undefined) return 'not_found';
  const { kind, attempt_id: attemptId } = entry;
  if (kind !== 'provider_contradicts' || attemptId === null) return 'nothing_stored';
  const stored = await selectContradictory(db, attemptId);
  if (stored.length === 0) return 'nothing_stored';
  for (const { id, terminalId, notification } of stored) {
    // A contradiction marks it as not taken again.
    await markTaken(db, id, context.now());
    if (await takeNotification(context, terminalId, notification)) continue;
    await markTaken(db, id, null);
    return 'unanswered';
  }
  return (await selectContradictory(db, attemptId)).length === 0 ? 'taken' : 'contradicts';
}
