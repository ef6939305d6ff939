import { formatMinor } from '#domain/money.ts';
import { shareHalfUp } from '#domain/order/refund.ts';
import { isUnderWay } from '#domain/order/status.ts';
import { chargeShortfall } from '../ledger/refund.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { Receipt } from '../acquirers/port.ts';
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

interface EvaluatedAnswer {
  open: OpenAttempt;
  reported: ReportedOutcome;
  receipts: readonly NewReceipt[];
}

/**
 * Evaluates an answer that needs no lock: the attempt has no receipts, and the answer has none either, or exactly the
 * order's amount. A card payment never has receipts.
 *
 * @returns the order with the payer's data from the answer; undefined if the receipts need the order's lock
 */
export function evaluateWithoutLock(
  { keyring, newId }: Pick<TransferDeps, 'keyring' | 'newId'>,
  open: OpenAttempt,
  reported: ReportedOutcome,
): EvaluatedAnswer | undefined {
  const { payin } = open;
  if (payin.payment_source === 'CARD') return { open, reported, receipts: [] };
  const receipts = receiptsIn(reported);
  const isFullAmount = sumOf(receipts) === payin.payment_method_amount_minor;
  const areDistinct = new Set(receipts.map(({ reference }) => reference)).size === receipts.length;
  if (open.receivedMinor > 0n || !areDistinct || !(isFullAmount || receipts.length === 0))
    return undefined;
  return {
    open: { ...open, payin: { ...payin, ...methodDataChanges(keyring, payin, reported) } },
    reported: isFullAmount ? approvedByAmount(reported) : reported,
    receipts: receipts.map((receipt) => ({ id: newId(), ...receipt })),
  };
}

interface RecordedTransfer {
  open: OpenAttempt;
  received: Received;
  reported: ReportedOutcome;
}

/**
 * Records the receipts and the payer's data of an answer, if the order is not paid by card. The whole amount, less the
 * method's tolerance, is an approval, whatever the acquirer calls the outcome.
 *
 * The caller holds the order and the attempt locked.
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
    // Always later than before, so that a process that read the order without a lock notices the change.
    payin.updated_at = new Date(Math.max(at.getTime(), open.payin.updated_at.getTime() + 1));
    await annotatePayin(trx, open.payin, dataColumns(payin), payin.updated_at);
  }
  const isPaidInFull = isUnderWay(payin.status) && isAmountReceived(received, payin);
  return {
    open: { ...open, payin },
    received,
    reported: isPaidInFull ? approvedByAmount(reported) : reported,
  };
}

function dataColumns({ payment_method_data: data, payer_sealed }: PayinRow) {
  return { payment_method_data: data && JSON.stringify(data), payer_sealed };
}

/** Turns any other outcome than an approval into an approval by the amount that arrived. */
function approvedByAmount(reported: ReportedOutcome): ReportedOutcome {
  return reported.outcome === 'approved'
    ? reported
    : { outcome: 'approved', reference: referenceIn(reported), by: 'amount' };
}

/** What has arrived for an attempt so far, and how much of the amount may be missing all the same. */
export interface Received {
  receivedMinor: bigint;
  toleranceMinor: bigint;
}

const NOTHING_RECEIVED: Received = { receivedMinor: 0n, toleranceMinor: 0n };

