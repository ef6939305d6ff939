import { refundCorrection } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { RefundRow } from '../platform/database/tables/refunds.ts';
import { post } from './post.ts';
import { lockGateAccounts } from './store.ts';

/** A refund that counts against its payin: it succeeded, is under way, or was made after its end. */
export const IS_REFUND_COUNTED = sql<boolean>`(refunds.status <> 'FAILED' or refunds.made_after_end)`;

/** SQL for whether a refund counts and its merchant was debited for it. */
export const IS_REFUND_DEBITED = `(refunds.status <> 'FAILED' or refunds.made_after_end and refunds.taken_at is not null)`;

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

interface FeeSql {
  fee: string;
  amount: string;
}

const OF_PAYIN: FeeSql = { fee: FEE_OF_PAYIN, amount: 'payin.amount_minor' };

/**
 * Returns SQL that sums which part of a payin's fee, as it is corrected, the rows `refunds` return. Those whose share is
 * of another fee return, together, the share of this one, rounded half up once; any other returns its own share.
 *
 * @param counted SQL for which of the rows count
 */
export function sumReturned(counted = 'true', { fee, amount }: FeeSql = OF_PAYIN): string {
  const sum = (column: string, compared: string) => `coalesce(sum(refunds.${column}) filter (
    where ${counted} and refunds.payin_fee_minor ${compared} (${fee})), 0)`;
  return `(${sum('fee_returned_minor', '=')}
    + coalesce(div(2 * (${fee})::numeric * ${sum('amount_minor', '<>')} + ${amount}, 2 * ${amount}), 0))::bigint`;
}

/**
 * Returns whether all orders of a correction have ended and it is of this difference, and keeps it so until the
 * transaction ends: refunds of the gate that returned a share of the fee, or failed, have been committed, or find the
 * correction.
 *
 * Locks the gate's account. Computes without that lock, and once more with it if refunds came meanwhile.
 */
export async function lockCorrection(
  trx: Db,
  correction: FeeCorrection,
  { gateId, currency, amountMinor }: { gateId: string; currency: Currency; amountMinor: bigint },
): Promise<boolean> {
  const isRight = async () => {
    const { open, chargedMinor, correctMinor } = await computeCorrection(trx, correction);
    return open === 0 && chargedMinor - correctMinor === amountMinor;
  };
  const before = await readVersion(trx, correction);
  if (!(await isRight())) return false;
  await sql`
    update gate_accounts set fee_corrections = fee_corrections + 1
    where gate_id = ${gateId} and currency = ${currency}`.execute(trx);
  return (await readVersion(trx, correction)) === before || isRight();
}

/** Returns a number that grows with each change of how much of the orders is refunded. */
async function readVersion(db: Db, { methodId, from, before }: FeeCorrection) {
  const { rows } = await sql<{ version: bigint }>`
    select coalesce(sum(refundable_version + (
      select count(*) from refunds where payin_id = payins.id and status = 'FAILED'
    )), 0)::bigint as version from payins
    where method_id = ${methodId} and created_at >= ${from} and created_at < ${before}
      and refundable_version > 0`.execute(db);
  return rows[0]?.version;
}

/**
 * Returns a refund's share of its payin's fee, as that fee is corrected: with it, the refunds that were debited return
 * together what they would have returned of the right fee.
 *
 * Locks the gate's account until the transaction ends, so that the fee is not corrected meanwhile, and other refunds of
 * the payin are seen debited or not.
 */
export async function lockShare(
  trx: Db,
  refund: RefundRow,
): Promise<Pick<RefundRow, 'payin_fee_minor' | 'fee_returned_minor' | 'cost_minor'>> {
  const { id, payin_id: payinId, gate_id: gateId, currency } = refund;
  const { payin_fee_minor, fee_returned_minor, cost_minor } = refund;
  const [account] = await lockGateAccounts(trx, [{ gateId, currency }]);
  if (account?.fee_corrections === 0n || payin_fee_minor === null)
    return { payin_fee_minor, fee_returned_minor, cost_minor };
  const counted = (condition: string) => sql.raw(sumReturned(condition));
  const { rows } = await sql<{ fee: bigint; share: bigint }>`
    select ${sql.raw(FEE_OF_PAYIN)} as fee, returned.share
    from (select ${id}::uuid as id) refund, payins payin ${sql.raw(CORRECTION_OF_PAYIN)}
    cross join lateral (
      select ${counted(`(${IS_REFUND_DEBITED} or refunds.id = refund.id)`)}
        - ${counted(`(${IS_REFUND_DEBITED} and refunds.id <> refund.id)`)} as share
      from refunds where refunds.payin_id = payin.id
    ) returned
    where payin.id = ${payinId}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error(`Refund ${id} has no payin`);
  return {
    payin_fee_minor: found.fee,
    fee_returned_minor: found.share,
    cost_minor: cost_minor + fee_returned_minor - found.share,
  };
}

/**
 * Posts what a refund that came to nothing, after its payin's fee was corrected, returned more or less of the fee than
 * it would have returned of the right one: the correction subtracted the former and the merchant got the latter.
 *
 * Locks the gate's account.
 */
export async function correctUnmadeRefund(trx: Db, refund: RefundRow, at: Date): Promise<void> {
  const { id: orderId, gate_id: gateId, currency } = refund;
  const { fee_returned_minor: rightMinor } = await lockShare(trx, refund);
  const amountMinor = refund.fee_returned_minor - rightMinor;
  if (amountMinor === 0n) return;
  const movement = refundCorrection({ gateId, currency, amountMinor });
  const result = await post(trx, movement, { orderId, at });
  if (result !== 'posted') throw new Error(`${movement.kind} of refund ${orderId}: ${result}`);
}

/** Computes a correction from each order. The parts of a payout share the fee of the whole, as they did at first. */
export async function computeCorrection(
  db: Db,
  { methodId, direction, from, before, percent, fixedMinor }: FeeCorrection,
): Promise<CorrectedFees> {
  const isPayin = direction === 'payin';
  const correctly = { fee: 'ordered.correct', amount: 'ordered.amount_minor' };
  const refunds = sql.raw(`(
      select coalesce(sum(fee_returned_minor), 0) as returned, ${sumReturned('true', correctly)} as correct
      from refunds where payin_id = ordered.id and ${IS_REFUND_DEBITED})`);
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
      select status, fee_total_minor - earlier.returned as charged, ordered.correct - earlier.correct as correct
      from fees ordered cross join lateral ${isPayin ? refunds : sql`(select 0 as returned, 0 as correct)`} earlier
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
