import { Circuit } from '#domain/routing/circuit.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { routeFrom, routesOfMethod, type RouteJson } from '../merchants/method-routes.ts';
import type { Tables } from '../platform/database/schema.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import type { AcquirerAdapter, AdapterTools } from '../providers/adapter.ts';
import { IN_CLEAR, settingInClear } from '../providers/live-address.ts';
import type { Acquirer } from '../providers/port.ts';
import type { Adapters, Terminals } from '../providers/registry.ts';

interface Deps {
  db: Kysely<Tables>;
  keyring: Keyring;
  now: () => Date;
  adapters: Adapters;
  /** Where acquirers reach this service from outside, without a path. */
  publicUrl: string;
}

/** Methods whose routes are kept; the one not used for longest goes first. */
const METHODS_KEPT = 5_000;

const NOTIFICATIONS_PATH = '/api/v1/notifications';

/**
 * Terminals and routes, kept in memory under the versions that the records carry; a later version is
 * read anew. Circuits are each process's own.
 */
export function createTerminals(deps: Deps): Terminals {
  const routes = new LRUCache<string, { version: bigint; routes: readonly Route[] }>({
    max: METHODS_KEPT,
  });
  const opened = new Map<string, { version: bigint; acquirer: Promise<Acquirer> }>();
  const circuits = new Map<string, Circuit>();
  const circuitOf = (terminalId: string) => {
    const circuit = circuits.get(terminalId) ?? new Circuit(() => deps.now().getTime());
    circuits.set(terminalId, circuit);
    return circuit;
  };

  const keptRoutesOf = (methodId: string, configVersion: bigint) => {
    const kept = routes.get(methodId);
    return kept !== undefined && kept.version >= configVersion ? kept.routes : undefined;
  };

  async function open(terminal: RoutedTerminal): Promise<Acquirer> {
    const kept = opened.get(terminal.id);
    if (kept !== undefined && kept.version >= terminal.version) return kept.acquirer;
    circuitOf(terminal.id);
    const acquirer = connect(deps, terminal);
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
    keptRoutesOf,
    open,
    openAhead,
    toolsOf: (terminalId) => toolsFor(deps, terminalId),

    async routesOf(methodId, configVersion) {
      const kept = keptRoutesOf(methodId, configVersion);
      if (kept !== undefined) return kept;
      const read = await selectRoutes(deps.db, methodId);
      if (read === undefined) return [];
      routes.set(methodId, read);
      openAhead(read.routes);
      return read.routes;
    },

    find: (terminalId) => selectRoutedTerminal(deps.db, terminalId),

    mayCall: (terminalId) => circuits.get(terminalId)?.mayCall() ?? true,

    recordPayment({ id, adapter }, hasFailed) {
      if (deps.adapters.get(adapter)?.describe().remote) circuitOf(id).record(hasFailed);
    },

    circuits: () =>
      [...circuits].map(([terminalId, { state, openSinceMs }]) => ({
        terminalId,
        state,
        openSinceMs,
      })),
  };
}

/** The call that needs the terminal reports it. */
const ignore = () => undefined;

async function connect(deps: Deps, { id, adapter: name }: RoutedTerminal): Promise<Acquirer> {
  const adapter = installed(deps.adapters, name);
  const row = await selectTerminal(deps.db, id);
  if (row === undefined) throw new Error(`There is no terminal ${id}`);
  const { keyring } = deps;
  const sealed = keyring.unseal(SEALED.terminalCredentials, id, row.credentials_sealed);
  const credentials: unknown = JSON.parse(sealed);
  const given = { settings: row.settings, credentials };
  const inClear = settingInClear(adapter.describe(), given);
  if (inClear !== undefined) throw new Error(`${inClear} of the terminal ${IN_CLEAR}`);
  return adapter.connect(given, toolsFor(deps, id));
}

function toolsFor({ now, publicUrl }: Deps, terminalId: string): AdapterTools {
  return { now, notificationUrl: `${publicUrl}${NOTIFICATIONS_PATH}/${terminalId}` };
}

function installed(adapters: Adapters, name: string): AcquirerAdapter {
  const adapter = adapters.get(name);
  if (adapter === undefined) throw new Error(`No adapter ${name} is installed`);
  return adapter;
}

/** A method's routes, with the version of the merchant's settings; undefined where it does not exist. */
async function selectRoutes(
  db: Kysely<Tables>,
  methodId: string,
): Promise<{ version: bigint; routes: Route[] } | undefined> {
  const { rows } = await sql<{ version: bigint; routes: RouteJson[] }>`
    select merchants.config_version as version, ${routesOfMethod()} as routes
    from gate_methods
    join gates on gates.id = gate_methods.gate_id
    join merchants on merchants.id = gates.merchant_id
    where gate_methods.id = ${methodId}`.execute(db);
  const [row] = rows;
  return row && { version: row.version, routes: row.routes.map(routeFrom) };
}

async function selectTerminal(
  db: Kysely<Tables>,
  id: string,
): Promise<{ settings: object; credentials_sealed: Uint8Array } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['settings', 'credentials_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectRoutedTerminal(
  db: Kysely<Tables>,
  id: string,
): Promise<RoutedTerminal | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'adapter', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}
