import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** A refund that counts against its payin: it succeeded, is under way, or was made after its end. */
export const IS_REFUND_COUNTED = sql<boolean>`(refunds.status <> 'FAILED' or refunds.made_after_end)`;

/** The right fee of a method's orders that were created in a time. */
export interface FeeCorrection {
  methodId: string;
  direction: OrderDirection;
  from: Date;
  before: Date;
  percent: string;
  /** Null for each order's own. */
  fixedMinor: bigint | null;
}

/** What the orders that succeeded were charged, and should have been; less what refunds returned, or would have. */
export interface CorrectedFees {
  orders: number;
  /** Orders that have not ended: their fee is not known to be wrong yet. */
  open: number;
  chargedMinor: bigint;
  correctMinor: bigint;
}

/**
 * Returns SQL for an order's fee by the row `correction`: as `feeTotal` computes it with the order's own limits, and at
 * most the amount.
 */
function feeBy(order: string, amount = `${order}.amount_minor`): string {
  return `least(${amount}, ${order}.fee_max_minor, greatest(${order}.fee_min_minor,
    round(${amount} * correction.fee_percent * 0.01)
      + coalesce(correction.fee_fixed_minor, ${order}.fee_fixed_minor)))::bigint`;
}

/** Joins `correction`, the correction that a payin's fee has had. There is at most one. */
export const CORRECTION_OF_PAYIN = `left join adjustments correction
  on correction.method_id = payin.method_id and correction.status = 'posted'
    and correction.fee_from <= payin.created_at and correction.fee_before > payin.created_at`;

/** SQL for the fee of a payin, corrected if `correction` has a row. */
export const FEE_OF_PAYIN = `case when correction.id is null then payin.fee_total_minor else ${feeBy('payin')} end`;

/** Returns SQL for `fee × refunded / amount`, rounded half up once, as refunds return it. */
export function shareOfFee(fee: string, refunded: string, amount: string): string {
  return `div(2 * (${fee})::numeric * ${refunded} + ${amount}, 2 * ${amount})::bigint`;
}

/**
 * Returns whether a correction is of this difference, and keeps it so until the transaction ends: refunds of the gate
 * that returned a share of the fee have been committed, or are decided again.
 *
 * Locks the gate's account. Computes without that lock, and once more with it if refunds came meanwhile.
 */
export async function lockCorrection(
  trx: Db,
  correction: FeeCorrection,
  { gateId, currency, amountMinor }: { gateId: string; currency: Currency; amountMinor: bigint },
): Promise<boolean> {
  const isRight = async () => {
    const { chargedMinor, correctMinor } = await computeCorrection(trx, correction);
    return chargedMinor - correctMinor === amountMinor;
  };
  const before = await sumRefundableVersions(trx, correction);
  if (!(await isRight())) return false;
  await sql`
    update gate_accounts set fee_corrections = fee_corrections + 1
    where gate_id = ${gateId} and currency = ${currency}`.execute(trx);
  return (await sumRefundableVersions(trx, correction)) === before || isRight();
}

/** Returns a number that grows with each change of how much of the orders is refunded. */
async function sumRefundableVersions(db: Db, { methodId, from, before }: FeeCorrection) {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(refundable_version), 0)::bigint as sum from payins
    where method_id = ${methodId} and created_at >= ${from} and created_at < ${before}
      and refundable_version > 0`.execute(db);
  return rows[0]?.sum;
}

/** Computes a correction from each order. The parts of a payout share the fee of the whole, as they did at first. */
export async function computeCorrection(
  db: Db,
  { methodId, direction, from, before, percent, fixedMinor }: FeeCorrection,
): Promise<CorrectedFees> {
  const isPayin = direction === 'payin';
  const refunds = sql`(
      select sum(amount_minor) as refunded, sum(fee_returned_minor) as returned
      from refunds where payin_id = ordered.id and ${IS_REFUND_COUNTED})`;
  const { rows } = await sql<CorrectedFees>`
    with correction as (
      select ${percent}::numeric as fee_percent, ${fixedMinor}::bigint as fee_fixed_minor
    ), ordered as (
      select id, status, amount_minor, fee_total_minor, fee_min_minor, fee_max_minor, fee_fixed_minor,
        ${sql.raw(isPayin ? 'id as whole, 0 as part' : 'group_id as whole, part')}
      from ${sql.table(`${direction}s`)}
      where method_id = ${methodId} and created_at >= ${from} and created_at < ${before}
    ), summed as (
      select ordered.*, sum(amount_minor) over (partition by whole) as sum_minor from ordered
    ), priced as (
      select summed.*, ${sql.raw(feeBy('summed', 'summed.sum_minor'))} as fee from summed, correction
    ), shared as (
      select priced.*, div(fee::numeric * amount_minor, sum_minor) as share,
        lead(id) over (partition by whole order by part) is null as is_last from priced
    ), fees as (
      select ordered.*, case when not is_last then share else fee - coalesce(sum(share) over (
        partition by whole order by part rows between unbounded preceding and 1 preceding), 0) end as correct
      from shared ordered
    ), counted as (
      select ordered.status, fee_total_minor - coalesce(returned, 0) as charged, correct - case
        when returned > 0 then ${sql.raw(shareOfFee('correct', 'refunded', 'ordered.amount_minor'))}
        else 0 end as correct
      from fees ordered left join lateral ${isPayin ? refunds : sql`(select 0 as refunded, 0 as returned)`} earlier on true
    )
    select count(*) filter (where status = 'SUCCESS')::integer as orders,
      count(*) filter (where status not in ('SUCCESS', 'FAILED', 'CLOSED'))::integer as open,
      coalesce(sum(charged) filter (where status = 'SUCCESS'), 0)::bigint as "chargedMinor",
      coalesce(sum(correct) filter (where status = 'SUCCESS'), 0)::bigint as "correctMinor"
    from counted`.execute(db);
  const [fees] = rows;
  if (fees === undefined) throw new Error('A correction has no sums');
  return fees;
}
