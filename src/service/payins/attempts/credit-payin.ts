import type { Kysely } from 'kysely';
import { payinSuccess, type Movement } from '#domain/ledger/posting.ts';
import type { RetentionTable } from '../../platform/database/tables/ledger.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import { prepared } from '../../platform/database/statement.ts';
import { post } from '../../ledger/post.ts';

const DAY_MS = 86_400_000;

/**
 * Credits a payin that has just succeeded to its gate, and records what is retained and until when. The
 * caller holds the order locked; this locks the gate's account.
 */
export async function creditPayin(
  trx: Kysely<Tables>,
  payin: PayinRow,
  { at, rollingReleaseDays }: { at: Date; rollingReleaseDays: number },
): Promise<void> {
  const retained = retentions(payin, at, rollingReleaseDays);
  if (retained.length > 0) {
    await prepared(trx, trx.insertInto('retentions').values(retained).compile());
  }
  const result = await post(trx, creditOf(payin), { orderId: payin.id, at });
  if (result !== 'posted') throw new Error(`Payin ${payin.id} was not credited: ${result}`);
}

/** The movement that credits a payin to its gate. */
export function creditOf(payin: PayinRow): Movement {
  return payinSuccess({
    gateId: payin.gate_id,
    currency: payin.currency,
    amountMinor: payin.amount_minor,
    paid: {
      currency: payin.payment_method_currency,
      amountMinor: payin.payment_method_amount_minor,
    },
    feeTotalMinor: payin.fee_total_minor,
    holdMinor: payin.hold_minor,
    rollingMinor: payin.rolling_minor,
  });
}

/** What is retained of a payin that succeeds now, and until when. */
export function retentions(
  payin: PayinRow,
  at: Date,
  rollingReleaseDays: number,
): Omit<RetentionTable, 'released_at'>[] {
  const common = { payin_id: payin.id, gate_id: payin.gate_id, currency: payin.currency };
  const plan = [
    { bucket: 'hold', amount_minor: payin.hold_minor, days: payin.settlement_period_days },
    { bucket: 'rolling', amount_minor: payin.rolling_minor, days: rollingReleaseDays },
  ] as const;
  return plan
    .filter(({ amount_minor }) => amount_minor > 0n)
    .map(({ bucket, amount_minor, days }) => ({
      ...{ ...common, bucket, amount_minor },
      due_at: new Date(at.getTime() + days * DAY_MS),
    }));
}
