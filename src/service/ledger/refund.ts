import {
  payinShortfall,
  refundRelease,
  refundReserve,
  type RefundSources,
} from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { findSources, type RefundableFunds } from '#domain/order/refund-decision.ts';
import { sql, type Selectable } from 'kysely';
import { column, type InputOf } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import { post } from './post.ts';
import { postingColumns, lockGateAccounts, POSTING_COLUMNS } from './store.ts';

interface Money {
  currency: Currency;
  amountMinor: bigint;
}

/** The details of a refund that its ledger movements need. */
interface RefundedMoney {
  refundId: string;
  payinId: string;
  gateId: string;
  currency: Currency;
  at: Date;
}

/**
 * The reserve of a refund as an input of a batched statement: its movement, and the retentions of the payin that it
 * takes from, with what they must have and what is taken. Without a movement there is nothing to reserve.
 */
export const RESERVE_COLUMNS = {
  ...POSTING_COLUMNS,
  feeCorrections: column<bigint>('bigint'),
  buckets: column<readonly RetentionTable['bucket'][]>('text[]'),
  retainedMinor: column<readonly bigint[]>('bigint[]'),
  takenMinor: column<readonly bigint[]>('bigint[]'),
};

/**
 * Returns a refund's reserve as the input of a statement that includes `COVERED_RESERVES`.
 *
 * @param payin `feeCorrections`: the account's, when the refund's share of the fee was computed
 * @param funds what the sources were taken from
 */
export function reserveColumns(
  payin: Pick<RefundedMoney, 'gateId' | 'currency'> & { feeCorrections: bigint },
  sources: RefundSources | undefined,
  funds: RefundableFunds,
): InputOf<typeof RESERVE_COLUMNS> {
  return {
    ...postingColumns(sources && refundReserve(payin, sources)),
    feeCorrections: payin.feeCorrections,
    ...retentionColumns(sources, funds),
  };
}

function retentionColumns(sources: RefundSources | undefined, funds: RefundableFunds) {
  const taken = [
    { bucket: 'hold', retainedMinor: funds.holdMinor, takenMinor: sources?.holdMinor ?? 0n },
    {
      bucket: 'rolling',
      retainedMinor: funds.rollingMinor,
      takenMinor: sources?.rollingMinor ?? 0n,
    },
  ] as const;
  const parts = taken.filter(({ takenMinor }) => takenMinor > 0n);
  return {
    buckets: parts.map(({ bucket }) => bucket),
    retainedMinor: parts.map(({ retainedMinor }) => retainedMinor),
    takenMinor: parts.map(({ takenMinor }) => takenMinor),
  };
}

/**
 * The parts of a `with` that lock what refunds are taken from. Of the rows `wanted`, which have a position, payin_id,
 * gate_id, currency and `RESERVE_COLUMNS`, the table `covered` has those whose sources are as they were read: the
 * retentions have these amounts, and the available balance, less what the rows before take, covers the cost or, if it
 * pays only a part, is that part; and no correction of fees was posted to the account since. It also has those without
 * a movement.
 *
 * Locks the retentions by payin and bucket, then the gates' accounts.
 */
export const COVERED_RESERVES = sql`
    retained as (
      select wanted.position
      from wanted
        cross join lateral unnest(wanted.buckets, wanted."retainedMinor") as part (bucket, minor)
        join retentions on retentions.payin_id = wanted.payin_id and retentions.bucket = part.bucket
      where retentions.amount_minor = part.minor and retentions.released_at is null
      order by retentions.payin_id, retentions.bucket
      for update of retentions
    ), account as (
      select wanted.position, wanted.gate_id, wanted.currency, wanted.refund_reserve as cost,
        -wanted.available as taken, gate_accounts.available_minor
      from wanted join gate_accounts
        on gate_accounts.gate_id = wanted.gate_id and gate_accounts.currency = wanted.currency
      where wanted.movement is not null
        and gate_accounts.fee_corrections = wanted."feeCorrections"
        and (select count(*) from retained where retained.position = wanted.position)
          = cardinality(wanted.buckets)
      order by gate_accounts.gate_id, gate_accounts.currency
      for update of gate_accounts
    ), available as (
      select position, cost, taken, available_minor + taken
        - sum(taken) over (partition by gate_id, currency order by position) as minor
      from account
    ), covered as (
      select wanted.* from wanted left join available on available.position = wanted.position
      where wanted.movement is null
        or case when taken = cost then minor >= cost else greatest(minor, 0) = taken end
    )`;

/**
 * Takes from retentions that are locked what the rows `moved` take: payin_id, at, buckets and takenMinor. A retention
 * taken in full is marked released, because nothing is left to fall due.
 */
