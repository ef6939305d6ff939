import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Circuit } from '#domain/routing/circuit.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { Keyring } from '../platform/keyring.ts';
import { SEALED } from '../platform/keyring-purposes.ts';
import type { Acquirer } from '../providers/acquirer.ts';
import { IN_CLEAR, settingInClear } from '../providers/live-address.ts';
import type { AcquirerAdapter, AdapterTools } from '../providers/adapter.ts';
import type { Adapters, Terminals } from '../providers/registry.ts';
import { selectRoutedTerminal, selectRoutes, selectTerminal } from './queries.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { timeCalls } from './time-calls.ts';
import { recordCalls } from './record-calls.ts';

interface Deps {
  db: Kysely<Tables>;
  keyring: Keyring;
  now: () => Date;
  adapters: Adapters;
  metrics: Metrics;
  /** Where acquirers reach this service from outside, without a path. */
  publicUrl: string;
}

/** Methods whose routes are kept; the one not used for longest goes first. */
const METHODS_KEPT = 5_000;

const NOTIFICATIONS_PATH = '/api/v1/notifications';

/**
 * Terminals and routes, kept in memory under the versions that the records carry: whoever asks for a
 * later one has it read anew. Circuits are each process's own.
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
    const circuit = circuitOf(terminal.id);
    const acquirer = connect(deps, terminal, circuit);
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

    circuits: () =>
      [...circuits].map(([terminalId, { state, openSinceMs }]) => ({
        terminalId,
        state,
        openSinceMs,
      })),
  };
}

/** Whoever calls the terminal is told, and says so. */
const ignore = () => undefined;

/** The circuit is told of calls that go over a network. */
async function connect(
  deps: Deps,
  { id, adapter: name }: RoutedTerminal,
  circuit: Circuit,
): Promise<Acquirer> {
  const adapter = installed(deps.adapters, name);
  const row = await selectTerminal(deps.db, id);
  if (row === undefined) throw new Error(`There is no terminal ${id}`);
  const { keyring } = deps;
  const sealed = keyring.unseal(SEALED.terminalCredentials, id, row.credentials_sealed);
  const credentials: unknown = JSON.parse(sealed);
  const given = { settings: row.settings, credentials };
  const inClear = settingInClear(adapter.describe(), given);
  if (inClear !== undefined) throw new Error(`${inClear} of the terminal ${IN_CLEAR}`);
  const acquirer = await adapter.connect(given, toolsFor(deps, id));
  const timed = timeCalls(acquirer, id, deps.metrics);
  return adapter.describe().remote ? recordCalls(timed, circuit) : timed;
}

function toolsFor({ now, publicUrl }: Deps, terminalId: string): AdapterTools {
  return { now, notificationUrl: `${publicUrl}${NOTIFICATIONS_PATH}/${terminalId}` };
}

function installed(adapters: Adapters, name: string): AcquirerAdapter {
  const adapter = adapters.get(name);
  if (adapter === undefined) throw new Error(`No adapter ${name} is installed`);
  return adapter;
}
