import { isUnderWay } from '#domain/order/status.ts';
import { isNoAnswer, type NoAnswer } from '../orders/call-acquirer.ts';
import { leaseEnd } from '../orders/inquiry-schedule.ts';
import {
  inquireLeased,
  inquireNow,
  leaseAttemptOf,
  PAYIN_ATTEMPTS,
  type StatusInquiry,
} from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { TerminalNotification } from '../orders/contradictions.ts';
import type { KnownAttempt, ReportedPayment } from '../acquirers/port.ts';
import { callAboutAttempt, giveUpAtAcquirer, isSamePayment, type PayinOutcome } from './attempt.ts';
import { sumOf } from './receipts.ts';
import { settleAttempt } from './settle.ts';
import { selectAttempt, type FoundAttempt } from './store/attempts.ts';

/**
 * Sends a status inquiry, in the background, about an order that a shopper looks at while it waits for its acquirer,
 * perhaps after a challenge. The lease allows one inquiry at a time, with a pause after each, however many shoppers
 * look and in however many processes.
 */
export function inquireWhenViewed(
  context: ServiceContext,
  { id, status }: Pick<PayinRow, 'id' | 'status'>,
): void {
  if (isUnderWay(status)) context.background.run(inquireAboutOrder(context, id));
}

/** Sends a status inquiry about an order now, due or not, unless its attempt is leased or in quarantine. */
export async function inquireAboutOrder(context: ServiceContext, payinId: string): Promise<void> {
  const now = context.now();
  const lease = { now, until: leaseEnd(now) };
  const leased = await leaseAttemptOf(context.db, PAYIN_ATTEMPTS, payinId, lease);
  const inquiry = payinInquiry(context);
  await Promise.all(leased.map((attempt) => inquireLeased(context, inquiry, attempt)));
}

/** Inquires about an attempt now, because its outcome was reported to be known: see `inquireNow`. */
export async function inquireAboutAttempt(
  context: ServiceContext,
  attemptId: string,
): Promise<void> {
  const inquiry = payinInquiry(context);
  const found = await inquiry.find(attemptId);
  if (found !== undefined) await inquireNow(context, inquiry, found);
}

/** Returns how to inquire about a payin's attempt. */
export function payinInquiry(context: ServiceContext): StatusInquiry<PayinOutcome, FoundAttempt> {
  return {
    attempts: PAYIN_ATTEMPTS,
    find: (attemptId) => selectAttempt(context.batches, attemptId),
    findOutcome: (found, received) =>
      received === undefined
        ? findPayinOutcome(context, found)
        : confirmNotification(context, found, received),
    async settle(outcome, { attempt: { id }, state }, received) {
      const settled = await settleAttempt(context, id, outcome, state, received);
      const other = otherPayment(outcome, received?.notification.reported);
      if (other === undefined || settled.kind === 'left_open') return settled;
      return settleAttempt(context, id, other, undefined, received);
    },
  };
}

/**
 * Asks the acquirer for the outcome of an attempt. If it still waits for its payer, but the payer gave it up or the
 * order's waiting time is over, gives it up; it then stays open only until the acquirer confirms that nothing was taken. A transfer whose
 * whole amount has arrived is not given up.
 */
async function findPayinOutcome(
  context: ServiceContext,
  found: FoundAttempt,
): Promise<PayinOutcome | NoAnswer> {
  const { attempt, isGivenUp, state } = found;
  const reported = await callAboutAttempt(context, found, {
    name: 'find_payin',
    send: (acquirer, ...call) => acquirer.findOutcome(attempt, ...call),
  });
  const isOver = isGivenUp || state.payin.expires_at <= context.now();
  if (isNoAnswer(reported) || !waitsForPayer(reported, attempt) || !isOver) return reported;
  // The inquiry may have saved another reference.
  const known = await selectAttempt(context.batches, attempt.id);
  return known === undefined ? reported : giveUpAtAcquirer(context, known);
}

function waitsForPayer(reported: PayinOutcome, { amountMinor }: KnownAttempt): boolean {
  if (reported.outcome === 'challenge') return true;
  return reported.outcome === 'waiting' && sumOf(reported.receipts) < amountMinor;
}

/**
 * Confirms what a notification about an attempt means. An attempt that has ended keeps its outcome. If it is approved
 * after that, the money counts as taken after the end; if it was approved and nothing was taken after all, that is a
 * contradiction, as is a second payment. All of them go to the exception queue.
 */
async function confirmNotification(
  context: ServiceContext,
  found: FoundAttempt,
  received: TerminalNotification,
): Promise<PayinOutcome | NoAnswer> {
  const { attempt } = found;
  const { reported } = received.notification;
  // More money may still arrive for a transfer that was approved.
  const repeated = attempt.source === 'CARD' ? repeatedApproval(attempt, reported) : undefined;
  if (repeated !== undefined) return repeated;
  return callAboutAttempt(context, found, {
    name: 'confirm_payin',
    received,
    send: (acquirer, ...call) => acquirer.confirmNotification(attempt, reported, ...call),
  });
}

/** Returns the approval that a notification reports, if its attempt turns out to be approved by another payment. */
function otherPayment(
  outcome: PayinOutcome,
  reported: ReportedPayment | undefined,
): PayinOutcome | undefined {
  if (outcome.outcome !== 'approved' || reported?.approves !== true) return undefined;
  const { reference } = reported;
  return isSamePayment(outcome.reference, reference)
    ? undefined
    : { outcome: 'approved', reference, rrn: undefined };
}

/**
 * Returns the recorded approval if a notification only repeats it, of the same payment and amount: then the acquirer is
 * not asked.
 */
function repeatedApproval(
  { outcome, reference, amountMinor, currency }: KnownAttempt,
  reported: ReportedPayment | undefined,
): PayinOutcome | undefined {
  const isRepeated =
    outcome === 'approved' &&
    reported?.approves === true &&
    reference !== undefined &&
    isSamePayment(reference, reported.reference) &&
    reported.amountMinor === amountMinor &&
    reported.currency === currency;
  return isRepeated ? { outcome, reference, rrn: undefined } : undefined;
}