export const TAKE_FROM_RETENTIONS = sql`
    update retentions set amount_minor = retentions.amount_minor - part.minor,
      refunded_minor = retentions.refunded_minor + part.minor,
      released_at = case when retentions.amount_minor = part.minor then moved.at end
    from moved cross join lateral unnest(moved.buckets, moved."takenMinor") as part (bucket, minor)
    where retentions.payin_id = moved.payin_id and retentions.bucket = part.bucket`;

/**
 * Charges the merchant what was accepted as missing from a payin that has just been credited in full: from the same
 * sources as a refund, or else from the available balance, below zero if need be.
 *
 * @param missing in the payer's currency
 * @param amountMinor the same in the payin's currency
 */
export async function chargeShortfall(
  trx: Db,
  payin: Omit<RefundedMoney, 'refundId'> & { missing: Money },
  amountMinor: bigint,
): Promise<void> {
  const { payinId, at } = payin;
  const funds = await lockFunds(trx, payin);
  const sources = findSources(funds, amountMinor) ?? {
    availableMinor: amountMinor,
    holdMinor: 0n,
    rollingMinor: 0n,
  };
  const { buckets, takenMinor } = retentionColumns(sources, funds);
  await sql`
    with moved (payin_id, at, buckets, "takenMinor") as (
      values (${payinId}::uuid, ${at}::timestamptz, ${buckets}::text[], ${takenMinor}::bigint[])
    ) ${TAKE_FROM_RETENTIONS}`.execute(trx);
  const result = await post(trx, payinShortfall(payin, sources), { orderId: payinId, at });
  if (result !== 'posted') throw new Error(`Payin ${payinId}: its shortfall is ${result}`);
}

/**
 * Locks what a refund of a payin may be taken from, until the transaction ends: the payin's retentions, then the gate's
 * account.
 *
 * @throws if the gate has no such account
 */
export async function lockFunds(
  trx: Db,
  { payinId, gateId, currency }: Pick<RefundedMoney, 'payinId' | 'gateId' | 'currency'>,
): Promise<RefundableFunds> {
  const retained = await lockRetentionsOf(trx, payinId);
  const [account] = await lockGateAccounts(trx, [{ gateId, currency }]);
  if (account === undefined) throw new Error(`Gate ${gateId} has no account in ${currency}`);
  return {
    availableMinor: account.available_minor,
    holdMinor: retainedIn(retained, 'hold'),
    rollingMinor: retainedIn(retained, 'rolling'),
  };
}

/**
 * Returns a failed refund's reserve to where it was taken from. If a retention was released in the meantime, its
 * part becomes available.
 *
 * Locks the payin's retentions, then the gate's account.
 */
export async function releaseRefund(
  trx: Db,
  refund: RefundedMoney,
  taken: RefundSources,
): Promise<void> {
  const { refundId, payinId, at } = refund;
  const retained = await lockRetentionsOf(trx, payinId);
  const holdMinor = await returnToRetention(trx, retained, 'hold', taken.holdMinor);
  const rollingMinor = await returnToRetention(trx, retained, 'rolling', taken.rollingMinor);
  const costMinor = taken.availableMinor + taken.holdMinor + taken.rollingMinor;
  const availableMinor = costMinor - holdMinor - rollingMinor;
  const movement = refundRelease(refund, { availableMinor, holdMinor, rollingMinor });
  const result = await post(trx, movement, { orderId: refundId, at });
  if (result !== 'posted') throw new Error(`Refund ${refundId} was not released: ${result}`);
}

type Retention = Selectable<RetentionTable>;

function lockRetentionsOf(trx: Db, payinId: string): Promise<Retention[]> {
  return trx
    .selectFrom('retentions')
    .selectAll()
    .where('payin_id', '=', payinId)
    .orderBy('bucket')
    .forUpdate()
    .execute();
}

function retainedIn(retained: readonly Retention[], bucket: Retention['bucket']): bigint {
  const row = retained.find((retention) => retention.bucket === bucket);
  return row?.released_at === null ? row.amount_minor : 0n;
}

/** @returns the amount returned to the retention: zero if it was released when due */
async function returnToRetention(
  trx: Db,
  retained: readonly Retention[],
  bucket: Retention['bucket'],
  amountMinor: bigint,
): Promise<bigint> {
  const row = retained.find((retention) => retention.bucket === bucket);
  if (row === undefined || amountMinor === 0n) return 0n;
  const isReleased = row.released_at !== null && row.amount_minor > 0n;
  if (isReleased) return 0n;
  await sql`
    update retentions set amount_minor = amount_minor + ${amountMinor}::bigint,
      refunded_minor = refunded_minor - ${amountMinor}::bigint, released_at = null
    where payin_id = ${row.payin_id} and bucket = ${bucket}`.execute(trx);
  return amountMinor;
}
