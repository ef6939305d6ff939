import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { recordContradiction, type TerminalNotification } from '../orders/contradictions.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import type { CallContext } from '../orders/call-acquirer.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { VoidAnswer } from '../acquirers/port.ts';
import { callAboutAttempt } from './attempt.ts';
import { selectAttempt, type AttemptState, type FoundAttempt } from './store/attempts.ts';

interface LateApproval {
  attemptId: string;
  payin: Pick<PayinRow, 'id' | 'status'>;
  /** How the attempt had ended before the approval. Null or `approved` if only the order had ended. */
  outcome: AttemptOutcome | null;
}

/**
 * Puts in the exception queue that an acquirer took money for an order or attempt that had ended without it.
 *
 * @param voided the answer to the void; undefined before it was requested
 */
export async function raiseLateApproval(
  deps: Pick<CallContext, 'newId' | 'log'>,
  db: Db,
  { attemptId, payin: { id: orderId, status }, outcome }: LateApproval,
  at: Date,
  voided?: VoidAnswer | 'unknown',
): Promise<void> {
  const before = outcome === null || outcome === 'approved' ? '' : ` that had ended (${outcome})`;
  const taken = `The acquirer approved an attempt${before} of a payin that is ${status}: the money was taken.`;
  await raiseAttention(deps, db, {
    kind: 'payin_approved_after_end',
    orderId,
    attemptId,
    at,
    detail: voided === undefined ? taken : `${taken} ${VOIDED[voided]}`,
  });
}

const VOIDED = {
  voided: 'The acquirer voided or refunded it.',
  requested: 'A void or refund was requested, and the acquirer has not confirmed it yet.',
  too_late: "The acquirer can no longer void it: refund it in the acquirer's portal.",
  unknown: 'It is unknown whether the acquirer voids or refunds it.',
} as const satisfies Record<VoidAnswer | 'unknown', string>;

/**
 * Asks the acquirer to void a late approval, if the adapter supports voids, and updates the exception queue with the
 * answer. If the process dies before that, the queue still says that the money was taken, and a person does the rest.
 *
 * Holds no lock and no transaction while it waits for the acquirer.
 */
export async function voidLateApproval(deps: CallContext, attemptId: string): Promise<void> {
  const late = await selectAttempt(deps.batches, attemptId);
  if (late === undefined) return;
  const voided = await voidPayment(deps, late);
  if (voided !== 'not_supported')
    await raiseLateApproval(deps, deps.db, late.state, deps.now(), voided);
}

async function voidPayment(
  deps: CallContext,
  found: FoundAttempt,
): Promise<VoidAnswer | 'unknown' | 'not_supported'> {
  const { outcome } = await callAboutAttempt<{ outcome: VoidAnswer | 'not_supported' }>(
    deps,
    found,
    {
      name: 'void',
      send: async (acquirer, _saveReference, signal) => ({
        outcome: (await acquirer.void?.(found.attempt, signal)) ?? 'not_supported',
      }),
    },
  );
  return outcome;
}

/**
 * Puts in the exception queue that an attempt was paid twice, and voids the second payment if the adapter can. The
 * order is credited once.
 */
export async function raiseSecondPayment(
  deps: CallContext,
  { attemptId, payin: { id: orderId }, reference: first }: AttemptState,
  reference: string,
  notification: TerminalNotification | undefined,
): Promise<void> {
  const second = { attemptId, orderId, reference };
  const message = `The acquirer approved ${reference} for an attempt that it had approved as ${first}: the money was taken twice.`;
  if (!(await recordContradiction(deps, notification, { orderId, attemptId, message }))) return;
  deps.background.run(voidSecondPayment(deps, second));
}

interface SecondPayment {
  attemptId: string;
  orderId: string;
  reference: string;
}

async function voidSecondPayment(
  deps: CallContext,
  { attemptId, orderId, reference }: SecondPayment,
): Promise<void> {
  const paid = await selectAttempt(deps.batches, attemptId);
  if (paid === undefined) return;
  const voided = await voidPayment(deps, { ...paid, attempt: { ...paid.attempt, reference } });
  if (voided === 'not_supported') return;
  const message = `${reference}: ${VOIDED[voided]}`;
  await recordContradiction(deps, undefined, { orderId, attemptId, message });
}

/**
 * Puts in the exception queue that nothing was taken of an attempt that had been approved. Its merchant was credited,
 * so a person has to look.
 */
export async function raiseNothingTaken(
  deps: CallContext,
  { attemptId, payin: { id: orderId } }: AttemptState,
  outcome: string,
  notification: TerminalNotification,
): Promise<void> {
  const message = `The acquirer approved the attempt, and now reports that nothing was taken (${outcome}).`;
  await recordContradiction(deps, notification, { orderId, attemptId, message });
}
