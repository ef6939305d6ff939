import { formatMinor } from '#domain/money.ts';
import type { Kysely } from 'kysely';
import { raiseAttention } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import type { Receipt } from '../providers/port.ts';
import type { PayinOutcome } from './attempt.ts';
import { insertReceipts, lockEndedAttempt, queueReceipts } from './store/receipts.ts';

type Deps = Pick<ServiceContext, 'newId' | 'log'>;

/** What has arrived for an attempt so far, and how much of its amount may be missing. */
export interface Received {
  receivedMinor: bigint;
  toleranceMinor: bigint;
}

export const NOTHING_RECEIVED: Received = { receivedMinor: 0n, toleranceMinor: 0n };

export function sumOf(receipts: readonly Receipt[] | undefined): bigint {
  return (receipts ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** What an answer says of amounts that arrived. */
export function receiptsIn(
  reported: PayinOutcome | { outcome: 'not_taken' | 'unknown' | 'approved' },
): readonly Receipt[] {
  return 'receipts' in reported ? (reported.receipts ?? []) : [];
}

/**
 * Records the amounts that an acquirer says have arrived for an attempt: each once, by the acquirer's
 * reference, whatever repeats it and in whatever sequence.
 *
 * The caller holds the order locked.
 */
export async function recordReceipts(
  { newId }: Pick<Deps, 'newId'>,
  trx: Kysely<Tables>,
  { attemptId, payinId }: { attemptId: string; payinId: string },
  receipts: readonly Receipt[],
  at: Date,
): Promise<Received> {
  return insertReceipts(trx, {
    attemptId,
    payinId,
    at,
    receipts: receipts.map((receipt) => ({ id: newId(), ...receipt })),
  });
}

/** Whether what arrived is the amount, but for the tolerance. */
export function isEnough(
  { receivedMinor, toleranceMinor }: Received,
  { payment_method_amount_minor: amountMinor }: Pick<PayinRow, 'payment_method_amount_minor'>,
): boolean {
  return receivedMinor > 0n && receivedMinor + toleranceMinor >= amountMinor;
}

type ReceivingPayin = Pick<
  PayinRow,
  'id' | 'status' | 'payment_method_amount_minor' | 'payment_method_currency'
>;

/**
 * Puts in the exception queue what arrived for an attempt and its order is not credited for: all of it, or
 * what is beyond the amount of an order that this attempt paid. What was put there before is not again.
 *
 * The caller holds the order locked.
 */
export async function queueUncredited(
  deps: Deps,
  trx: Kysely<Tables>,
  { attemptId, payin, paid }: { attemptId: string; payin: ReceivingPayin; paid: boolean },
  { receivedMinor }: Received,
  at: Date,
): Promise<void> {
  const creditedMinor = paid ? payin.payment_method_amount_minor : 0n;
  const raise = (kind: Parameters<typeof raiseAttention>[2]['kind'], detail: string) =>
    raiseAttention(deps, trx, { kind, orderId: payin.id, attemptId, at, detail });
  if (receivedMinor <= creditedMinor) return;
  const queuedMinor = await queueReceipts(trx, { attemptId, creditedMinor });
  if (queuedMinor === 0n) return;
  const queued = `${formatMinor(queuedMinor)} ${payin.payment_method_currency}`;
  if (paid) {
    const of = amountsOf(payin, receivedMinor);
    return raise('received_more', `${queued} arrived beyond the order's amount: ${of} in all.`);
  }
  return raise('received_late', `${queued} arrived for a payin that is ${payin.status}.`);
}

/**
 * The same at the end of an attempt for which less than the amount arrived: all of it, or nothing where the
 * acquirer approved it nevertheless.
 */
export async function queueShort(
  deps: Deps,
  trx: Kysely<Tables>,
  { attemptId, payin }: { attemptId: string; payin: ReceivingPayin },
  received: Received,
  at: Date,
): Promise<void> {
  const { receivedMinor } = received;
  const isCredited = payin.status === 'SUCCESS';
  if (receivedMinor === 0n || (isCredited && isEnough(received, payin))) return;
  if (!isCredited) await queueReceipts(trx, { attemptId, creditedMinor: 0n });
  await raiseAttention(deps, trx, {
    kind: 'received_less',
    orderId: payin.id,
    attemptId,
    at,
    detail: `${amountsOf(payin, receivedMinor)} arrived. The payin is ${payin.status}.`,
  });
}

function amountsOf(payin: ReceivingPayin, receivedMinor: bigint): string {
  const { payment_method_amount_minor: amountMinor, payment_method_currency: currency } = payin;
  return `${formatMinor(receivedMinor)} of ${formatMinor(amountMinor)} ${currency}`;
}

/**
 * Records what arrived for an attempt after it had ended: all of it is for a person to see to.
 *
 * @returns false where nothing arrived
 */
export async function takeLateReceipts(
  deps: Deps,
  trx: Kysely<Tables>,
  attemptId: string,
  receipts: readonly Receipt[],
  at: Date,
): Promise<boolean> {
  if (receipts.length === 0) return false;
  const ended = await lockEndedAttempt(trx, attemptId);
  if (ended === undefined) return false;
  const { outcome, ...payin } = ended;
  const of = { attemptId, payinId: payin.id };
  const received = await recordReceipts(deps, trx, of, receipts, at);
  const paid = outcome === 'approved' && payin.status === 'SUCCESS';
  await queueUncredited(deps, trx, { attemptId, payin, paid }, received, at);
  return true;
}
