import { refundRelease, refundReserve, type RefundSources } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import { post } from './post.ts';
import { lockGateAccounts } from './store.ts';

/** A refund as the ledger moves it. */
interface RefundedMoney {
  refundId: string;
  payinId: string;
  gateId: string;
  currency: Currency;
  at: Date;
}

/**
 * Takes what a refund costs into the gate's refund reserve: from what is available, then from what the
 * payin itself still leaves in hold, then in rolling. What is taken of a retention is not released later.
 *
 * Locks the payin's retentions, then the gate's account. The caller holds the payin locked.
 *
 * @returns where it was taken from; `insufficient` and `no_account` leave everything as it was
 */
export async function reserveRefund(
  trx: Db,
  refund: RefundedMoney,
  costMinor: bigint,
): Promise<RefundSources | 'insufficient' | 'no_account'> {
  const { refundId, payinId, gateId, currency, at } = refund;
  const retained = await lockRetentionsOf(trx, payinId);
  const [account] = await lockGateAccounts(trx, [{ gateId, currency }]);
  if (account === undefined) return 'no_account';
  const sources = sourcesOf(costMinor, account.available_minor, retained);
  if (sources === undefined) return 'insufficient';
  await takeFromRetention(trx, { payinId, bucket: 'hold', amountMinor: sources.holdMinor, at });
  await takeFromRetention(trx, {
    payinId,
    bucket: 'rolling',
    amountMinor: sources.rollingMinor,
    at,
  });
  const result = await post(trx, refundReserve(refund, sources), { orderId: refundId, at });
  if (result !== 'posted') throw new Error(`Refund ${refundId} was not reserved: ${result}`);
  return sources;
}

/**
 * Gives the reserve of a refund that failed back to where it was taken from. What came from a retention
 * that was released meanwhile becomes available.
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

/** Undefined where all of them together do not cover it. */
function sourcesOf(
  costMinor: bigint,
  available: bigint,
  retained: readonly Retention[],
): RefundSources | undefined {
  // Disputes may have drawn it below zero.
  const availableMinor = available > 0n ? least(costMinor, available) : 0n;
  const holdMinor = least(costMinor - availableMinor, retainedIn(retained, 'hold'));
  const rollingMinor = costMinor - availableMinor - holdMinor;
  return rollingMinor > retainedIn(retained, 'rolling')
    ? undefined
    : { availableMinor, holdMinor, rollingMinor };
}

function retainedIn(retained: readonly Retention[], bucket: Retention['bucket']): bigint {
  const row = retained.find((retention) => retention.bucket === bucket);
  return row?.released_at === null ? row.amount_minor : 0n;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** What is taken whole counts as released: nothing of it is due any more. */
async function takeFromRetention(
  trx: Db,
  taken: { payinId: string; bucket: Retention['bucket']; amountMinor: bigint; at: Date },
): Promise<void> {
  if (taken.amountMinor === 0n) return;
  await sql`
    update retentions set amount_minor = amount_minor - ${taken.amountMinor}::bigint,
      refunded_minor = refunded_minor + ${taken.amountMinor}::bigint,
      released_at = case when amount_minor = ${taken.amountMinor}::bigint then ${taken.at}::timestamptz end
    where payin_id = ${taken.payinId} and bucket = ${taken.bucket} and released_at is null`.execute(
    trx,
  );
}

/** @returns how much the retention takes back: nothing where it was released, because its time was over */
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
