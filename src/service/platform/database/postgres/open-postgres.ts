import { StartError } from '../../start-error.ts';
import {
  USUAL_DEADLINES,
  type BeforeUse,
  type Database,
  type DatabaseOptions,
  type Deadlines,
  type SchemaConnections,
} from '../database.ts';
import { createHosts, readHosts } from './hosts.ts';
import { openPool, type Pool, type PooledDatabase, type PoolOptions } from './pool.ts';

/** For work of minutes. */
const LONG_RUNNING = { statementMs: 601_000, serverMs: 600_000 };
/** Nor would the server soon give up the connections of such a client; it has only so many. */
const KEEPALIVE_SECONDS = 10;

const OBSERVER_POOL_SIZE = 1;
const RECURRING_POOL_SIZE = 2;
const LONG_RUNNING_POOL_SIZE = 2;

const SHARED_SESSIONS =
  'Several cells need their own database sessions: remove DATABASE_PREPARED_STATEMENTS=off, which is for poolers without sessions.';

export function openPostgres(databaseUrl: string, options: DatabaseOptions): Database {
  const { prepares = true, deadlines: usual = USUAL_DEADLINES } = options;
  let disruptions = 0;
  const shared: PooledDatabase = {
    hosts: createHosts(readHosts(databaseUrl) ?? [databaseUrl]),
    silence: { sinceMs: 0 },
    prepares,
    onConnectionLost(error) {
      disruptions += 1;
      options.onConnectionLost(error);
    },
    onRefused() {
      disruptions += 1;
    },
  };
  const pools: Pool[] = [];
  const open = (pool: PoolOptions) => {
    const opened = openPool(shared, pool);
    pools.push(opened);
    return opened;
  };
  const ofRequests = (size: number): PoolOptions => ({
    size,
    deadlines: usual,
    session: sessionSettings(usual),
    mostWaiting: options.mostWaiting,
  });
  const requests = open(ofRequests(options.poolSize));
  const planningOnce = (size: number) =>
    open({
      size,
      deadlines: usual,
      session: { ...sessionSettings(usual), ...(prepares && PLANNED_ONCE) },
    });
  const observer = planningOnce(OBSERVER_POOL_SIZE);
  const recurring = planningOnce(RECURRING_POOL_SIZE);
  const longRunning = open({ ...longRunningPool(usual, prepares), size: LONG_RUNNING_POOL_SIZE });
  const connectionsIn = (schema?: string, beforeUse?: BeforeUse): SchemaConnections => {
    let lastUsedMs = performance.now();
    const noteUse = () => {
      lastUsedMs = performance.now();
      return beforeUse?.();
    };
    return {
      db: requests.inSchema(schema, noteUse),
      observer: observer.inSchema(schema, beforeUse),
      recurring: recurring.inSchema(schema, beforeUse),
      longRunning: longRunning.inSchema(schema, beforeUse),
      lastUsedMs: () => lastUsedMs,
    };
  };
  return {
    engine: 'postgres',
    ...connectionsIn(),
    inSchema(schema, beforeUse) {
      if (!prepares) throw new StartError(SHARED_SESSIONS);
      return connectionsIn(schema, beforeUse);
    },
    separate: (connections) => open(ofRequests(connections)).inSchema(),
    poolUse: () => requests.use(),
    disruptions: () => disruptions,
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

function longRunningPool(usual: Deadlines, prepares: boolean): Omit<PoolOptions, 'size'> {
  const deadlines = { ...usual, ...LONG_RUNNING };
  const common = { deadlines, answersWithinMs: usual.statementMs };
  // A session that is not ours alone keeps nothing that is ours alone: others would have ten minutes.
  return prepares
    ? { ...common, session: sessionSettings(deadlines) }
    : {
        ...common,
        session: sessionSettings(usual),
        beginning: `set local statement_timeout = ${deadlines.serverMs}`,
      };
}

/**
 * What is due is asked, and webhooks are claimed, over and over: no plan differs by the times and ids at hand, and to plan such
 * a statement anew takes up to ten times as long as to run it. PostgreSQL would do so for as long as the values promise a plan
 * that is cheaper than those of the first five runs were, by its estimate. A list asks for it in its own transaction (lists/list-orders.ts).
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/** Asked for as start-up parameters, PgBouncer would refuse the connection. */
function sessionSettings({ serverMs, idleInTransactionMs }: Deadlines): Record<string, string> {
  return {
    statement_timeout: `${serverMs}ms`,
    idle_in_transaction_session_timeout: `${idleInTransactionMs}ms`,
    tcp_keepalives_idle: `${KEEPALIVE_SECONDS}s`,
    tcp_keepalives_interval: `${KEEPALIVE_SECONDS}s`,
    jit: 'off',
  };
}
