import { UUID } from '#contract/patterns.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import {
  callAcquirer,
  settleFirstAnswer,
  waitForAnswer,
  type NoAnswer,
} from '../orders/call-acquirer.ts';
import type { TerminalNotification } from '../orders/contradictions.ts';
import {
  inquireDue,
  PAYOUT_ATTEMPTS,
  settleNotification,
  type NotifiedAttempt,
} from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type {
  Acquirer,
  PayoutAcquirer,
  PayoutAttempt,
  PayoutAcquirerOutcome,
} from '../acquirers/port.ts';
import { settlePayout, type ReportedPayoutOutcome } from './settle.ts';
import { selectPayoutAttempt, type CreatedPayout, type FoundPayout } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedPayout {
  attempt: PayoutAttempt;
  route: Route;
  /** The order as it was created, if it is the only one of its group. */
  known?: CreatedPayout;
}

/**
 * Sends the payouts to their acquirer and waits a while for the answers. If that is not enough, moves the orders that
 * are still IN_PROGRESS to PROCESS_PENDING; later answers are settled when they come. If the process dies here, status
 * inquiries settle the attempts. A payout that the acquirer never saw then fails, because only this process knew the
 * destination.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 *
 * @returns the first order after that; undefined if its state is not known
 */
export async function payOut(
  context: ServiceContext,
  recorded: readonly RecordedPayout[],
): Promise<PayoutRow | undefined> {
  const settle =
    ({ attempt, known }: RecordedPayout) =>
    (outcome: ReportedPayoutOutcome) =>
      settlePayout(context, attempt.id, outcome, known);
  const called = recorded.map(async (payout) =>
    settleFirstAnswer(context, payout.attempt, await pay(context, payout), settle(payout)),
  );
  const settled = await waitForAnswer(context, Promise.all(called), () =>
    Promise.all(recorded.map((payout) => settle(payout)({ outcome: 'unknown' }))),
  );
  const [first] = settled ?? [];
  return first?.kind === 'settled' ? first.order : undefined;
}

/** Calls the acquirer. A payout that it did not take and no longer can counts as never seen. */
async function pay(
  context: ServiceContext,
  { attempt, route: { terminal } }: RecordedPayout,
): Promise<PayoutAcquirerOutcome | NoAnswer> {
  const answer = await callAcquirer(context, {
    name: 'pay',
    attempt,
    terminal,
    open: (acquirer) => expectPayouts(acquirer, terminal),
    send: (payouts, _saveReference, signal) => payouts.pay(attempt, signal),
  });
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/**
 * Sends the status inquiries about payouts that are due.
 *
 * @returns how many attempts were due
 */
export async function inquireDuePayouts(context: ServiceContext): Promise<number> {
  return inquireDue(context, {
    attempts: PAYOUT_ATTEMPTS,
    find: (attemptId) => findPayoutAttempt(context, attemptId),
    findOutcome: (found) => findPayoutOutcome(context, found),
    settle: (attemptId, reported) => settlePayout(context, attemptId, reported),
  });
}

function findPayoutOutcome(
  context: ServiceContext,
  { attempt, orderId, terminal }: FoundPayout,
  received?: TerminalNotification,
): Promise<PayoutAcquirerOutcome | NoAnswer> {
  return callAcquirer(context, {
    name: 'find_payout',
    attempt: { id: attempt.id, orderId },
    terminal,
    received,
    open: (acquirer) => expectPayouts(acquirer, terminal),
    send: (payouts, _saveReference, signal) => payouts.findOutcome(attempt, signal),
  });
}

/**
 * Finds the payout that a notification is about. Its meaning is the answer to a status inquiry.
 *
 * @returns undefined for an unknown id
 */
export async function findNotifiedPayout(
  context: ServiceContext,
  attemptId: string,
): Promise<NotifiedAttempt | undefined> {
  const found = await findPayoutAttempt(context, attemptId);
  if (found === undefined) return undefined;
  const attempt = { id: attemptId, orderId: found.orderId };
  return {
    terminal: found.terminal,
    async take(received) {
      const answer = await findPayoutOutcome(context, found, received);
      return settleNotification(context, PAYOUT_ATTEMPTS, attempt, answer, (outcome) =>
        settlePayout(context, attemptId, outcome),
      );
    },
  };
}

/** Finds an attempt. Returns undefined for an unknown id. */
async function findPayoutAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundPayout | undefined> {
  return UUID.test(attemptId) ? selectPayoutAttempt(db, attemptId) : undefined;
}

/** @throws if the adapter makes no payouts */
function expectPayouts({ payouts }: Acquirer, { adapter }: RoutedTerminal): PayoutAcquirer {
  if (payouts === undefined) throw new Error(`The adapter ${adapter} makes no payouts`);
  return payouts;
}
