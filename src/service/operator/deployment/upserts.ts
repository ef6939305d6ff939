import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { openEmptyAccounts } from '../../ledger/accounts.ts';
import { raiseSettingsVersion, changeTerminal } from '../../merchants/change-settings.ts';
import { newWebhookSecret } from '../../merchants/keys.ts';
import { type BindDeps, boundRowName, changeBoundRow, isBound } from '../../platform/bound-rows.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/schema.ts';
import { SEALED } from '../../platform/keyring.ts';
import type { ChangeAnswer, Changed } from '../answer.ts';
import { type MemberChange, memberChanges } from '../audit/append.ts';
import { fingerprints } from '../fingerprints.ts';
import {
  openCredentials,
  type MerchantRow,
  type PresentGate,
  type PresentMethod,
  type RouteRow,
  type TerminalRow,
} from './queries.ts';
import {
  type GateInFile,
  type MerchantInFile,
  type MethodInFile,
  type RouteInFile,
  type TerminalInFile,
  member,
} from './file.ts';
import {
  givenMerchantMembers,
  merchantColumns,
  merchantMembers,
  methodColumns,
  methodMembers,
  routeColumns,
  routeMembers,
} from './members.ts';
import { type RouteTerminals, WEBHOOK_ADDRESSES } from './rules.ts';

/** One thing that was added, changed or switched off. */
export interface Change {
  kind: 'add' | 'change' | 'switch_off';
  place: string;
  /** Changed members; secrets appear as fingerprints. */
  members: Record<string, MemberChange>;
  /** The bound row that was written. */
  row?: string;
}

/** The transaction of an upsert, and what it has changed so far. */
export interface Upserting extends BindDeps, Pick<ServiceContext, 'now' | 'newId'> {
  changes: Change[];
  /** The merchants whose settings version is raised. */
  raised: Set<string>;
}

export function beginUpserts(
  deps: Pick<ServiceContext, 'db' | 'keyring' | 'rowsToBind' | 'now' | 'newId'>,
): Upserting {
  const { db, keyring, rowsToBind, now, newId } = deps;
  return { db, keyring, rowsToBind, now, newId, changes: [], raised: new Set() };
}

/**
 * Adds a merchant, or changes its name and the members that are given. Its gates are upserted apart.
 *
 * @returns its id
 */
export async function upsertMerchant(
  upserting: Upserting,
  merchant: MerchantInFile,
  present: MerchantRow | undefined,
): Promise<string> {
  const { name } = merchant;
  const place = member('merchants', name, 0);
  const given = givenMerchantMembers(merchant);
  const id = present?.id ?? upserting.newId();
  const row = boundRowName('merchants', id);
  if (present === undefined) {
    const values = {
      ...merchantColumns(given),
      id,
      name,
      webhook_secret_sealed: upserting.keyring.seal(SEALED.webhookSecret, id, newWebhookSecret()),
      created_at: upserting.now(),
    };
    await changeBoundRow(upserting, { table: 'merchants', id, isWhole: true }, (db) =>
      db.insertInto('merchants').values(values).execute(),
    );
    upserting.changes.push({ kind: 'add', place, members: newMembers(given), row });
    return id;
  }
  const before = { name: present.name, ...merchantMembers(present) };
  const members = memberChanges(before, { name, ...given });
  const isWhole = WEBHOOK_ADDRESSES.every((name) => given[name] !== undefined);
  const isConfirmed = isWhole && !isBound(upserting.keyring, 'merchants', present);
  if (Object.keys(members).length === 0 && !isConfirmed) return id;
  await changeBoundRow(upserting, { table: 'merchants', id, isWhole }, (db) =>
    db
      .updateTable('merchants')
      .set({ name, ...merchantColumns(given) })
      .where('id', '=', id)
      .execute(),
  );
  upserting.changes.push({ kind: 'change', place, members, row });
  return id;
}

/**
 * Adds a terminal, or changes the members that are given.
 *
 * @param ownerId the merchant that the terminal names; null for all, undefined if it names none
 * @returns its id
 */
