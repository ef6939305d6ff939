import { UUID } from '#contract/patterns.ts';
import { CURRENCIES, type Currency } from '#domain/money.ts';
import { isFinal, ORDER_STATUSES } from '#domain/order/status.ts';
import { sql, type Selectable } from 'kysely';
import { runInGroups } from '../../platform/in-turns.ts';
import type { TerminalTable } from '../../platform/database/tables/merchants.ts';
import type {
  Db,
  GateMethodTable,
  MerchantTable,
  RouteTable,
} from '../../platform/database/schema.ts';
import { SEALED, type Keyring } from '../../platform/keyring.ts';

export type TerminalRow = Selectable<TerminalTable> & { merchant_name: string | null };
export type MerchantRow = Selectable<MerchantTable>;
export type MethodRow = Selectable<GateMethodTable>;
export type RouteRow = Selectable<RouteTable>;
/** A route with the terminal that it leads to. */
export type PresentRoute = Selectable<RouteTable> & RouteTerminal & { terminal: string };

interface RouteTerminal {
  adapter: string;
  /** The merchant that owns the terminal; null if all share it. */
  owner: string | null;
}

export interface PresentMerchant {
  row: MerchantRow;
  gates: ReadonlyMap<string, PresentGate>;
}

export interface PresentGate {
  id: string;
  name: string;
  active: boolean;
  accounts: readonly Currency[];
  methods: ReadonlyMap<string, PresentMethod>;
}

export interface PresentMethod {
  row: MethodRow;
  routes: readonly PresentRoute[];
}

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

/** Finds a terminal by id or by name, and locks it. */
export function lockTerminal(trx: Db, reference: string): Promise<TerminalRow | undefined> {
  return selectTerminal(trx, reference).forNoKeyUpdate('terminals').executeTakeFirst();
}

/** Finds a terminal by id or by name. */
export function selectTerminal(db: Db, reference: string) {
  return db
    .selectFrom('terminals')
    .leftJoin('merchants', 'merchants.id', 'terminals.merchant_id')
    .selectAll('terminals')
    .select('merchants.name as merchant_name')
    .where(UUID.test(reference) ? 'terminals.id' : 'terminals.name', '=', reference);
}

/** Few enough that their rows are read in a few milliseconds. */
const MERCHANTS_AT_ONCE = 10;
const METHODS_AT_ONCE = 100;

/**
 * Reads merchants with their gates, methods and routes, by name.
 *
 * @param names undefined for all
 */
export async function readMerchants(
  db: Db,
  names: readonly string[] | undefined,
): Promise<PresentMerchant[]> {
  if (names?.length === 0) return [];
  let query = db.selectFrom('merchants').selectAll().orderBy('name').orderBy('created_at');
  if (names !== undefined) query = query.where('name', 'in', names);
  const merchants = await query.execute();
  const gates = await runInGroups(idsOf(merchants), MERCHANTS_AT_ONCE, (ids) =>
    db
      .selectFrom('gates')
      .select(['id', 'merchant_id', 'name', 'active'])
      .select(accountsOfGate)
      .where('merchant_id', 'in', ids)
      .orderBy('name')
      .execute(),
  );
  const methods = await runInGroups(idsOf(gates), MERCHANTS_AT_ONCE, (ids) =>
    db.selectFrom('gate_methods').selectAll().where('gate_id', 'in', ids).orderBy('name').execute(),
  );
  const routes = await runInGroups(idsOf(methods), METHODS_AT_ONCE, (ids) => selectRoutes(db, ids));

  const routesOf = Map.groupBy(routes, (route) => route.method_id);
  const methodsOf = Map.groupBy(methods, (method) => method.gate_id);
  const gatesOf = Map.groupBy(gates, (gate) => gate.merchant_id);
  const presentMethod = (row: MethodRow) => ({ row, routes: routesOf.get(row.id) ?? [] });
  return merchants.map((row) => ({
    row,
    gates: byName(gatesOf.get(row.id) ?? [], (gate) => ({
      ...gate,
      methods: byName(methodsOf.get(gate.id) ?? [], presentMethod),
    })),
  }));
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function byName<Row extends { name: string }, Item>(
  rows: readonly Row[],
  item: (row: Row) => Item,
): Map<string, Item> {
  return new Map(rows.map((row) => [row.name, item(row)]));
}

/** Selects the currencies of a gate's accounts, where a query has gates in scope. */
const accountsOfGate = sql<Currency[]>`array(
  select currency from gate_accounts where gate_id = gates.id order by currency)`.as('accounts');

/** Reads methods' routes with their terminals, in the order in which they are tried. */
export function selectRoutes(db: Db, methodIds: readonly string[]): Promise<PresentRoute[]> {
  return db
    .selectFrom('routes')
    .innerJoin('terminals', 'terminals.id', 'routes.terminal_id')
    .leftJoin('merchants', 'merchants.id', 'terminals.merchant_id')
    .selectAll('routes')
    .select(['terminals.name as terminal', 'terminals.adapter', 'merchants.name as owner'])
    .where('method_id', 'in', methodIds)
    .orderBy('priority')
    .orderBy('routes.id')
    .execute();
}

/** Returns a gate with its merchant and accounts. */
export function selectGate(db: Db, id: string) {
  return db
    .selectFrom('gates')
    .innerJoin('merchants', 'merchants.id', 'gates.merchant_id')
    .select(['merchants.name as merchant', 'merchants.id as merchant_id', 'gates.name'])
    .select(['gates.id', 'gates.active', 'gates.frozen'])
    .select(accountsOfGate)
    .where('gates.id', '=', id)
    .executeTakeFirst();
}

/**
 * Returns a method with its gate and merchant.
 *
 * @param terminal the name or id of a terminal to return, too
 */
export function selectMethod(db: Db, id: string, terminal = '') {
  return db
    .selectFrom('gate_methods')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .innerJoin('merchants', 'merchants.id', 'gates.merchant_id')
    .leftJoin('terminals', (join) =>
      join.on(UUID.test(terminal) ? 'terminals.id' : 'terminals.name', '=', terminal),
    )
    .leftJoin('merchants as owners', 'owners.id', 'terminals.merchant_id')
    .selectAll('gate_methods')
    .select(['gates.name as gate', 'merchants.name as merchant', 'merchants.id as merchant_id'])
    .select(accountsOfGate)
    .select(['terminals.id as terminal_id', 'terminals.name as terminal', 'terminals.adapter'])
    .select('owners.name as owner')
    .where('gate_methods.id', '=', id)
    .executeTakeFirst();
}

const WAITING = ORDER_STATUSES.filter((status) => !isFinal(status));

/** Returns which of a merchant's methods have orders that are not final. */
export async function selectWaitingMethods(
  db: Db,
  merchantId: string,
  methodIds: readonly string[],
): Promise<string[]> {
  if (methodIds.length === 0) return [];
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

/** Decrypts a terminal's credentials. */
export function openCredentials(
  keyring: Keyring,
  { id, credentials_sealed: sealed }: Pick<TerminalRow, 'id' | 'credentials_sealed'>,
): object {
  const opened: unknown = JSON.parse(keyring.unseal(SEALED.terminalCredentials, id, sealed));
  return typeof opened === 'object' && opened !== null ? opened : {};
}
