import { type MemberChange, memberChanges } from '../audit/append.ts';
import {
  type DeploymentFile,
  type GateInFile,
  type MerchantInFile,
  type MethodInFile,
  type Outline,
  type RouteInFile,
  type TerminalInFile,
  member,
} from './file.ts';
import {
  type Present,
  type PresentGate,
  type PresentMerchant,
  type PresentMethod,
  givenMerchantMembers,
  merchantColumns,
  merchantMembers,
  methodColumns,
  methodMembers,
  routeColumns,
  routeMembers,
} from './export.ts';
import { openGateAccount } from '../../ledger/accounts.ts';
import { newWebhookSecret } from '../../merchants/keys.ts';
import { type BindDeps, changeBoundRow, isBound } from '../../platform/bound-rows.ts';
import { SEALED, type Keyring } from '../../platform/keyring.ts';
import { runInSlices } from '../../platform/in-turns.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/database/schema.ts';
import { type RouteRow, type TerminalRow, selectWaitingMethods } from './queries.ts';
import { changeTerminal } from '../../merchants/change-terminal.ts';
import { fingerprints } from '../fingerprints.ts';
import { openCredentials } from './credentials.ts';
import type { Changed } from '../answer.ts';
import { WEBHOOK_ADDRESSES } from './read-file.ts';

/** The ids of everything that the file names. */
export interface AppliedIds {
  terminals: Record<string, string>;
  merchants: Record<string, { id: string; gates: Record<string, PlannedGate> }>;
}

export interface Plan {
  ids: AppliedIds;
  /** Changes to the rows of merchants and terminals, which are written first because other rows refer to them. */
  rows: PlannedChange[];
  /** Changes to settings that processes cache, by merchant. */
  settings: { merchantId: string; changes: PlannedChange[] }[];
}

/** Returns the changes in the order in which they are written. */
export function changesOf({ rows, settings }: Plan): Change[] {
  return [...rows, ...settings.flatMap(({ changes }) => changes)].map(
    ({ kind, place, members }) => ({ kind, place, members }),
  );
}

/**
 * Plans the changes that make the deployment match the file. The file is valid: whatever it names exists or is planned
 * here. Yields for each gate, method and terminal, so that other work gets a turn.
 */
export function* planDeployment(
  deps: PlanDeps,
  file: DeploymentFile,
  present: Present,
): Generator<undefined, Plan> {
  const merchants = idsByName(
    deps,
    file.merchants,
    [...present.merchants].map(([name, { row }]) => [name, row.id]),
  );
  const terminals = idsByName(
    deps,
    file.terminals,
    [...present.terminals].map(([name, { id }]) => [name, id]),
  );
  const terminalNames = new Map([...terminals].map(([name, id]) => [id, name]));
  const routed = { idOf: found(terminals), nameOf: found(terminalNames) };
  const merchantId = found(merchants);
  const plan: Plan = { ids: { terminals: {}, merchants: {} }, rows: [], settings: [] };
  for (const merchant of file.merchants) {
    const { name } = merchant;
    const [id, known] = [merchantId(name), present.merchants.get(name)];
    const { rows, settings, gates } = yield* planMerchant(deps, {
      id,
      merchant,
      known,
      terminals: routed,
    });
    plan.ids.merchants[name] = { id, gates };
    plan.rows.push(...rows);
    if (settings.length > 0) plan.settings.push({ merchantId: id, changes: settings });
  }
  for (const terminal of file.terminals) {
    const { name } = terminal;
    yield;
    const [id, known] = [routed.idOf(name), present.terminals.get(name)];
    plan.ids.terminals[name] = id;
    plan.rows.push(...planTerminal(deps, { id, terminal, known, merchantId }));
  }
  return plan;
}

function idsByName(
  { newId }: PlanDeps,
  named: readonly { name: string }[],
  present: readonly (readonly [name: string, id: string])[],
): Map<string, string> {
  const ids = new Map(present);
  for (const { name } of named) if (!ids.has(name)) ids.set(name, newId());
  return ids;
}