export function sumOf(receipts: readonly Receipt[] | undefined): bigint {
  return (receipts ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** Returns the receipts that an answer reports. */
function receiptsIn(reported: ReportedOutcome): readonly Receipt[] {
  return 'receipts' in reported ? (reported.receipts ?? []) : [];
}

/**
 * Records the receipts that an acquirer reports for an attempt. Each is recorded once, by the acquirer's reference,
 * however often and in whatever order it is reported.
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

/** Returns whether the whole amount has arrived, less the tolerance. */
function isAmountReceived(
  { receivedMinor, toleranceMinor }: Received,
  { payment_method_amount_minor: amountMinor }: Pick<PayinRow, 'payment_method_amount_minor'>,
): boolean {
  return receivedMinor > 0n && receivedMinor + toleranceMinor >= amountMinor;
}

type ReceivingPayin = Pick<
  PayinRow,
  'id' | 'status' | 'payment_method_amount_minor' | 'payment_method_currency'
>;

interface UncreditedMoney {
  attemptId: string;
  payin: ReceivingPayin;
  /** Whether this attempt paid the order. */
  paid: boolean;
  /** What was accepted as missing then. */
  shortfallMinor?: bigint;
}

/**
 * Puts in the exception queue what arrived for an attempt without being credited: everything, or, if this attempt paid
 * the order, only what exceeds the order's amount. What was queued before is not queued again.
 *
 * The caller holds the order locked.
 */
export async function queueUncredited(
  deps: Deps,
  trx: Db,
  { attemptId, payin, paid, shortfallMinor = 0n }: UncreditedMoney,
  { receivedMinor }: Received,
  at: Date,
): Promise<void> {
  const creditedMinor = paid ? payin.payment_method_amount_minor - shortfallMinor : 0n;
  const raise = (kind: Parameters<typeof raiseAttention>[2]['kind'], detail: string) =>
    raiseAttention(deps, trx, { kind, orderId: payin.id, attemptId, at, detail });
  if (receivedMinor <= creditedMinor) return;
  const queuedMinor = await queueReceipts(trx, { attemptId, creditedMinor });
  if (queuedMinor === 0n) return;
  const queued = `${formatMinor(queuedMinor)} ${payin.payment_method_currency}`;
  if (paid) {
    const of = amountsOf(payin, receivedMinor);
    const above = shortfallMinor === 0n ? "the order's amount" : 'what was accepted as enough';
    return raise('received_more', `${queued} arrived above ${above}: ${of} in total.`);
  }
  return raise('received_late', `${queued} arrived for a payin that is ${payin.status}.`);
}

/**
 * Puts in the exception queue, at the end of an attempt, that too little arrived for it: its order did not succeed, or
 * the acquirer approved it for less than the amount. Without success, marks everything that arrived as queued.
 *
 * The caller holds the order locked.
 */
export async function queueUnderpayment(
  deps: Deps,
  trx: Db,
  { attemptId, payin }: { attemptId: string; payin: ReceivingPayin },
  received: Received,
  at: Date,
): Promise<void> {
  const { receivedMinor } = received;
  const isCredited = payin.status === 'SUCCESS';
  if (receivedMinor === 0n || (isCredited && isAmountReceived(received, payin))) return;
  if (!isCredited) await queueReceipts(trx, { attemptId, creditedMinor: 0n });
  await raiseAttention(deps, trx, {
    kind: 'received_less',
    orderId: payin.id,
    attemptId,
    at,
    detail: `${amountsOf(payin, receivedMinor)} arrived. The payin is ${payin.status}.`,
  });
}

/**
 * Charges the merchant what is missing from a payin that has just succeeded with less than its amount, within the
 * method's tolerance.
 *
 * The caller holds the order locked. Locks its retentions and the gate's account.
 */
export async function chargeMissing(
  { metrics }: Pick<ServiceContext, 'metrics'>,
  trx: Db,
  payin: PayinRow,
  received: Received,
  at: Date,
): Promise<void> {
  const { payment_method_amount_minor: paidMinor, payment_method_currency: currency } = payin;
  const missingMinor = paidMinor - received.receivedMinor;
  if (missingMinor <= 0n || !isAmountReceived(received, payin)) return;
  const missing = { currency, amountMinor: missingMinor };
  const { id: payinId, gate_id: gateId, method_id: methodId } = payin;
  await chargeShortfall(
    trx,
    { payinId, gateId, currency: payin.currency, missing, at },
    shareHalfUp(payin.amount_minor, missingMinor, paidMinor),
  );
  metrics.shortfallAccepted({ methodId, ...missing });
}

function amountsOf(payin: ReceivingPayin, receivedMinor: bigint): string {
  const { payment_method_amount_minor: amountMinor, payment_method_currency: currency } = payin;
  return `${formatMinor(receivedMinor)} of ${formatMinor(amountMinor)} ${currency}`;
}

/**
 * Records the receipts that an answer reports for an attempt that has ended. What its order is not credited for goes to
 * the exception queue.
 *
 * Locks the order.
 *
 * @returns false if the answer reports no receipts or the attempt has not ended
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
  const { outcome, shortfallMinor, ...payin } = ended;
  const of = { attemptId, payinId: payin.id };
  const received = await recordReceipts(deps, trx, of, receipts, at);
  const paid = outcome === 'approved' && payin.status === 'SUCCESS';
  const money = { attemptId, payin, paid, shortfallMinor };
  await queueUncredited(deps, trx, money, received, at);
  return true;
}
