import { formatMinor } from '#domain/money.ts';
import { isUnderWay } from '#domain/order/status.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { Receipt } from '../providers/port.ts';
import { referenceIn, type ReportedOutcome } from './attempt.ts';
import { methodDataChanges } from './method-data.ts';
import type { OpenAttempt } from './store/attempts.ts';
import { annotatePayin } from './store/payins.ts';
import {
  insertReceipts,
  lockEndedAttempt,
  queueReceipts,
  type NewReceipt,
} from './store/receipts.ts';

type Deps = Pick<ServiceContext, 'newId' | 'log'>;
type TransferDeps = Pick<ServiceContext, 'newId' | 'keyring'>;

interface Weighed {
  open: OpenAttempt;
  reported: ReportedOutcome;
  receipts: readonly NewReceipt[];
}

/**
 * What an answer means, where it needs no lock: nothing has arrived, before or now, or exactly the amount. The
 * order has then what the answer says of its payer.
 */
export function weighAtOnce(
  { keyring, newId }: Pick<TransferDeps, 'keyring' | 'newId'>,
  open: OpenAttempt,
  reported: ReportedOutcome,
): Weighed | undefined {
  const { payin } = open;
  if (payin.payment_source === 'CARD') return { open, reported, receipts: [] };
  const receipts = receiptsIn(reported);
  const isAmount = sumOf(receipts) === payin.payment_method_amount_minor;
  const areOnce = new Set(receipts.map(({ reference }) => reference)).size === receipts.length;
  if (open.receivedMinor > 0n || !areOnce || !(isAmount || receipts.length === 0)) return undefined;
  return {
    open: { ...open, payin: { ...payin, ...methodDataChanges(keyring, payin, reported) } },
    reported: isAmount ? approvedByAmount(reported) : reported,
    receipts: receipts.map((receipt) => ({ id: newId(), ...receipt })),
  };
}

interface RecordedTransfer {
  open: OpenAttempt;
  received: Received;
  reported: ReportedOutcome;
}

/**
 * Records what an answer says of amounts and of the payer, where the order is not paid by card. What has
 * arrived decides where the acquirer has not: the whole amount, but for the tolerance, is an approval.
 */
export async function recordTransfer(
  context: TransferDeps,
  trx: Db,
  open: OpenAttempt,
  reported: ReportedOutcome,
  at: Date,
): Promise<RecordedTransfer> {
  if (open.payin.payment_source === 'CARD' || reported.outcome === 'unknown') {
    return { open, received: NOTHING_RECEIVED, reported };
  }
  const of = { attemptId: open.id, payinId: open.payin.id };
  const received = await recordReceipts(context, trx, of, receiptsIn(reported), at);
  const changes = methodDataChanges(context.keyring, open.payin, reported);
  const payin = { ...open.payin, ...changes };
  if (changes !== undefined || received.receivedMinor > open.receivedMinor) {
    // Later than before in any case: who has read the order without a lock finds that it has changed.
    payin.updated_at = new Date(Math.max(at.getTime(), open.payin.updated_at.getTime() + 1));
    await annotatePayin(trx, open.payin, dataColumns(payin), payin.updated_at);
  }
  const decides = isUnderWay(payin.status) && isEnough(received, payin);
  return {
    open: { ...open, payin },
    received,
    reported: decides ? approvedByAmount(reported) : reported,
  };
}

function dataColumns({ payment_method_data: data, payer_sealed }: PayinRow) {
  return { payment_method_data: data && JSON.stringify(data), payer_sealed };
}

const WAITS_FOR_AMOUNT: ReadonlySet<ReportedOutcome['outcome']> = new Set(['waiting', 'abandoned']);

/** That enough has arrived decides where the acquirer has not. */
function approvedByAmount(reported: ReportedOutcome): ReportedOutcome {
  return WAITS_FOR_AMOUNT.has(reported.outcome)
    ? { outcome: 'approved', reference: referenceIn(reported), by: 'amount' }
    : reported;
}

/** What has arrived for an attempt so far, and how much of its amount may be missing. */
export interface Received {
  receivedMinor: bigint;
  toleranceMinor: bigint;
}

const NOTHING_RECEIVED: Received = { receivedMinor: 0n, toleranceMinor: 0n };

export function sumOf(receipts: readonly Receipt[] | undefined): bigint {
  return (receipts ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** What an answer says of amounts that arrived. */
function receiptsIn(reported: ReportedOutcome): readonly Receipt[] {
  return 'receipts' in reported ? (reported.receipts ?? []) : [];
}

/**
 * Records the amounts that an acquirer says have arrived for an attempt: each once, by the acquirer's
 * reference, whatever repeats it and in whatever sequence.
 *
 * The caller holds the order locked.
 */
async function recordReceipts(
  { newId }: Pick<Deps, 'newId'>,
  trx: Db,
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
function isEnough(
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
  trx: Db,
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
    return raise('received_more', `${queued} arrived above the order's amount: ${of} in total.`);
  }
  return raise('received_late', `${queued} arrived for a payin that is ${payin.status}.`);
}

/**
 * The same at the end of an attempt for which less than the amount arrived: all of it, or nothing where the
 * acquirer approved it nevertheless.
 */
export async function queueShort(
  deps: Deps,
  trx: Db,
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
  trx: Db,
  attemptId: string,
  reported: ReportedOutcome,
  at: Date,
): Promise<boolean> {
  const receipts = receiptsIn(reported);
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
