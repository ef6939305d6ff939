import {
  USUAL_DEADLINES,
  type Database,
  type DatabaseOptions,
  type Deadlines,
} from '../database.ts';
import { createHosts, readHosts } from './hosts.ts';
import { createWritability, probeRoom } from '../writability.ts';
import type { SessionSettings } from './session.ts';
import { openPool, type Pool, type PooledDatabase, type PoolOptions } from './pool.ts';

/** The deadlines of work that takes minutes. */
const LONG_RUNNING = { statementMs: 601_000, serverMs: 600_000 };
/**
 * The interval of TCP keepalives. Without them, the server would keep the connections of an unreachable client for
 * long, and it has only so many.
 */
const KEEPALIVE_SECONDS = 10;

const OBSERVER_POOL_SIZE = 1;
const RECURRING_POOL_SIZE = 2;
/** As many as there may be reports at a time, and one for the ledger check. */
const LONG_RUNNING_POOL_SIZE = 5;

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
      writability.recordRefusal();
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
  });
  const requests = open(ofRequests(options.poolSize));
  const openWithGenericPlans = (size: number) =>
    open({
      size,
      deadlines: usual,
      session: { ...sessionSettings(usual), ...(prepares && GENERIC_PLANS) },
    });
  const observer = openWithGenericPlans(OBSERVER_POOL_SIZE);
  const recurring = openWithGenericPlans(RECURRING_POOL_SIZE);
  const longRunning = open({ ...longRunningPool(usual, prepares), size: LONG_RUNNING_POOL_SIZE });
  const writability = createWritability({ probe: () => probeRoom(recurring.db) });
  return {
    engine: 'postgres',
    db: requests.db,
    observer: observer.db,
    recurring: recurring.db,
    longRunning: longRunning.db,
    separate: (connections) => open(ofRequests(connections)).db,
    poolUse: () => requests.use(),
    disruptions: () => disruptions,
    writability,
    async close() {
      writability.stop();
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

function longRunningPool(usual: Deadlines, prepares: boolean): Omit<PoolOptions, 'size'> {
  const deadlines = { ...usual, ...LONG_RUNNING };
  const common = { deadlines, answersWithinMs: usual.statementMs };
  // A session shared with other clients must not keep this setting: they would have ten minutes as well.
  return prepares
    ? { ...common, session: sessionSettings(deadlines) }
    : {
        ...common,
        session: sessionSettings(usual),
        beginning: `set local statement_timeout = ${deadlines.serverMs}`,
      };
}

/**
 * Makes sessions reuse plans. Questions about due work, and claims of webhooks, run over and over: the best plan does
 * not depend on their times and ids, and planning takes up to ten times as long as running. Otherwise PostgreSQL would
 * plan such a statement each time that its values promise a plan which is cheaper, by its estimate, than those of the
 * first five runs. A list sets this in its own transaction (lists/list-orders.ts).
 */
const GENERIC_PLANS = { plan_cache_mode: 'force_generic_plan' };

/**
 * Returns the settings of a session. PgBouncer would refuse a connection that asks for them with start-up parameters.
 */
function sessionSettings({ serverMs, idleInTransactionMs }: Deadlines): SessionSettings {
  return {
    statement_timeout: `${serverMs}ms`,
    idle_in_transaction_session_timeout: `${idleInTransactionMs}ms`,
    tcp_keepalives_idle: `${KEEPALIVE_SECONDS}s`,
    tcp_keepalives_interval: `${KEEPALIVE_SECONDS}s`,
    jit: 'off',
  };
}
