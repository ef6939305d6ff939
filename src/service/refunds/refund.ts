import { UUID } from '#contract/patterns.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import {
  callAcquirer,
  settleFirstAnswer,
  waitForAnswer,
  type CalledAttempt,
  type NoAnswer,
} from '../orders/call-acquirer.ts';
import type { TerminalNotification } from '../orders/contradictions.ts';
import {
  inquireDue,
  REFUND_ATTEMPTS,
  settleNotification,
  type NotifiedAttempt,
} from '../orders/inquiry.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import type {
  Acquirer,
  RefundAcquirer,
  RefundAttempt,
  RefundAcquirerOutcome,
} from '../acquirers/port.ts';
import { settleRefund, type ReportedRefundOutcome } from './settle.ts';
import { selectRefundAttempt, type CreatedRefund, type FoundRefund } from './store.ts';

/** An attempt that is recorded and has yet to be sent to its acquirer. */
export interface RecordedRefund {
  attempt: RefundAttempt;
  terminal: RoutedTerminal;
  /** The refund as it was created. */
  created: CreatedRefund;
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
  recorded: RecordedRefund,
): Promise<RefundRow | undefined> {
  const { attempt, created } = recorded;
  const called = calledAttempt(attempt);
  const settle = (outcome: ReportedRefundOutcome) =>
    settleRefund(context, attempt.id, outcome, created);
  const settled = refund(context, recorded).then((answer) =>
    settleFirstAnswer(context, called, answer, settle),
  );
  const result = await waitForAnswer(context, settled, () => settle({ outcome: 'unknown' }));
  return result?.kind === 'settled' ? result.order : undefined;
}

/** Calls the acquirer. A refund that it did not take and no longer can counts as never seen. */
async function refund(
  context: ServiceContext,
  { attempt, terminal }: Omit<RecordedRefund, 'created'>,
): Promise<RefundAcquirerOutcome | NoAnswer> {
  const answer = await callAcquirer(context, {
    name: 'refund',
    attempt: calledAttempt(attempt),
    terminal,
    open: (acquirer) => expectRefunds(acquirer, terminal),
    send: (refunds, ...call) => refunds.refund(attempt, ...call),
  });
  return answer.outcome === 'not_taken' ? { outcome: 'never_seen' } : answer;
}

/** Returns how the calls name an attempt. Its order is the payin. */
function calledAttempt({ id, payment }: RefundAttempt, reference?: string): CalledAttempt {
  return { id, orderId: payment.orderId, reference };
}

/**
 * Sends the status inquiries about refunds that are due.
 *
 * @returns how many attempts were due
 */
export async function inquireDueRefunds(context: ServiceContext): Promise<number> {
  return inquireDue(context, {
    attempts: REFUND_ATTEMPTS,
    find: (attemptId) => findRefundAttempt(context, attemptId),
    findOutcome: (found) => findRefundOutcome(context, found),
    settle: (attemptId, reported) => settleRefund(context, attemptId, reported),
  });
}

function findRefundOutcome(
  context: ServiceContext,
  { attempt, terminal }: FoundRefund,
  received?: TerminalNotification,
): Promise<RefundAcquirerOutcome | NoAnswer> {
  const reported = received?.notification.reported;
  return callAcquirer(context, {
    name: 'find_refund',
    attempt: calledAttempt(attempt, attempt.reference),
    terminal,
    received,
    open: (acquirer) => expectRefunds(acquirer, terminal),
    send: (refunds, ...call) => refunds.findOutcome(attempt, reported, ...call),
  });
}

/**
 * Finds the refund that a notification is about. The adapter confirms what the notification means.
 *
 * @returns undefined for an unknown id
 */
export async function findNotifiedRefund(
  context: ServiceContext,
  attemptId: string,
): Promise<NotifiedAttempt | undefined> {
  const found = await findRefundAttempt(context, attemptId);
  if (found === undefined) return undefined;
  return {
    terminal: found.terminal,
    async take(received) {
      const answer = await findRefundOutcome(context, found, received);
      const attempt = calledAttempt(found.attempt);
      return settleNotification(context, REFUND_ATTEMPTS, attempt, answer, (outcome) =>
        settleRefund(context, attemptId, outcome),
      );
    },
  };
}

/** Finds an attempt. Returns undefined for an unknown id. */
async function findRefundAttempt(
  { db }: Pick<ServiceContext, 'db'>,
  attemptId: string,
): Promise<FoundRefund | undefined> {
  return UUID.test(attemptId) ? selectRefundAttempt(db, attemptId) : undefined;
}

/** @throws if the adapter makes no refunds */
function expectRefunds({ refunds }: Acquirer, { adapter }: RoutedTerminal): RefundAcquirer {
  if (refunds === undefined) throw new Error(`The adapter ${adapter} makes no refunds`);
  return refunds;
}