function found(values: ReadonlyMap<string, string>): (key: string) => string {
  return (key) => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`A plan knows no ${key}`);
    return value;
  };
}

export interface PlannedGate {
  id: string;
  methods: Record<string, string>;
}

interface MerchantTarget {
  id: string;
  merchant: MerchantInFile;
  known: PresentMerchant | undefined;
  terminals: Terminals;
}

interface PlannedMerchant {
  gates: Record<string, PlannedGate>;
  /** Changes to the merchant's own row. */
  rows: PlannedChange[];
  settings: PlannedChange[];
}

function* planMerchant(
  deps: PlanDeps,
  target: MerchantTarget,
): Generator<undefined, PlannedMerchant> {
  const { id, merchant, known, terminals } = target;
  const place = member('merchants', merchant.name, 0);
  const gates: Record<string, PlannedGate> = {};
  const settings: PlannedChange[] = [];
  for (const gate of merchant.gates ?? []) {
    const knownGate = known?.gates.get(gate.name);
    const gateId = knownGate?.row.id ?? deps.newId();
    const gatePlace = `${place}.${member('gates', gate.name, 0)}`;
    settings.push(...planGate({ id: gateId, merchantId: id }, gatePlace, gate, knownGate));
    settings.push(...planAccounts(deps, gateId, gatePlace, gate, knownGate));
    const methods: Record<string, string> = {};
    yield;
    for (const method of gate.methods ?? []) {
      yield;
      const knownMethod = knownGate?.methods.get(method.name);
      const methodId = knownMethod?.row.id ?? deps.newId();
      const methodPlace = `${gatePlace}.${member('methods', method.name, 0)}`;
      const at = { id: methodId, gateId, place: methodPlace };
      settings.push(...planMethod(deps, at, method, knownMethod, terminals));
      methods[method.name] = methodId;
    }
    gates[gate.name] = { id: gateId, methods };
  }
  settings.push(...planRemovals(merchant, known));
  return { gates, rows: planOwn(deps, target), settings };
}

function planOwn(deps: PlanDeps, { id, merchant, known }: MerchantTarget): PlannedChange[] {
  const place = member('merchants', merchant.name, 0);
  const given = givenMerchantMembers(merchant);
  if (known === undefined) {
    const write: PlannedChange['write'] = (trx) => {
      const row = {
        ...merchantColumns(given),
        id,
        name: merchant.name,
        webhook_secret_sealed: deps.keyring.seal(SEALED.webhookSecret, id, newWebhookSecret()),
        created_at: deps.now(),
      };
      return changeBoundRow({ ...deps, db: trx }, { table: 'merchants', id }, (db) =>
        db.insertInto('merchants').values(row).execute(),
      );
    };
    return [{ kind: 'add', place, members: newMembers(given), write }];
  }
  const members = memberChanges(merchantMembers(known.row), given);
  const isWhole = WEBHOOK_ADDRESSES.every((name) => given[name] !== undefined);
  const isConfirmed = isWhole && !isBound(deps.keyring, 'merchants', known.row);
  if (Object.keys(members).length === 0 && !isConfirmed) return [];
  const write: PlannedChange['write'] = (trx) =>
    changeBoundRow({ ...deps, db: trx }, { table: 'merchants', id, isWhole }, (db) =>
      db.updateTable('merchants').set(merchantColumns(given)).where('id', '=', id).execute(),
    );
  return [{ kind: 'change', place, members, write }];
}

function planGate(
  ids: { id: string; merchantId: string },
  place: string,
  { name, active }: GateInFile,
  known: PresentGate | undefined,
): PlannedChange[] {
  if (known === undefined) {
    const row = { id: ids.id, merchant_id: ids.merchantId, name, active };
    const write: PlannedChange['write'] = (trx) => trx.insertInto('gates').values(row).execute();
    return [{ kind: 'add', place, members: {}, write }];
  }
  const members = memberChanges({ active: known.row.active }, { active });
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = (trx) =>
    trx.updateTable('gates').set({ active }).where('id', '=', ids.id).execute();
  return [{ kind: 'change', place, members, write }];
}

