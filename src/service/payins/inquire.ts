import { isUnderWay } from '#domain/order/status.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import { leaseEnd } from '../orders/inquiry-schedule.ts';
import {
  inquireDue,
  inquireLeased,
  leaseAttemptOf,
  makeDue,
  PAYIN_ATTEMPTS,
  type StatusInquiry,
} from '../orders/inquiry.ts';
import { callAndSettle } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { KnownAttempt, Notification, ReportedPayment } from '../providers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import {
  findAttempt,
  type AttemptAcquirer,
  type AttemptAtAcquirer,
  type PayinOutcome,
} from './attempt.ts';
import { sumOf } from './receipts.ts';
import { settleAttempt } from './settle.ts';

/**
 * Sends the acquirers the status inquiries about payins that are due, everybody's or one merchant's.
 *
 * @returns how many attempts were due
 */
export async function inquireDuePayins(
  context: ServiceContext,
  merchantId?: string,
): Promise<number> {
  return inquireDue(context, payinInquiry(context), merchantId);
}

/**
 * A shopper is looking at an order. One that waits for its acquirer, perhaps back from a challenge, has a
 * status inquiry sent now, behind the answer. The lease keeps it to one inquiry at a time, with a pause in
 * between, however many shoppers look and in however many processes.
 */
export function inquireWhenViewed(
  context: ServiceContext,
  { id, status }: Pick<PayinRow, 'id' | 'status'>,
): void {
  if (isUnderWay(status)) context.background.run(inquireAboutOrder(context, id));
}

async function inquireAboutOrder(context: ServiceContext, payinId: string): Promise<void> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const leased = await leaseAttemptOf(context.db, PAYIN_ATTEMPTS, payinId, lease);
  const inquiry = payinInquiry(context);
  await Promise.all(leased.map((attempt) => inquireLeased(context, inquiry, attempt)));
}

/**
 * Inquires about an attempt now, because its outcome was reported to be known. A status inquiry that is
 * under way may have been answered before, so this one is made beside it; without an answer the attempt is
 * due.
 */
export async function inquireAboutAttempt(
  context: ServiceContext,
  attemptId: string,
): Promise<void> {
  const found = await findAttempt(context, attemptId);
  if (found === undefined) return;
  const answered = await callAndSettle(context, {
    attemptId,
    orderId: found.attempt.orderId,
    open: found.acquirer,
    call: (acquirer, signal) => findPayinOutcome(context, { ...found, acquirer }, signal),
    settle: (outcome) => settleAttempt(context, attemptId, outcome, found.open),
  });
  if (answered === undefined) await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
}

/** What a status inquiry about a payin's attempt does. */
function payinInquiry(context: ServiceContext): StatusInquiry<PayinOutcome, OpenedAttempt> {
  return {
    attempts: PAYIN_ATTEMPTS,
    async open({ id }) {
      const found = await findAttempt(context, id);
      if (found === undefined) throw new Error(`There is no attempt ${id}`);
      return { ...found, acquirer: await found.acquirer() };
    },
    findOutcome: (opened, signal) => findPayinOutcome(context, opened, signal),
    settle: (attemptId, reported, { open }) => settleAttempt(context, attemptId, reported, open),
  };
}

interface OpenedAttempt extends Omit<AttemptAtAcquirer, 'acquirer'> {
  acquirer: AttemptAcquirer;
}

/**
 * The outcome of an attempt, as its acquirer says it now. A challenge or a transfer outlives the waiting
 * time only until the acquirer confirms that nothing was taken; one that the whole amount arrived for needs
 * no giving up.
 *
 * @throws when the acquirer cannot say now
 */
async function findPayinOutcome(
  context: ServiceContext,
  { attempt, saveReference, terminal, expiresAt, acquirer }: OpenedAttempt,
  signal: AbortSignal,
): Promise<PayinOutcome> {
  const reported = await callAcquirer(context, terminal, 'find_payin', signal, () =>
    acquirer.findOutcome(attempt, saveReference, signal),
  );
  if (!waitsForPayer(reported, attempt) || expiresAt > context.now()) return reported;
  // The inquiry may have saved another reference.
  const known = await findAttempt(context, attempt.id);
  return known ? acquirer.giveUp(known.attempt, known.saveReference, signal) : reported;
}

function waitsForPayer(reported: PayinOutcome, { amountMinor }: KnownAttempt): boolean {
  if (reported.outcome === 'challenge') return true;
  return reported.outcome === 'waiting' && sumOf(reported.receipts) < amountMinor;
}

/**
 * A terminal's verified notification about an attempt of its own. What it means is confirmed by the
 * adapter: most ask the acquirer. An attempt that has ended stays as it ended: an approval of it is
 * recorded as money that was taken after its end, and that nothing was taken of one that was approved is a
 * contradiction. Of another terminal's attempt it changes nothing.
 *
 * @returns false when what it means could not be confirmed now: the attempt is due, and where nothing can
 *   be asked the notification has to come again
 */
export async function takePayinNotification(
  context: ServiceContext,
  terminalId: string,
  { attemptId, reported }: Notification,
): Promise<boolean> {
  const found = await findAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    const of = { terminalId, attemptId, event: reported?.event };
    context.log.warn(of, 'A notification about an attempt that the terminal did not make');
    return true;
  }
  return confirmNotification(context, found, reported);
}

/** The same where the attempt is known: `reported` is what the notification says of it. */
export async function confirmNotification(
  context: ServiceContext,
  { attempt, saveReference, source, open, acquirer: openAcquirer }: AttemptAtAcquirer,
  reported: ReportedPayment | undefined,
): Promise<boolean> {
  const { id: attemptId, orderId } = attempt;
  // A transfer that was approved may still bring money.
  if (source === 'CARD' && repeatsApproval(attempt, reported)) return true;
  const answered = await callAndSettle(context, {
    attemptId,
    orderId,
    open: openAcquirer,
    call: (acquirer, signal) =>
      acquirer.confirmNotification(attempt, reported, saveReference, signal),
    async settle(outcome) {
      await settleAttempt(context, attemptId, outcome, open);
      await compareWithEnd(context, attempt, outcome);
    },
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, PAYIN_ATTEMPTS, attemptId, context.now());
  return false;
}

/** An approval of what was approved already, for the same money, changes nothing: the acquirer is not asked. */
function repeatsApproval(
  { outcome, amountMinor, currency }: KnownAttempt,
  reported: ReportedPayment | undefined,
): boolean {
  return (
    outcome === 'approved' &&
    reported?.approves === true &&
    reported.amountMinor === amountMinor &&
    reported.currency === currency
  );
}

const TOOK_NOTHING: ReadonlySet<PayinOutcome['outcome']> = new Set([
  'soft_decline',
  'hard_decline',
  'never_seen',
  'abandoned',
]);

/** What was approved has credited the merchant: that nothing was taken after all needs a person. */
async function compareWithEnd(
  context: ServiceContext,
  { id: attemptId, orderId, outcome: ended }: KnownAttempt,
  { outcome }: PayinOutcome,
): Promise<void> {
  if (ended !== 'approved' || !TOOK_NOTHING.has(outcome)) return;
  await raiseAttention(context, context.db, {
    kind: 'provider_contradicts',
    orderId,
    attemptId,
    at: context.now(),
    detail: `The provider approved the attempt, and now reports that nothing was taken (${outcome}).`,
  });
}
