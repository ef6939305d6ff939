import {
  payinShortfall,
  refundRelease,
  refundReserve,
  type RefundSources,
} from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import { post } from './post.ts';
import { lockGateAccounts } from './store.ts';

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
 * Moves a refund's cost into the gate's refund reserve: from the available balance, then from what the payin still
 * has in hold, then in rolling. Money taken from a retention is not released when the retention is due.
 *
 * Locks the payin's retentions, then the gate's account. The caller must hold the payin's lock.
 *
 * @returns the amounts taken from each source; `insufficient` and `no_account` change nothing
 */
export async function reserveRefund(
  trx: Db,
  refund: RefundedMoney,
  costMinor: bigint,
): Promise<RefundSources | 'insufficient' | 'no_account'> {
  const { refundId, payinId, at } = refund;
  const sources = await findSources(trx, refund, costMinor);
  if (typeof sources === 'string') return sources;
  await takeFromRetentions(trx, payinId, sources, at);
  const result = await post(trx, refundReserve(refund, sources), { orderId: refundId, at });
  if (result !== 'posted') throw new Error(`Refund ${refundId} was not reserved: ${result}`);
  return sources;
}

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
  const found = await findSources(trx, payin, amountMinor);
  const sources =
    typeof found === 'string'
      ? { availableMinor: amountMinor, holdMinor: 0n, rollingMinor: 0n }
      : found;
  await takeFromRetentions(trx, payinId, sources, at);
  const result = await post(trx, payinShortfall(payin, sources), { orderId: payinId, at });
  if (result !== 'posted') throw new Error(`Payin ${payinId}: its shortfall is ${result}`);
}

async function findSources(
  trx: Db,
  { payinId, gateId, currency }: Pick<RefundedMoney, 'payinId' | 'gateId' | 'currency'>,
  costMinor: bigint,
): Promise<RefundSources | 'insufficient' | 'no_account'> {
  const retained = await lockRetentionsOf(trx, payinId);
  const [account] = await lockGateAccounts(trx, [{ gateId, currency }]);
  if (account === undefined) return 'no_account';
  return sourcesOf(costMinor, account.available_minor, retained) ?? 'insufficient';
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

/** Returns undefined if all sources together do not cover the cost. */
function sourcesOf(
  costMinor: bigint,
  available: bigint,
  retained: readonly Retention[],
): RefundSources | undefined {
  // Disputes may have taken the available balance below zero.
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

async function takeFromRetentions(
  trx: Db,
  payinId: string,
  { holdMinor, rollingMinor }: RefundSources,
  at: Date,
): Promise<void> {
  await takeFromRetention(trx, { payinId, bucket: 'hold', amountMinor: holdMinor, at });
  await takeFromRetention(trx, { payinId, bucket: 'rolling', amountMinor: rollingMinor, at });
}

/**
 * Takes an amount from a retention. A retention taken in full is marked released, because nothing is left to fall
 * due.
 */
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
