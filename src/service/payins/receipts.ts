import type { ReceiptRow } from '#domain/order/payin-settlement.ts';
import { formatMinor } from '#domain/money.ts';
import { shareHalfUp } from '#domain/order/refund.ts';
import { chargeShortfall } from '../ledger/refund.ts';
import { raiseAttention } from '../orders/exception-queue.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { Receipt } from '../acquirers/port.ts';
import type { ReportedOutcome } from './attempt.ts';
import { queueReceipts } from './store/receipts.ts';

export function sumOf(receipts: readonly Receipt[] | undefined): bigint {
  return (receipts ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/** Returns the receipts that an answer reports. */
export function receiptsIn(reported: ReportedOutcome): readonly Receipt[] {
  return 'receipts' in reported ? (reported.receipts ?? []) : [];
}

/** An attempt with receipts that its order is not simply credited for. */
interface ReceivedMoney {
  attemptId: string;
  payin: PayinRow;
  receivedMinor: bigint;
  /** What was accepted as missing before. */
  shortfallMinor: bigint;
  at: Date;
}

/**
 * Charges the merchant what is missing, or puts in the exception queue what arrived without being credited, as was
 * decided. What was queued before is not queued again.
 *
 * The caller holds the order locked. May lock its retentions and the gate's account.
 */
export async function settleReceipts(
  deps: Pick<ServiceContext, 'newId' | 'log'>,
  trx: Db,
  { attention, queued, posting }: ReceiptRow,
  money: ReceivedMoney,
): Promise<void> {
  const { attemptId, payin, shortfallMinor, at } = money;
  if (posting === 'payin_shortfall') await chargeMissing(trx, money);
  if (attention === undefined) return;
  const creditedMinor =
    queued === 'excess' ? payin.payment_method_amount_minor - shortfallMinor : 0n;
  const queuedMinor =
    queued === undefined ? 0n : await queueReceipts(trx, { attemptId, creditedMinor });
  if (attention !== 'received_less' && queuedMinor === 0n) return;
  const detail = ATTENTION[attention](money, queuedMinor);
  await raiseAttention(deps, trx, { kind: attention, orderId: payin.id, attemptId, at, detail });
}

const ATTENTION = {
  received_less: (money) => `${amountsOf(money)} arrived. The payin is ${money.payin.status}.`,
  received_more: (money, queuedMinor) => {
    const above =
      money.shortfallMinor === 0n ? "the order's amount" : 'what was accepted as enough';
    return `${inWords(money, queuedMinor)} arrived above ${above}: ${amountsOf(money)} in total.`;
  },
  received_late: (money, queuedMinor) =>
    `${inWords(money, queuedMinor)} arrived for a payin that is ${money.payin.status}.`,
} as const satisfies Record<
  NonNullable<ReceiptRow['attention']>,
  (money: ReceivedMoney, queuedMinor: bigint) => string
>;

function inWords({ payin }: ReceivedMoney, amountMinor: bigint): string {
  return `${formatMinor(amountMinor)} ${payin.payment_method_currency}`;
}

function amountsOf(money: ReceivedMoney): string {
  const { payment_method_amount_minor: amountMinor } = money.payin;
  return `${formatMinor(money.receivedMinor)} of ${inWords(money, amountMinor)}`;
}

/** What is missing from a payin that has just succeeded with less than its amount, in the payer's currency. */
export function missingMinor({ payin, receivedMinor }: Omit<ReceivedMoney, 'at'>): bigint {
  return payin.payment_method_amount_minor - receivedMinor;
}

async function chargeMissing(trx: Db, money: ReceivedMoney): Promise<void> {
  const { payin, at } = money;
  const amountMinor = missingMinor(money);
  const { id: payinId, gate_id: gateId, currency } = payin;
  const missing = { currency: payin.payment_method_currency, amountMinor };
  await chargeShortfall(
    trx,
    { payinId, gateId, currency, missing, at },
    shareHalfUp(payin.amount_minor, amountMinor, payin.payment_method_amount_minor),
  );
}