/** Plans new accounts. Accounts are never closed: an account that the file leaves out keeps its money. */
function planAccounts(
  { now }: PlanDeps,
  gateId: string,
  place: string,
  { accounts = [] }: GateInFile,
  known: PresentGate | undefined,
): PlannedChange[] {
  return accounts
    .filter((currency) => known?.accounts.includes(currency) !== true)
    .map((currency) => ({
      kind: 'add',
      place: `${place}.accounts[${currency}]`,
      members: {},
      write: (trx) => openGateAccount(trx, { gateId, currency, openingMinor: 0n }, now()),
    }));
}

function planRemovals(
  merchant: MerchantInFile,
  known: PresentMerchant | undefined,
): PlannedChange[] {
  if (known === undefined) return [];
  return removalsOf(merchant, known).map(({ place, table, id }) => ({
    kind: 'switch_off',
    place,
    members: { active: { before: true, after: false } },
    write: (trx) => trx.updateTable(table).set({ active: false }).where('id', '=', id).execute(),
  }));
}

/** Names and ids of existing terminals and of those that the file adds. */
export interface Terminals {
  idOf: (name: string) => string;
  nameOf: (id: string) => string;
}

interface MethodTarget {
  id: string;
  gateId: string;
  place: string;
}

function planMethod(
  deps: PlanDeps,
  { id, gateId, place }: MethodTarget,
  { name, ...given }: MethodInFile,
  known: PresentMethod | undefined,
  terminals: Terminals,
): PlannedChange[] {
  const wanted = { ...given, routes: inOneOrder(given.routes) };
  const planned = planRoutes(wanted.routes, known?.routes ?? [], terminals);
  if (known === undefined) {
    const write: PlannedChange['write'] = async (trx) => {
      const row = { ...methodColumns(wanted), id, gate_id: gateId, name };
      await trx.insertInto('gate_methods').values(row).execute();
      await writeRoutes(trx, deps, id, planned);
    };
    return [{ kind: 'add', place, members: newMembers(wanted), write }];
  }
  const present = methodMembers(known, terminals.nameOf);
  const members = memberChanges({ ...present, routes: inOneOrder(present.routes) }, wanted);
  if (Object.keys(members).length === 0) return [];
  const write: PlannedChange['write'] = async (trx) => {
    await trx.updateTable('gate_methods').set(methodColumns(wanted)).where('id', '=', id).execute();
    await writeRoutes(trx, deps, id, planned);
  };
  return [{ kind: 'change', place, members, write }];
}

/** Sorts routes for the comparison. Their order in a file has no meaning: the priority decides. */
function inOneOrder(routes: readonly RouteInFile[]): RouteInFile[] {
  const key = (route: RouteInFile) => JSON.stringify(Object.entries(route).sort());
  return routes.toSorted(
    (a, b) => a.priority - b.priority || (key(a) < key(b) ? -1 : Number(key(a) > key(b))),
  );
}

interface PlannedRoutes {
  add: RouteColumns[];
  change: { id: string; columns: RouteColumns }[];
  remove: string[];
}

type RouteColumns = ReturnType<typeof routeColumns>;

/**
 * Plans the changes to a method's routes. Routes have no names: a route to the same terminal is the same route,
 * changed.
 */
function planRoutes(
  wanted: readonly RouteInFile[],
  known: readonly RouteRow[],
  terminals: Terminals,
): PlannedRoutes {
  const left = new Set(known);
  const take = (is: (row: RouteRow) => boolean) => {
    const row = [...left].find(is);
    if (row !== undefined) left.delete(row);
    return row;
  };
  const unlike = wanted.filter(
    (route) =>
      take((row) => isDeepStrictEqual(routeMembers(row, terminals.nameOf), route)) === undefined,
  );
  const planned: PlannedRoutes = { add: [], change: [], remove: [] };
  for (const route of unlike) {
    const columns = routeColumns(route, terminals.idOf(route.terminal));
    const row = take(({ terminal_id: id }) => id === columns.terminal_id);
    if (row === undefined) planned.add.push(columns);
    else planned.change.push({ id: row.id, columns });
  }
  return { ...planned, remove: [...left].map(({ id }) => id) };
}

