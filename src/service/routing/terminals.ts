import { QuietCopy } from '../platform/quiet.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  isTerminalBound,
  routesFrom,
  routesOfMethod,
  type RouteJson,
} from '../merchants/method-routes.ts';
import type { ReportUnverified } from '../platform/bound-rows.ts';
import type { Db } from '../platform/database/schema.ts';
import { statement, type Slot } from '../platform/database/statement.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import type { AcquirerAdapter, AdapterTools } from '../acquirers/adapter.ts';
import { IN_CLEAR, settingInClear } from '../acquirers/live-address.ts';
import type { Acquirer } from '../acquirers/port.ts';
import type { Adapters, CallResult, Terminals } from '../acquirers/registry.ts';
import { withStorableNames } from '../acquirers/storable-names.ts';
import type { Circuits } from './circuits.ts';

interface Deps {
  db: Db;
  keyring: Keyring;
  now: () => Date;
  log: Logger;
  adapters: Adapters;
  circuits: Circuits;
  reportUnverified: ReportUnverified;
  /** This service's public URL, as acquirers reach it, without a path. */
  publicUrl: string;
  /** Whether this is a copy that must not act: then no terminal opens. */
  isQuiet: boolean;
}

/** Maximum methods whose routes are cached. The least recently used is evicted. */
const METHODS_KEPT = 5_000;

const NOTIFICATIONS_PATH = '/api/v1/notifications';

/**
 * Caches routes and opened terminals under the versions of their rows. A request for a later version reads them
 * again.
 */
export function createTerminals(deps: Deps): Terminals {
  const routes = new LRUCache<string, { version: bigint; routes: readonly Route[] }>({
    max: METHODS_KEPT,
  });
  const opened = new Map<string, { version: bigint; acquirer: Promise<Acquirer> }>();
  const names = new Map<string, string>();
  const { circuits } = deps;
  const logFailure = createFailureLog(deps);

  async function open(terminal: RoutedTerminal): Promise<Acquirer> {
    if (deps.isQuiet) throw new QuietCopy();
    const kept = opened.get(terminal.id);
    if (kept !== undefined && kept.version >= terminal.version) return kept.acquirer;
    const acquirer = connect(deps, terminal, (name) => names.set(terminal.id, name));
    const entry = { version: terminal.version, acquirer };
    opened.set(terminal.id, entry);
    acquirer.catch(() => {
      if (opened.get(terminal.id) === entry) opened.delete(terminal.id);
    });
    return acquirer;
  }

  const openAhead = (ahead: readonly Route[]) => {
    for (const { terminal } of ahead) void open(terminal).catch(ignore);
  };

  return {
    adapters: deps.adapters,
    open,
    openAhead,
    toolsOf: (terminalId) => toolsFor(deps, terminalId),

    async routesOf(methodId, configVersion, db) {
      const kept = routes.get(methodId);
      if (kept !== undefined && kept.version >= configVersion) return kept.routes;
      const read = await selectRoutes({ ...deps, db: db ?? deps.db }, methodId);
      if (read === undefined) return [];
      routes.set(methodId, read);
      openAhead(read.routes);
      return read.routes;
    },

    find: (terminalId) => selectRoutedTerminal(deps.db, terminalId),

    mayCall: (terminalId) => circuits.mayCall(terminalId),
    circuits: () => circuits.all(),

    recordCall({ id, adapter }, result) {
      const name = names.get(id);
      const terminal = { terminal: name, terminalId: id };
      if (result.hasFailed) logFailure(terminal, result);
      if (!result.isPayment || !deps.adapters.get(adapter)?.describe().remote) return;
      const changedTo = circuits.record({ id, name }, result.hasFailed);
      if (changedTo === 'open') deps.log.warn(terminal, CIRCUIT_OPENED);
      if (changedTo === 'closed') deps.log.info(terminal, CIRCUIT_CLOSED);
    },
  };
}

const CIRCUIT_OPENED =
  'The circuit of a terminal opened: payments take other routes, or are refused';
