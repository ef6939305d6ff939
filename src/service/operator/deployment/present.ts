import type { Currency } from '#domain/money.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';
import {
  selectAccounts,
  selectGates,
  selectMerchants,
  selectMethodRoutes,
  selectMethods,
  selectTerminals,
  type GateRow,
  type MerchantRow,
  type MethodRow,
  type RouteRow,
  type TerminalRow,
} from './queries.ts';

/** What there is, by name, as far as a file can say it. */
export interface Present {
  terminals: ReadonlyMap<string, TerminalRow>;
  merchants: ReadonlyMap<string, PresentMerchant>;
  /** Names that several merchants have: a file cannot mean one of them. */
  sharedNames: ReadonlySet<string>;
  /** By the names of terminals that other cells have: the merchants whose they are alone. */
  ownersElsewhere?: ReadonlyMap<string, string> | undefined;
}

export interface PresentMerchant {
  row: MerchantRow;
  gates: ReadonlyMap<string, PresentGate>;
}

export interface PresentGate {
  row: GateRow;
  accounts: readonly Currency[];
  methods: ReadonlyMap<string, PresentMethod>;
}

export interface PresentMethod {
  row: MethodRow;
  routes: readonly RouteRow[];
}

/** @param names of the merchants to read; undefined for all */
export async function readPresent(
  db: Kysely<Tables>,
  names: readonly string[] | undefined,
): Promise<Present> {
  const terminals = await selectTerminals(db);
  const merchants = names?.length === 0 ? [] : await selectMerchants(db, names);
  const gates = await ifAny(merchants, (ids) => selectGates(db, ids));
  const accounts = await ifAny(gates, (ids) => selectAccounts(db, ids));
  const methods = await ifAny(gates, (ids) => selectMethods(db, ids));
  const routes = await ifAny(methods, (ids) => selectMethodRoutes(db, ids));

  const routesOf = Map.groupBy(routes, (route) => route.method_id);
  const methodsOf = Map.groupBy(methods, (method) => method.gate_id);
  const accountsOf = Map.groupBy(accounts, (account) => account.gate_id);
  const gatesOf = Map.groupBy(gates, (gate) => gate.merchant_id);
  const presentMethod = (row: MethodRow) => ({ row, routes: routesOf.get(row.id) ?? [] });
  const presentGate = (row: GateRow) => ({
    row,
    accounts: (accountsOf.get(row.id) ?? []).map(({ currency }) => currency),
    methods: byName(methodsOf.get(row.id) ?? [], presentMethod),
  });
  return {
    terminals: byName(terminals, (row) => row),
    merchants: byName(merchants, (row) => ({
      row,
      gates: byName(gatesOf.get(row.id) ?? [], presentGate),
    })),
    sharedNames: repeated(merchants.map(({ name }) => name)),
  };
}

async function ifAny<Row>(
  owners: readonly { id: string }[],
  select: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  return owners.length === 0 ? [] : select(owners.map(({ id }) => id));
}

function byName<Row extends { name: string }, Item>(
  rows: readonly Row[],
  item: (row: Row) => Item,
): Map<string, Item> {
  return new Map(rows.map((row) => [row.name, item(row)]));
}

/** Those that stand in a list more than once. */
export function repeated(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}