export async function upsertTerminal(
  upserting: Upserting,
  { name, adapter, ...given }: TerminalInFile,
  ownerId: string | null | undefined,
  present: TerminalRow | undefined,
): Promise<string> {
  const place = member('terminals', name, 0);
  const { keyring } = upserting;
  const id = present?.id ?? upserting.newId();
  const row = boundRowName('terminals', id);
  const { merchant, up, settings, credentials } = given;
  const shown = {
    ...(merchant !== undefined && { merchant }),
    ...(up !== undefined && { up }),
    ...(settings !== undefined && { settings }),
    ...(credentials !== undefined && { credentials: fingerprints(keyring, credentials) }),
  };
  const seal = (opened: object) =>
    keyring.seal(SEALED.terminalCredentials, id, JSON.stringify(opened));
  const columns = {
    ...(ownerId !== undefined && { merchant_id: ownerId }),
    ...(up !== undefined && { up }),
  };
  if (present === undefined) {
    const values = {
      ...columns,
      id,
      name,
      adapter,
      settings: JSON.stringify(settings ?? {}),
      credentials_sealed: seal(credentials ?? {}),
      created_at: upserting.now(),
    };
    await changeBoundRow(upserting, { table: 'terminals', id, isWhole: true }, (db) =>
      db.insertInto('terminals').values(values).execute(),
    );
    const members = newMembers({ adapter, ...shown });
    upserting.changes.push({ kind: 'add', place, members, row });
    return id;
  }
  const before = {
    merchant: present.merchant_name,
    up: present.up,
    settings: present.settings,
    credentials: fingerprints(keyring, openCredentials(keyring, present)),
  };
  const members = memberChanges(before, shown);
  const isWhole = [merchant, settings, credentials].every((part) => part !== undefined);
  const isConfirmed = isWhole && !isBound(keyring, 'terminals', present);
  if (Object.keys(members).length === 0 && !isConfirmed) return id;
  await changeTerminal(upserting, id, {
    ...columns,
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
    ...(credentials !== undefined && { credentials_sealed: seal(credentials) }),
  });
  upserting.changes.push({ kind: 'change', place, members, row });
  return id;
}

/**
 * Adds a gate with accounts, or switches it on or off and opens accounts. Accounts are never closed: one that is left out
 * keeps its money. Its methods are upserted apart.
 *
 * @returns its id
 */
export async function upsertGate(
  upserting: Upserting,
  { place, merchantId }: { place: string; merchantId: string },
  { name, active, accounts = [] }: Omit<GateInFile, 'methods'>,
  present: Pick<PresentGate, 'id' | 'active' | 'accounts'> | undefined,
): Promise<string> {
  const { db, changes, newId } = upserting;
  const id = present?.id ?? newId();
  const opened = accounts
    .filter((currency) => present?.accounts.includes(currency) !== true)
    .map((currency) => ({ gate_id: id, currency }));
  const isSame = present?.active === active;
  if (isSame && opened.length === 0) return id;
  await raiseVersion(upserting, merchantId);
  const putGate = (query: Pick<Db, 'insertInto'>) =>
    query
      .insertInto('gates')
      .values({ id, merchant_id: merchantId, name, active })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ active }));
  if (opened.length === 0) await putGate(db).execute();
  else {
    await openEmptyAccounts(isSame ? db : db.with('gate', putGate), opened);
  }
  if (present === undefined) changes.push({ kind: 'add', place, members: {} });
  else if (!isSame) {
    const members = { active: { before: present.active, after: active } };
    changes.push({ kind: 'change', place, members });
  }
  for (const { currency } of opened) {
    changes.push({ kind: 'add', place: `${place}.accounts[${currency}]`, members: {} });
  }
  return id;
}

interface GatePlace {
  place: string;
  gateId: string;
  merchantId: string;
}

/**
 * Adds or replaces methods of a gate with their routes.
 *
 * @param terminals those that the routes lead to
 * @returns their ids by name
 */
export async function upsertMethods(
  upserting: Upserting,
  { place, gateId, merchantId }: GatePlace,
  methods: readonly MethodInFile[],
  present: ReadonlyMap<string, PresentMethod>,
  terminals: RouteTerminals,
): Promise<Record<string, string>> {
  const { db, newId } = upserting;
  const ids: Record<string, string> = {};
  const rows = [];
  const routes: (Omit<RouteRow, 'up'> & { up: boolean })[] = [];
  const removed: string[] = [];
  for (const { name, ...given } of methods) {
    const known = present.get(name);
    const id = known?.row.id ?? newId();
    ids[name] = id;
    const wanted = { ...given, routes: inOneOrder(given.routes) };
    const kept = known === undefined ? undefined : methodMembers(known);
    const members =
      kept === undefined
        ? newMembers(wanted)
        : memberChanges({ ...kept, routes: inOneOrder(kept.routes) }, wanted);
    const changed = Object.keys(members);
    if (kept !== undefined && changed.length === 0) continue;
    if (changed.some((one) => one !== 'routes')) {
      rows.push({ ...methodColumns(wanted), id, gate_id: gateId, name });
    }
    const left = new Set(known?.routes);
    for (const route of changedRoutes(wanted.routes, left)) {
      const terminalId = terminals.get(route.terminal)?.id;
      if (terminalId === undefined) throw new Error(`There is no terminal ${route.terminal}`);
      const row = takeFrom(left, (one) => one.terminal_id === terminalId);
      routes.push({ ...routeColumns(route, terminalId), id: row?.id ?? newId(), method_id: id });
    }
    removed.push(...[...left].map((route) => route.id));
    const kind = kept === undefined ? 'add' : 'change';
    upserting.changes.push({ kind, place: `${place}.${member('methods', name, 0)}`, members });
  }
  if (rows.length + routes.length + removed.length > 0) await raiseVersion(upserting, merchantId);
  const [row] = rows;
  if (row !== undefined) {
    await db
      .insertInto('gate_methods')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(asInserted(row)))
      .execute();
  }
  await writeRoutes(db, routes, removed);
  return ids;
}

