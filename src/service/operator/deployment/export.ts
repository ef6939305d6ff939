import { runInGroups, runInSlices } from '../../platform/in-turns.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { openCredentials } from './credentials.ts';
import { type MerchantInFile, type MethodInFile, type RouteInFile, shortest } from './file.ts';
import {
  type GateRow,
  type MerchantRow,
  type MethodRow,
  type RouteRow,
  type TerminalRow,
  selectAccounts,
  selectGates,
  selectMerchants,
  selectMethodRoutes,
  selectMethods,
  selectTerminals,
} from './queries.ts';
import type { OwnLimits } from '#domain/order/attempt-limits.ts';
import type { OwnDisputeLimits } from '#domain/dispute/ratio.ts';
import { type Currency, formatMinor, parseAmount } from '#domain/money.ts';

interface Named {
  [member: string]: unknown;
  name: string;
}

interface Exported {
  terminals: Named[];
  merchants: Named[];
}

/**
 * Exports the whole deployment as a file. Applying it to the same service changes nothing. Secrets are replaced with
 * names of environment variables, from which `apply` reads them.
 */
export async function exportDeployment({
  db,
  keyring,
}: {
  db: Db;
  keyring: Keyring;
}): Promise<Exported> {
  const present = await readPresent(db, undefined);
  return runInSlices(exportInSlices(keyring, present));
}

/** Yields after each terminal and merchant. */
function* exportInSlices(keyring: Keyring, present: Present): Generator<undefined, Exported> {
  const exported: Exported = { terminals: [], merchants: [] };
  for (const row of present.terminals.values()) {
    exported.terminals.push(exportTerminal(keyring, row));
    yield;
  }
  const terminalName = terminalNames(present);
  for (const merchant of present.merchants.values()) {
    exported.merchants.push(exportMerchant(merchant, terminalName));
    yield;
  }
  return exported;
}

function exportTerminal(keyring: Keyring, row: TerminalRow): Named {
  const { name, adapter, merchant_name: merchant, up, settings } = row;
  const secrets = Object.keys(openCredentials(keyring, row));
  const credentials = Object.fromEntries(
    secrets.map((secret) => [secret, `\${${variableName(name, secret)}}`]),
  );
  return { name, ...filled({ adapter, merchant }), up, settings, credentials };
}