async function writeRoutes(
  trx: Db,
  { newId }: PlanDeps,
  methodId: string,
  { add, change, remove }: PlannedRoutes,
): Promise<void> {
  if (remove.length > 0) await trx.deleteFrom('routes').where('id', 'in', remove).execute();
  for (const { id, columns } of change) {
    await trx.updateTable('routes').set(columns).where('id', '=', id).execute();
  }
  if (add.length > 0) {
    const rows = add.map((columns) => ({ ...columns, id: newId(), method_id: methodId }));
    await trx.insertInto('routes').values(rows).execute();
  }
}

export interface PlanDeps extends Omit<BindDeps, 'db'> {
  keyring: Keyring;
  now: () => Date;
  newId: () => string;
}

interface TerminalTarget {
  id: string;
  terminal: TerminalInFile;
  known: TerminalRow | undefined;
  /** Returns the id of the merchant that a terminal names as its owner. */
  merchantId: (name: string) => string;
}

function planTerminal(deps: PlanDeps, target: TerminalTarget): PlannedChange[] {
  const { terminal, known } = target;
  const place = member('terminals', terminal.name, 0);
  const { merchant, up, settings, credentials } = terminal;
  const shown = {
    ...(merchant !== undefined && { merchant }),
    ...(up !== undefined && { up }),
    ...(settings !== undefined && { settings }),
    ...(credentials !== undefined && { credentials: fingerprints(deps.keyring, credentials) }),
  };
  if (known === undefined) {
    const members = newMembers({ adapter: terminal.adapter, ...shown });
    return [{ kind: 'add', place, members, write: (trx) => addTerminal(trx, deps, target) }];
  }
  const members = memberChanges(presentMembers(deps.keyring, known), shown);
  const isWhole = [merchant, settings, credentials].every((part) => part !== undefined);
  const isConfirmed = isWhole && !isBound(deps.keyring, 'terminals', known);
  if (Object.keys(members).length === 0 && !isConfirmed) return [];
  const write: PlannedChange['write'] = (trx) =>
    changeTerminal({ ...deps, db: trx }, target.id, changedColumns(deps, target));
  return [{ kind: 'change', place, members, write }];
}

function presentMembers(keyring: Keyring, row: TerminalRow): object {
  return {
    merchant: row.merchant_name,
    up: row.up,
    settings: row.settings,
    credentials: fingerprints(keyring, openCredentials(keyring, row)),
  };
}

function addTerminal(trx: Db, deps: PlanDeps, target: TerminalTarget): Promise<unknown> {
  const { id, terminal } = target;
  const { name, adapter, settings = {}, credentials = {} } = terminal;
  const row = {
    id,
    name,
    adapter,
    settings: JSON.stringify(settings),
    created_at: deps.now(),
    credentials_sealed: sealed(deps, id, credentials),
    ...ownColumns(target),
  };
  return changeBoundRow({ ...deps, db: trx }, { table: 'terminals', id }, (db) =>
    db.insertInto('terminals').values(row).execute(),
  );
}

/** Returns the columns of the members that the file gives. */
function changedColumns(deps: PlanDeps, target: TerminalTarget) {
  const { settings, credentials } = target.terminal;
  return {
    ...ownColumns(target),
    ...(settings !== undefined && { settings: JSON.stringify(settings) }),
    ...(credentials !== undefined && {
      credentials_sealed: sealed(deps, target.id, credentials),
    }),
  };
}

function ownColumns({ terminal: { merchant, up }, merchantId }: TerminalTarget) {
  return {
    ...(merchant !== undefined && {
      merchant_id: merchant === null ? null : merchantId(merchant),
    }),
    ...(up !== undefined && { up }),
  };
}

function sealed({ keyring }: PlanDeps, id: string, credentials: object): Buffer {
  return keyring.seal(SEALED.terminalCredentials, id, JSON.stringify(credentials));
}

/**
 * A gate or method that is missing from a file's list of its siblings. It is switched off; its row stays, because
 * orders refer to it. Listing it again switches it on.
 */
