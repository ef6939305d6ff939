import { UUID } from '#contract/patterns.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import { inquireDue, makeDue, PAYOUT_ATTEMPTS, type StatusInquiry } from '../orders/inquiry.ts';
import { callAndSettle, callFirst, waitForAnswer } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type {
  Notification,
  PayoutAcquirer,
  PayoutAttempt,
  PayoutProviderOutcome,
} from '../providers/port.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { settlePayout, type ReportedPayoutOutcome } from './settle.ts';
import { selectPayoutAttempt, type FoundPayout, type OpenPayout } from './store.ts';

/** An attempt that is recorded, and still has to reach its provider. */
export interface RecordedPayout {
  attempt: PayoutAttempt;
  route: Route;
  /** The order as it was made, where it is alone in its group. */
  known?: OpenPayout;
}

/**
 * Has the providers pay, and waits a while for their answers; those that take longer are settled when
 * they come. No transaction is open meanwhile. A process that dies here leaves the attempts to status
 * inquiries: one that the provider never saw ends its payout, because the number went with the process.
 *
 * @returns the first order as it became; undefined where that is not known
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

/** What its provider did not take, and cannot any more, it has never seen. */
async function pay(
  context: ServiceContext,
  payouts: PayoutAcquirer,
  { attempt, route: { terminal } }: RecordedPayout,
  signal: AbortSignal,
): Promise<PayoutProviderOutcome> {
  const answer = await callAcquirer(context, terminal, 'pay', signal, () =>
    payouts.pay(attempt, signal),
  );
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/**
 * Sends the acquirers the status inquiries about payouts that are due, everybody's or one merchant's.
 *
 * @returns how many attempts were due
 */
export async function inquireDuePayouts(
  context: ServiceContext,
  merchantId?: string,
): Promise<number> {
  return inquireDue(context, payoutInquiry(context), merchantId);
}

/** What a status inquiry about a payout's attempt does. */
function payoutInquiry(
  context: ServiceContext,
): StatusInquiry<PayoutProviderOutcome, OpenedPayout> {
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
): Promise<PayoutProviderOutcome> {
  return callAcquirer(context, terminal, 'find_payout', signal, () =>
    payouts.findOutcome(attempt, signal),
  );
}

/**
 * A terminal's verified notification about a payout of its own causes a status inquiry. About another
 * terminal's it changes nothing.
 *
 * @returns false when the acquirer could not say now: the attempt is due
 */
export async function takePayoutNotification(
  context: ServiceContext,
  terminalId: string,
  { attemptId }: Notification,
): Promise<boolean> {
  const found = await findPayoutAttempt(context, attemptId);
  if (found?.terminal.id !== terminalId) {
    context.log.warn(
      { terminalId, attemptId },
      'A notification about a payout that the terminal did not make',
    );
    return true;
  }
  const answered = await callAndSettle(context, {
    attemptId,
    orderId: found.orderId,
    open: () => payoutsOf(context, found.terminal),
    call: (payouts, signal) => findPayoutOutcome(context, { ...found, payouts }, signal),
    settle: (outcome) => settlePayout(context, attemptId, outcome),
  });
  if (answered !== undefined) return true;
  await makeDue(context.db, PAYOUT_ATTEMPTS, attemptId, context.now());
  return false;
}

/** Undefined where there is no such attempt. */
async function findPayoutAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundPayout | undefined> {
  return UUID.test(attemptId) ? selectPayoutAttempt(db, attemptId) : undefined;
}

/** @throws when the terminal cannot be opened, or makes no payouts */
async function payoutsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<PayoutAcquirer> {
  const { payouts } = await terminals.open(terminal);
  if (payouts === undefined) throw new Error(`The adapter ${terminal.adapter} makes no payouts`);
  return payouts;
}