const CIRCUIT_CLOSED = 'The circuit of a terminal closed: payments go to it again';

interface LoggedTerminal {
  /** The terminal's name; undefined until it was opened. */
  terminal: string | undefined;
  terminalId: string;
}

const FAILURES_LOGGED_EVERY_MS = 60_000;

/**
 * Logs a terminal's first failure at once, then at most one a minute, with the number of failures since the last
 * one logged.
 */
function createFailureLog({ log, now }: Pick<Deps, 'log' | 'now'>) {
  const logged = new Map<string, { atMs: number; since: number }>();
  return (terminal: LoggedTerminal, { call, result: reason }: CallResult) => {
    const { atMs = -Infinity, since = 0 } = logged.get(terminal.terminalId) ?? {};
    const nowMs = now().getTime();
    const failures = since + 1;
    const isDue = nowMs - atMs >= FAILURES_LOGGED_EVERY_MS;
    logged.set(terminal.terminalId, isDue ? { atMs: nowMs, since: 0 } : { atMs, since: failures });
    if (isDue) log.warn({ ...terminal, call, reason, failures }, 'Calls to an acquirer fail');
  };
}

/** Ignores a failure to open ahead: the call that needs the terminal reports it. */
function ignore() {
  return undefined;
}

async function connect(
  deps: Deps,
  { id, adapter: name }: RoutedTerminal,
  onNamed: (name: string) => void,
): Promise<Acquirer> {
  const adapter = installed(deps.adapters, name);
  const row = await selectTerminal(deps.db, id);
  if (row === undefined) throw new Error(`There is no terminal ${id}`);
  if (row.adapter !== name || !isTerminalBound(deps, row)) {
    throw new Error(`The terminal ${id} was changed in the database`);
  }
  onNamed(row.name);
  const { keyring } = deps;
  const sealed = keyring.unseal(SEALED.terminalCredentials, id, row.credentials_sealed);
  const credentials: unknown = JSON.parse(sealed);
  const given = { settings: row.settings, credentials };
  const inClear = settingInClear(adapter.describe(), given);
  if (inClear !== undefined) throw new Error(`${inClear} of the terminal ${IN_CLEAR}`);
  return withStorableNames(await adapter.connect(given, toolsFor(deps, id)));
}

function toolsFor({ now, publicUrl }: Deps, terminalId: string): AdapterTools {
  return { now, notificationUrl: `${publicUrl}${NOTIFICATIONS_PATH}/${terminalId}` };
}

function installed(adapters: Adapters, name: string): AcquirerAdapter {
  const adapter = adapters.get(name);
  if (adapter === undefined) throw new Error(`No adapter ${name} is installed`);
  return adapter;
}

/** Returns a method's routes and the merchant's settings version, or undefined for an unknown method. */
async function selectRoutes(
  deps: Deps,
  methodId: string,
): Promise<{ version: bigint; routes: Route[] } | undefined> {
  const { rows } = await sql<{ version: bigint; routes: RouteJson[] }>`
    select merchants.config_version as version, ${routesOfMethod()} as routes
    from gate_methods
    join gates on gates.id = gate_methods.gate_id
    join merchants on merchants.id = gates.merchant_id
    where gate_methods.id = ${methodId}`.execute(deps.db);
  const [row] = rows;
  return row && { version: row.version, routes: routesFrom(deps, row.routes) };
}

async function selectTerminal(db: Db, id: string) {
  return db
    .selectFrom('terminals')
    .select(['id', 'name', 'adapter', 'settings', 'credentials_sealed', 'merchant_id'])
    .select(['audit_number', 'row_mac'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectRoutedTerminal(
  db: Db,
  id: string,
): Promise<RoutedTerminal | undefined> {
  const [terminal] = await terminalById(db, { id });
  return terminal;
}

const terminalById = statement('select_routed_terminal', (db, slot: Slot<{ id: string }>) =>
  db
    .selectFrom('terminals')
    .select(['id', 'adapter', 'version'])
    .where('id', '=', slot('id'))
    .compile(),
);