export interface Removal {
  place: string;
  merchantId: string;
  table: 'gates' | 'gate_methods';
  id: string;
  /** The methods that take no more orders because of it. */
  methodIds: readonly string[];
}

interface Named {
  name?: string | undefined;
}

/** The lists of a merchant in a file. */
interface Listing extends Named {
  gates?: readonly (Named & { methods?: readonly Named[] | undefined })[] | undefined;
}

/** Finds the gates and methods to switch off. Yields for each merchant. */
function* removals(
  file: Pick<Outline, 'merchants'>,
  present: Present,
): Generator<undefined, Removal[]> {
  const found: Removal[] = [];
  for (const merchant of file.merchants ?? []) {
    yield;
    const known = present.merchants.get(merchant.name ?? '');
    if (known !== undefined) found.push(...removalsOf(merchant, known));
  }
  return found;
}

function removalsOf(merchant: Listing, known: PresentMerchant): Removal[] {
  const { gates } = merchant;
  const merchantId = known.row.id;
  const found: Removal[] = [];
  for (const [name, gate] of known.gates) {
    const place = `${member('merchants', merchant.name, 0)}.${member('gates', name, 0)}`;
    const active = [...gate.methods.values()].filter(({ row }) => row.active);
    const listed = gates?.find((inFile) => inFile.name === name);
    if (listed === undefined) {
      if (!gate.row.active || !isComplete(gates)) continue;
      const methodIds = active.map(({ row }) => row.id);
      found.push({ place, merchantId, table: 'gates', id: gate.row.id, methodIds });
    } else if (isComplete(listed.methods)) {
      const names = new Set(listed.methods.map((method) => method.name));
      for (const { row } of active.filter((method) => !names.has(method.row.name))) {
        const methodPlace = `${place}.${member('methods', row.name, 0)}`;
        const methodIds = [row.id];
        found.push({
          place: methodPlace,
          merchantId,
          table: 'gate_methods',
          id: row.id,
          methodIds,
        });
      }
    }
  }
  return found;
}

/** Returns whether a list is complete. If a name in it could not be read, any gate or method might be meant. */
function isComplete<Item extends Named>(
  list: readonly Item[] | undefined,
): list is readonly Item[] {
  return list?.every(({ name }) => name !== undefined) === true;
}

/** Reports removals that would leave open orders without their method. */
export async function removalRules(db: Db, file: Outline, present: Present): Promise<string[]> {
  const broken: string[] = [];
  for (const { place, merchantId, methodIds } of await runInSlices(removals(file, present))) {
    if (methodIds.length === 0) continue;
    const waiting = await selectWaitingMethods(db, merchantId, methodIds);
    if (waiting.length > 0) {
      broken.push(
        `${place}: it is not in the file, but cannot be removed while it has orders that are not final.`,
      );
    }
  }
  return broken;
}

/** One thing that a file adds, changes or switches off. */
export interface Change {
  kind: 'add' | 'change' | 'switch_off';
  place: string;
  /** Changed members; secrets appear as fingerprints. */
  members: Record<string, MemberChange>;
}

/** A change with the function that writes it in the transaction. */
export interface PlannedChange extends Change {
  write: (trx: Db) => Promise<unknown>;
}

/** Returns the members of a new thing, without null and undefined values. */
function newMembers(given: object): Record<string, MemberChange> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, after]) => after !== null && after !== undefined)
      .map(([name, after]: [string, unknown]) => [name, { after }]),
  );
}

/** Returns the changes for the audit: by place, the values before, except for new things, and after. */
export function recorded(subject: string, made: readonly Change[]): Changed | undefined {
  if (made.length === 0) return undefined;
  const by = (side: 'before' | 'after', changed: readonly Change[]) =>
    Object.fromEntries(
      changed.map(({ place, members }) => [
        place,
        Object.fromEntries(
          Object.entries(members).map(([name, change]) => [name, change[side] ?? null]),
        ),
      ]),
    );
  const known = made.filter(({ kind }) => kind !== 'add');
  return { subject, before: by('before', known), after: by('after', made) };
}
