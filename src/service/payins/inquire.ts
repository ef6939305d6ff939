import { isUnderWay } from '#domain/order/status.ts';
import { isNoAnswer, type NoAnswer } from '../orders/call-acquirer.ts';
import { leaseEnd } from '../orders/inquiry-schedule.ts';
import {
  inquireDue,
  inquireLeased,
  leaseAttemptOf,
  PAYIN_ATTEMPTS,
  settleNotification,
  settleOrMakeDue,
  type NotifiedAttempt,
  type StatusInquiry,
} from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type { KnownAttempt, ReportedPayment } from '../acquirers/port.ts';
import {
  callAboutAttempt,
  findAttempt,
  giveUpAtAcquirer,
  isSamePayment,
  type PayinOutcome,
} from './attempt.ts';
import { sumOf } from './receipts.ts';
import { settleAttempt } from './settle.ts';
import type { FoundAttempt } from './store/attempts.ts';

/**
 * Sends the status inquiries about payins that are due.
 *
 * @returns how many attempts were due
 */
export async function inquireDuePayins(context: ServiceContext): Promise<number> {
  return inquireDue(context, payinInquiry(context));
}

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

/**
 * Inquires about an attempt now, because its outcome was reported to be known. Takes no lease: an inquiry that is under
 * way may have been answered before the outcome was known. Without an answer, makes the attempt's inquiry due.
 */
export async function inquireAboutAttempt(
  context: ServiceContext,
  attemptId: string,
): Promise<void> {
  const found = await findAttempt(context, attemptId);
  if (found === undefined) return;
  const outcome = await findPayinOutcome(context, found);
  await settleOrMakeDue(context, PAYIN_ATTEMPTS, found.attempt, outcome, (reported) =>
    settleAttempt(context, attemptId, reported, found.state),
  );
}

/** Returns how to make a status inquiry about a payin's attempt. */
function payinInquiry(context: ServiceContext): StatusInquiry<PayinOutcome, FoundAttempt> {
  return {
    attempts: PAYIN_ATTEMPTS,
    find: (attemptId) => findAttempt(context, attemptId),
    findOutcome: (found) => findPayinOutcome(context, found),
    settle: (attemptId, reported, { state }) => settleAttempt(context, attemptId, reported, state),
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
  const { attempt, expiresAt, isGivenUp } = found;
  const reported = await callAboutAttempt(context, found, {
    name: 'find_payin',
    send: (acquirer, ...call) => acquirer.findOutcome(attempt, ...call),
  });
  const isOver = isGivenUp || expiresAt <= context.now();
  if (isNoAnswer(reported) || !waitsForPayer(reported, attempt) || !isOver) return reported;
  // The inquiry may have saved another reference.
  const known = await findAttempt(context, attempt.id);
  return known === undefined ? reported : giveUpAtAcquirer(context, known);
}

function waitsForPayer(reported: PayinOutcome, { amountMinor }: KnownAttempt): boolean {
  if (reported.outcome === 'challenge') return true;
  return reported.outcome === 'waiting' && sumOf(reported.receipts) < amountMinor;
}

/**
 * Finds the payin's attempt that a notification is about.
 *
 * @returns undefined for an unknown id
 */
export async function findNotifiedPayin(
  context: ServiceContext,
  attemptId: string,
): Promise<NotifiedAttempt | undefined> {
  const found = await findAttempt(context, attemptId);
  return (
    found && {
      terminal: found.terminal,
      take: ({ notification }) => confirmNotification(context, found, notification.reported),
    }
  );
}

/**
 * Settles what a notification about an attempt means. The adapter confirms it, in most cases by asking the acquirer. An
 * attempt that has ended keeps its outcome. If it is approved after that, the money counts as taken after the end; if
 * it was approved and nothing was taken after all, that is a contradiction, as is a second payment. All of them go to
 * the exception queue.
 *
 * @param reported what the notification says about the attempt
 * @returns false if the meaning could not be confirmed now. The attempt's inquiry is then due; an acquirer that takes
 *   no inquiries has to send the notification again
 */
export async function confirmNotification(
  context: ServiceContext,
  found: FoundAttempt,
  reported: ReportedPayment | undefined,
): Promise<boolean> {
  const { attempt, source, state, terminal } = found;
  const { id: attemptId } = attempt;
  // More money may still arrive for a transfer that was approved.
  if (source === 'CARD' && repeatsApproval(attempt, reported)) return true;
  const kind = source === 'CARD' ? 'card' : 'transfer';
  const received = {
    terminalId: terminal.id,
    notification: { kind, attemptId, reported },
  } as const;
  const answer = await callAboutAttempt(context, found, {
    name: 'confirm_payin',
    received,
    send: (acquirer, ...call) => acquirer.confirmNotification(attempt, reported, ...call),
  });
  return settleNotification(context, PAYIN_ATTEMPTS, attempt, answer, async (outcome) => {
    const settled = await settleAttempt(context, attemptId, outcome, state, received);
    const other = otherPayment(outcome, reported);
    if (other === undefined || settled.kind === 'left_open') return settled;
    return settleAttempt(context, attemptId, other, undefined, received);
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
 * Returns whether a notification only repeats an approval, of the same payment and amount: then the acquirer is not
 * asked.
 */
function repeatsApproval(
  { outcome, reference, amountMinor, currency }: KnownAttempt,
  reported: ReportedPayment | undefined,
): boolean {
  return (
    outcome === 'approved' &&
    reported?.approves === true &&
    reference !== undefined &&
    isSamePayment(reference, reported.reference) &&
    reported.amountMinor === amountMinor &&
    reported.currency === currency
  );
}