async function writeRoutes(
  db: Db,
  routes: readonly (Omit<RouteRow, 'up'> & { up: boolean })[],
  removed: readonly string[],
): Promise<void> {
  if (removed.length > 0) await db.deleteFrom('routes').where('id', 'in', removed).execute();
  const [route] = routes;
  if (route === undefined) return;
  await db
    .insertInto('routes')
    .values(routes)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(asInserted(route)))
    .execute();
}

/** Sets every column of a row that is there already to the value that would have been inserted. */
function asInserted(row: object) {
  return Object.fromEntries(
    Object.keys(row).map((name) => [name, sql.ref<never>(`excluded.${name}`)]),
  );
}

/** Sorts routes for the comparison. Their order in a file has no meaning: the priority decides. */
function inOneOrder(routes: readonly RouteInFile[]): RouteInFile[] {
  const key = (route: RouteInFile) => JSON.stringify(Object.entries(route).sort());
  return routes.toSorted(
    (a, b) => a.priority - b.priority || (key(a) < key(b) ? -1 : Number(key(a) > key(b))),
  );
}

/** Returns the routes that are not there yet as they are wanted, and takes from `present` those that are. */
function changedRoutes(
  wanted: readonly RouteInFile[],
  present: Set<PresentMethod['routes'][number]>,
): RouteInFile[] {
  return wanted.filter(
    (route) =>
      takeFrom(present, (row) => isDeepStrictEqual(routeMembers(row), route)) === undefined,
  );
}

function takeFrom<Row>(rows: Set<Row>, is: (row: Row) => boolean): Row | undefined {
  const row = [...rows].find(is);
  if (row !== undefined) rows.delete(row);
  return row;
}

/** Switches off a gate or method. Its row stays, because orders refer to it. */
export async function switchOff(
  upserting: Upserting,
  { table, id, place }: { table: 'gates' | 'gate_methods'; id: string; place: string },
  merchantId: string,
): Promise<void> {
  await raiseVersion(upserting, merchantId);
  await upserting.db.updateTable(table).set({ active: false }).where('id', '=', id).execute();
  const members = { active: { before: true, after: false } };
  upserting.changes.push({ kind: 'switch_off', place, members });
}

/** Raises the version of a merchant's settings, once, before they change. Locks the merchant. */
async function raiseVersion({ db, raised }: Upserting, merchantId: string): Promise<void> {
  if (raised.has(merchantId)) return;
  raised.add(merchantId);
  await raiseSettingsVersion(db, merchantId);
}

/** Returns the members of a new thing, without null and undefined values. */
function newMembers(given: object): Record<string, MemberChange> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, after]) => after !== null && after !== undefined)
      .map(([name, after]: [string, unknown]) => [name, { after }]),
  );
}

/** Answers for a change of one thing. The audit has one row about it, with the values by place. */
export function upserted<Result>(
  { changes }: Upserting,
  subject: string,
  result: Result,
): Extract<ChangeAnswer<Result>, { ok: true }> {
  const known = changes.filter(({ kind }) => kind !== 'add');
  const changed =
    changes.length === 0
      ? undefined
      : { subject, before: byPlace('before', known), after: byPlace('after', changes) };
  return { ok: true, result, changed };
}

function byPlace(side: 'before' | 'after', changes: readonly Change[]): object {
  return Object.fromEntries(changes.map((change) => [change.place, valuesOf(side, change)]));
}

/** Returns the audit's rows for changes by a file: one for each thing. */
export function auditRowsOf(changes: readonly Change[]): readonly Changed[] {
  return changes.map((change) => ({
    subject: change.place,
    before: change.kind === 'add' ? undefined : valuesOf('before', change),
    after: valuesOf('after', change),
    row: change.row,
  }));
}

function valuesOf(side: 'before' | 'after', { members }: Change): object {
  return Object.fromEntries(
    Object.entries(members).map(([name, change]) => [name, change[side] ?? null]),
  );
}