/** Returns the variable of a secret: `UPSTREAM_API_SECRET` for api_secret of the terminal upstream. */
function variableName(terminal: string, secret: string): string {
  const text = `${terminal}_${secret}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(text) ? `_${text}` : text;
}

type TerminalName = (id: string) => string;

export function terminalNames({ terminals }: Present): TerminalName {
  const names = new Map([...terminals].map(([name, { id }]) => [id, name]));
  return (id) => names.get(id) ?? id;
}

export function exportMerchant({ row, gates }: PresentMerchant, terminalName: TerminalName): Named {
  return {
    name: row.name,
    ...filled(merchantMembers(row)),
    gates: [...gates.values()].map((gate) => exportGate(gate, terminalName)),
  };
}

function exportGate({ row, accounts, methods }: PresentGate, terminalName: TerminalName): object {
  return {
    name: row.name,
    active: row.active,
    accounts,
    methods: [...methods.values()].map((method) => {
      const { routes, ...members } = methodMembers(method, terminalName);
      return { name: method.row.name, ...filled(members), routes: routes.map(filled) };
    }),
  };
}

/** Drops members that are null. */
function filled(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** The current deployment by name, as far as a file can describe it. */
export interface Present {
  terminals: ReadonlyMap<string, TerminalRow>;
  merchants: ReadonlyMap<string, PresentMerchant>;
  /** Names of several merchants, which a file cannot use to refer to one of them. */
  sharedNames: ReadonlySet<string>;
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

const OWNERS_AT_ONCE = 10;
const METHODS_AT_ONCE = 100;

/**
 * Reads the current terminals and merchants.
 *
 * @param names of the merchants to read; undefined for all
 */
export async function readPresent(db: Db, names: readonly string[] | undefined): Promise<Present> {
  const terminals = await selectTerminals(db);
  const merchants = names?.length === 0 ? [] : await selectMerchants(db, names);
  const gates = await runInGroups(idsOf(merchants), OWNERS_AT_ONCE, (ids) => selectGates(db, ids));
  const gateIds = idsOf(gates);
  const accounts = await runInGroups(gateIds, OWNERS_AT_ONCE, (ids) => selectAccounts(db, ids));
  const methods = await runInGroups(gateIds, OWNERS_AT_ONCE, (ids) => selectMethods(db, ids));
  const routes = await runInGroups(idsOf(methods), METHODS_AT_ONCE, (ids) =>
    selectMethodRoutes(db, ids),
  );

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

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function byName<Row extends { name: string }, Item>(
  rows: readonly Row[],
  item: (row: Row) => Item,
): Map<string, Item> {
  return new Map(rows.map((row) => [row.name, item(row)]));
}

/** Returns the names that a list contains more than once. */
export function repeated(names: readonly string[]): Set<string> {
  const known = new Set<string>();
  return new Set(names.filter((name) => known.size === known.add(name).size));
}

// The functions below convert rows to the file's form and back to columns, so that a file and the database are compared
// in the same form.

const MERCHANT_MEMBERS = [
  'logo_url',
  'accent',
  'support_url',
  'operator_name',
  'terms_url',
  'privacy_url',
  'payin_webhook_url',
  'payout_webhook_url',
  'refund_webhook_url',
  'dispute_webhook_url',
  'webhook_payload',
] as const;

export interface MerchantMembers extends Pick<MerchantRow, (typeof MERCHANT_MEMBERS)[number]> {
  attempt_limits: OwnLimits | null;
  dispute_limits: OwnDisputeLimits | null;
}

type GivenMembers = { [Name in keyof MerchantMembers]?: MerchantMembers[Name] | undefined };

export function merchantMembers(row: MerchantRow): MerchantMembers {
  return {
    ...pick(row, MERCHANT_MEMBERS),
    attempt_limits: orNull(row.attempt_limits),
    dispute_limits: orNull(row.dispute_limits),
  };
}

function orNull<Limits extends object>(own: Limits): Limits | null {
  return Object.keys(own).length === 0 ? null : own;
}

const ALL_MEMBERS = [...MERCHANT_MEMBERS, 'attempt_limits', 'dispute_limits'] as const;

/** Returns the members that the file gives; the others are absent. */
export function givenMerchantMembers(merchant: MerchantInFile): GivenMembers {
  const given = pick(merchant, ALL_MEMBERS);
  for (const name of ALL_MEMBERS) {
    if (given[name] === undefined) Reflect.deleteProperty(given, name);
  }
  return given;
}

export function merchantColumns({ attempt_limits, dispute_limits, ...members }: GivenMembers) {
  return {
    ...members,
    ...(attempt_limits !== undefined && { attempt_limits: JSON.stringify(attempt_limits ?? {}) }),
    ...(dispute_limits !== undefined && { dispute_limits: JSON.stringify(dispute_limits ?? {}) }),
  };
}

export type MethodMembers = Omit<MethodInFile, 'name'>;

export function methodMembers(
  { row, routes }: PresentMethod,
  terminalName: (id: string) => string,
): MethodMembers {
  return {
    ...pick(row, [
      'direction',
      'payment_source',
      'currency',
      'payment_method_currency',
      'settlement_period_days',
      'max_attempts',
      'waiting_seconds',
      'refund_fee',
      'asks_cpf',
      'banks',
      'active',
    ]),
    conversion_rate: row.conversion_rate === null ? null : shortest(row.conversion_rate),
    fee_percent: shortest(row.fee_percent),
    rolling_percent: shortest(row.rolling_percent),
    tolerance_percent: shortest(row.tolerance_percent),
    fee_fixed: formatMinor(row.fee_fixed_minor),
    amount_min: formatMinor(row.amount_min_minor),
    amount_max: formatMinor(row.amount_max_minor),
    fee_min: amountIn(row.fee_min_minor),
    fee_max: amountIn(row.fee_max_minor),
    max_part_amount: amountIn(row.max_part_amount_minor),
    refund_fixed_fee: formatMinor(row.refund_fixed_fee_minor),
    dispute_fee: formatMinor(row.dispute_fee_minor),
    tolerance: formatMinor(row.tolerance_minor),
    routes: routes.map((route) => routeMembers(route, terminalName)),
  };
}

export function routeMembers(row: RouteRow, terminalName: (id: string) => string): RouteInFile {
  return {
    terminal: terminalName(row.terminal_id),
    ...pick(row, ['priority', 'weight', 'up']),
    brands: row.brands?.toSorted() ?? null,
    bin_prefixes: row.bin_prefixes?.toSorted() ?? null,
    countries: row.countries?.toSorted() ?? null,
    amount_min: amountIn(row.amount_min_minor),
    amount_max: amountIn(row.amount_max_minor),
  };
}

export function methodColumns(
  members: MethodMembers,
): Omit<MethodRow, 'id' | 'gate_id' | 'name' | 'banks'> & { banks: string } {
  const { routes: _routes, fee_fixed, fee_min, fee_max, ...rest } = members;
  const { amount_min, amount_max, max_part_amount, ...others } = rest;
  const { refund_fixed_fee, dispute_fee, tolerance, banks, ...columns } = others;
  return {
    ...columns,
    payment_method_currency: columns.payment_method_currency ?? columns.currency,
    fee_fixed_minor: minor(fee_fixed),
    fee_min_minor: minorOrNull(fee_min),
    fee_max_minor: minorOrNull(fee_max),
    amount_min_minor: minor(amount_min),
    amount_max_minor: minor(amount_max),
    max_part_amount_minor: minorOrNull(max_part_amount),
    refund_fixed_fee_minor: minor(refund_fixed_fee),
    dispute_fee_minor: minor(dispute_fee),
    tolerance_minor: minor(tolerance),
    banks: JSON.stringify(banks),
  };
}

export function routeColumns(
  members: RouteInFile,
  terminalId: string,
): Omit<RouteRow, 'id' | 'method_id'> {
  const { terminal: _name, amount_min, amount_max, ...columns } = members;
  return {
    ...columns,
    terminal_id: terminalId,
    amount_min_minor: minorOrNull(amount_min),
    amount_max_minor: minorOrNull(amount_max),
  };
}

function amountIn(minorUnits: bigint | null): string | null {
  return minorUnits === null ? null : formatMinor(minorUnits);
}

/** Parses an amount that the schema has validated. */
function minor(text: string): bigint {
  return parseAmount(text) ?? 0n;
}

function minorOrNull(text: string | null): bigint | null {
  return text === null ? null : minor(text);
}

function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const { ...picked } = row;
  for (const name of Object.keys(picked)) {
    if (!names.some((wanted) => wanted === name)) Reflect.deleteProperty(picked, name);
  }
  return picked;
}
