import { markTaken, selectContradictory } from '../orders/contradictions.ts';
import { selectUnresolved } from '../orders/exception-queue.ts';
import { leaveReport } from '../orders/notice.ts';
import { findNotifiedPayin } from '../payins/inquire.ts';
import { findNotifiedPayout } from '../payouts/pay.ts';
import type { ServiceContext } from '../platform/context.ts';
import { findNotifiedRefund } from '../refunds/refund.ts';
import type { Notification } from '../acquirers/port.ts';

const FIND_BY_KIND = {
  card: findNotifiedPayin,
  transfer: findNotifiedPayin,
  payout: findNotifiedPayout,
  refund: findNotifiedRefund,
} as const;

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
  const { kind, attemptId } = notification;
  const found = await FIND_BY_KIND[kind](context, attemptId);
  if (found?.terminal.id === terminalId) return found.take({ terminalId, notification });
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
