import { adjustment } from '#domain/ledger/posting.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { AdjustmentTable } from '../platform/database/tables/ledger.ts';
import { lockCorrection, type FeeCorrection } from './corrected-fees.ts';
import { post } from './post.ts';
import { selectGateAccount } from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now'>;

/** A row, with what became of it. One that nobody decided on in time has expired. */
export interface AdjustmentRow extends Selectable<AdjustmentTable> {
  state: (typeof ADJUSTMENT_STATES)[number];
  merchant_id: string;
  merchant: string;
  gate: string;
  method: string | null;
  direction: OrderDirection | null;
}

export const ADJUSTMENT_STATES = ['waiting', 'posted', 'rejected', 'expired'] as const;

const DAY_MS = 86_400_000;
const WAITS_DAYS = 7;

/** Returns when an adjustment can no longer be confirmed. */
export function expiryOf({ requested_at: at }: Pick<AdjustmentRow, 'requested_at'>): Date {
  return new Date(at.getTime() + WAITS_DAYS * DAY_MS);
}

/**
 * Records an adjustment. It waits for another person if its amount is above ADJUST_CONFIRM_ABOVE, or would take the
 * available balance below zero; otherwise it is posted at once. Runs in the transaction of its audit row.
 *
 * Locks the gate's account if it posts.
 *
 * @returns undefined if the gate has no such account
 */
export async function requestAdjustment(
  deps: Deps & Pick<ServiceContext, 'adjustConfirmAboveMinor' | 'newId'>,
  asked: Omit<Insertable<AdjustmentTable>, 'id' | 'status' | 'requested_at'>,
): Promise<AdjustmentRow | undefined> {
  const { db, now, newId, adjustConfirmAboveMinor: limitMinor } = deps;
  const { gate_id: gateId, currency, amount_minor: amountMinor } = asked;
  if ((await selectGateAccount(db, gateId, currency)) === undefined) return undefined;
  const values = { ...asked, id: newId(), status: 'waiting' as const, requested_at: now() };
  await db.insertInto('adjustments').values(values).execute();
  const row = await ofId(deps, values.id).executeTakeFirstOrThrow();
  const isSmall = amountMinor <= limitMinor && -amountMinor <= limitMinor;
  const decided = { decided_at: row.requested_at };
  const isPosted = isSmall && (await postAdjustment(deps, row, decided)) === 'done';
  return isPosted ? { ...row, ...decided, status: 'posted', state: 'posted' } : row;
}

interface Decision {
  verdict: 'confirm' | 'reject';
  /** Who decides, as the audit names them, and who that is; undefined for a token and the operator key. */
  actor: string;
  personId: string | undefined;
  allowsNegative: boolean;
}

export type DecideResult =
  | 'done'
  | 'not_found'
  | 'not_a_person'
  | 'same_person'
  | 'below_zero'
  | 'differs'
  | Exclude<AdjustmentRow['state'], 'waiting'>;

/**
 * Confirms or rejects an adjustment, for another person than the one who asked for it. Runs in the transaction of its
 * audit row.
 *
 * Locks the adjustment, so that the second of two decisions sees the first one, and then the gate's account.
 */
export async function decideAdjustment(
  deps: Deps,
  id: string,
  { verdict, actor, personId, allowsNegative }: Decision,
): Promise<DecideResult> {
  const row = await ofId(deps, id).forUpdate('adjustments').executeTakeFirst();
  if (row === undefined) return 'not_found';
  if (personId === undefined) return 'not_a_person';
  if (personId === row.requested_by_person) return 'same_person';
  if (row.state !== 'waiting') return row.state;
  const decided = { decided_by: actor, decided_at: deps.now() };
  if (verdict === 'reject') {
    await update(deps.db, id, { status: 'rejected', ...decided });
    return 'done';
  }
  const allowed = { ...decided, allows_negative: allowsNegative };
  return postAdjustment(deps, row, allowed);
}

/**
 * Posts an adjustment, unless the balance would fall below zero and may not, or refunds have changed the difference
 * that it corrects.
 */
async function postAdjustment(
  { db, now }: Deps,
  row: AdjustmentRow,
  decided: Partial<AdjustmentRow>,
): Promise<'done' | 'below_zero' | 'differs'> {
  const { id, gate_id: gateId, currency, amount_minor: amountMinor } = row;
  const money = { gateId, currency, amountMinor };
  const correction = correctionOf(row);
  if (correction && !(await lockCorrection(db, correction, money))) return 'differs';
  const movement = adjustment(money);
  const overdraws = decided.allows_negative === true;
  const result = await post(db, movement, { orderId: id, at: now(), overdraws });
  if (result === 'no_account') throw new Error(`Adjustment ${id} has no account`);
  if (result === 'insufficient') return 'below_zero';
  await update(db, id, { status: 'posted', ...decided });
  return 'done';
}

function correctionOf(row: AdjustmentRow): FeeCorrection | undefined {
  const { method_id: methodId, direction, fee_from: from, fee_before: before } = row;
  const { fee_percent: percent, fee_fixed_minor: fixedMinor } = row;
  if (!methodId || !direction || !from || !before || !percent) return undefined;
  return { methodId, direction, from, before, percent, fixedMinor };
}

async function update(db: Db, id: string, columns: Partial<Selectable<AdjustmentTable>>) {
  await db.updateTable('adjustments').set(columns).where('id', '=', id).execute();
}

function selected({ db, now }: Deps) {
  const since = new Date(now().getTime() - WAITS_DAYS * DAY_MS);
  return db
    .selectFrom('adjustments')
    .innerJoin('gates', 'gates.id', 'adjustments.gate_id')
    .innerJoin('merchants', 'merchants.id', 'gates.merchant_id')
    .leftJoin('gate_methods as method', 'method.id', 'adjustments.method_id')
    .selectAll('adjustments')
    .select(['merchants.id as merchant_id', 'merchants.name as merchant', 'gates.name as gate'])
    .select(['method.name as method', 'method.direction'])
    .select(
      sql<AdjustmentRow['state']>`case when status = 'waiting' and requested_at <= ${since}
        then 'expired' else status end`.as('state'),
    );
}

function ofId(deps: Deps, id: string) {
  return selected(deps).where('adjustments.id', '=', id);
}

export function selectAdjustment(deps: Deps, id: string): Promise<AdjustmentRow | undefined> {
  return ofId(deps, id).executeTakeFirst();
}

interface AdjustmentFilter {
  merchantId: string | undefined;
  state: AdjustmentRow['state'] | undefined;
}

/** Lists adjustments, newest first. */
export function selectAdjustments(
  deps: Deps,
  { merchantId, state }: AdjustmentFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AdjustmentRow[]> {
  const last = sql`(select last.requested_at, last.id from adjustments as last where last.id = ${after})`;
  return deps.db
    .selectFrom(selected(deps).as('listed'))
    .selectAll()
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(requested_at, id) < ${last}`))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Finds an adjustment that corrects, or may yet correct, the same fees. Locks the method, so that of two that ask at
 * once one sees the other.
 */
export async function findSameFees(
  deps: Deps,
  { methodId, from, before }: FeeCorrection,
): Promise<AdjustmentRow | undefined> {
  await sql`select from gate_methods where id = ${methodId} for update`.execute(deps.db);
  const rows = await selected(deps)
    .where('adjustments.method_id', '=', methodId)
    .where('fee_from', '<', before)
    .where('fee_before', '>', from)
    .where('status', '<>', 'rejected')
    .execute();
  return rows.find(({ state }) => state !== 'expired');
}
