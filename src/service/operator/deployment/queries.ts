import { CURRENCIES } from '#domain/money.ts';
import { isFinal, ORDER_STATUSES } from '#domain/order/status.ts';
import { sql, type Selectable } from 'kysely';
import type { GateTable, TerminalTable } from '../../platform/database/tables/merchants.ts';
import type {
  Db,
  GateMethodTable,
  MerchantTable,
  RouteTable,
} from '../../platform/database/schema.ts';

export type TerminalRow = Selectable<TerminalTable> & { merchant_name: string | null };
export type MerchantRow = Selectable<MerchantTable>;
export type GateRow = Selectable<GateTable>;
export type MethodRow = Selectable<GateMethodTable>;
export type RouteRow = Selectable<RouteTable>;

/** Locks deployments until the transaction ends: files are applied one after the other. */
export async function lockDeployment(trx: Db): Promise<void> {
  await sql`select from exclusive_work where name = 'apply-deployment' for update`.execute(trx);
}

/** Lists terminals by name: all, or up to `limit` after the name `after`. */
export function selectTerminals(
  db: Db,
  { after, limit }: { after?: string | undefined; limit?: number } = {},
): Promise<TerminalRow[]> {
  let query = db
    .selectFrom('terminals')
    .leftJoin('merchants', 'merchants.id', 'terminals.merchant_id')
    .selectAll('terminals')
    .select('merchants.name as merchant_name')
    .orderBy('terminals.name');
  if (after !== undefined) query = query.where('terminals.name', '>', after);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** @param names undefined for all */
export function selectMerchants(
  db: Db,
  names: readonly string[] | undefined,
): Promise<MerchantRow[]> {
  let query = db.selectFrom('merchants').selectAll().orderBy('name').orderBy('created_at');
  if (names !== undefined) query = query.where('name', 'in', names);
  return query.execute();
}

export function selectGates(db: Db, merchantIds: readonly string[]): Promise<GateRow[]> {
  return db
    .selectFrom('gates')
    .selectAll()
    .where('merchant_id', 'in', merchantIds)
    .orderBy('name')
    .execute();
}

export function selectAccounts(db: Db, gateIds: readonly string[]) {
  return db
    .selectFrom('gate_accounts')
    .select(['gate_id', 'currency'])
    .where('gate_id', 'in', gateIds)
    .orderBy('currency')
    .execute();
}

export function selectMethods(db: Db, gateIds: readonly string[]): Promise<MethodRow[]> {
  return db
    .selectFrom('gate_methods')
    .selectAll()
    .where('gate_id', 'in', gateIds)
    .orderBy('name')
    .execute();
}

export function selectMethodRoutes(db: Db, methodIds: readonly string[]): Promise<RouteRow[]> {
  return db
    .selectFrom('routes')
    .selectAll()
    .where('method_id', 'in', methodIds)
    .orderBy('priority')
    .orderBy('id')
    .execute();
}

const WAITING = ORDER_STATUSES.filter((status) => !isFinal(status));

/** Returns which of a merchant's methods have orders that are not final. */
export async function selectWaitingMethods(
  db: Db,
  merchantId: string,
  methodIds: readonly string[],
): Promise<string[]> {
  const waiting = (table: 'payins' | 'payouts') =>
    db
      .selectFrom(table)
      .select('method_id')
      .where('merchant_id', '=', merchantId)
      .where('method_id', 'in', methodIds)
      // Currency and status are columns of the index, so both are named.
      .where('currency', 'in', CURRENCIES)
      .where('status', 'in', WAITING);
  const rows = await waiting('payins').union(waiting('payouts')).execute();
  return rows.map((row) => row.method_id);
}
