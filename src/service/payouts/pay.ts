import { UUID } from '#contract/patterns.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import { settleNotification } from '../orders/contradictions.ts';
import { inquireDue, PAYOUT_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import { leaveReport } from '../orders/notice.ts';
import { callFirst, waitForAnswer } from '../orders/terminal-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type {
  Notification,
  PayoutAcquirer,
  PayoutAttempt,
  PayoutAcquirerOutcome,
} from '../acquirers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { settlePayout, type ReportedPayoutOutcome } from './settle.ts';
import { selectPayoutAttempt, type FoundPayout, type OpenPayout } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedPayout {
  attempt: PayoutAttempt;
  route: Route;
  /** The order as it was created, if it is the only one of its group. */
  known?: OpenPayout;
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
  const called = recorded.map((payout) =>
    callFirst(context, {
      attemptId: payout.attempt.id,
      orderId: payout.attempt.orderId,
      open: () => payoutsOf(context, payout.route.terminal),
      call: (payouts, signal) => pay(context, payouts, payout, signal),
      settle: settle(payout),
    }),
  );
  const settled = await waitForAnswer(context, Promise.all(called), () =>
    Promise.all(recorded.map((payout) => settle(payout)({ outcome: 'unknown' }))),
  );
  return settled?.[0];
}

/** Calls the acquirer. A payout that it did not take and no longer can counts as never seen. */
async function pay(
  context: ServiceContext,
  payouts: PayoutAcquirer,
  { attempt, route: { terminal } }: RecordedPayout,
  signal: AbortSignal,
): Promise<PayoutAcquirerOutcome> {
  const answer = await callAcquirer(context, terminal, 'pay', signal, () =>
    payouts.pay(attempt, signal),
  );
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/**
 * Sends the status inquiries about payouts that are due.
 *
 * @returns how many attempts were due
 */
export async function inquireDuePayouts(context: ServiceContext): Promise<number> {
  return inquireDue(context, payoutInquiry(context));
}

/** Returns how to make a status inquiry about a payout's attempt. */
function payoutInquiry(
  context: ServiceContext,
): StatusInquiry<PayoutAcquirerOutcome, OpenedPayout> {
  return {
    attempts: PAYOUT_ATTEMPTS,
    async open({ id }) {
      const found = await findPayoutAttempt(context, id);
      if (found === undefined) throw new Error(`There is no attempt ${id}`);
      return { ...found, payouts: await payoutsOf(context, found.terminal) };
    },
    findOutcome: (opened, signal) => findPayoutOutcome(context, opened, signal),
    settle: (attemptId, reported) => settlePayout(context, attemptId, reported),
  };
}

interface OpenedPayout extends FoundPayout {
  payouts: PayoutAcquirer;
}

function findPayoutOutcome(
  context: ServiceContext,
  { attempt, terminal, payouts }: OpenedPayout,
  signal: AbortSignal,
): Promise<PayoutAcquirerOutcome> {
  return callAcquirer(context, terminal, 'find_payout', signal, () =>
    payouts.findOutcome(attempt, signal),
  );
}

/**
 * Sends a status inquiry after a terminal's verified notification about one of its payouts.
 *
 * @returns false if the acquirer could not say now; the attempt's inquiry is then due
 */
export async function takePayoutNotification(
  context: ServiceContext,
  terminalId: string,
  notification: Notification,
): Promise<boolean> {
  const { attemptId, reported } = notification;
  const found = await findPayoutAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    await leaveReport(context, terminalId, notification, found !== undefined);
    return true;
  }
  const received = { terminalId, notification: { kind: 'payout', attemptId, reported } } as const;
  return settleNotification(context, PAYOUT_ATTEMPTS, received, {
    attemptId,
    orderId: found.orderId,
    open: () => payoutsOf(context, found.terminal),
    call: (payouts, signal) => findPayoutOutcome(context, { ...found, payouts }, signal),
    settle: (outcome) => settlePayout(context, attemptId, outcome),
  });
}

/** Finds an attempt. Returns undefined for an unknown id. */
async function findPayoutAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundPayout | undefined> {
  return UUID.test(attemptId) ? selectPayoutAttempt(db, attemptId) : undefined;
}

/** Opens a terminal. @throws if it cannot be opened, or makes no payouts */
async function payoutsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<PayoutAcquirer> {
  const { payouts } = await terminals.open(terminal);
  if (payouts === undefined) throw new Error(`The adapter ${terminal.adapter} makes no payouts`);
  return payouts;
}
