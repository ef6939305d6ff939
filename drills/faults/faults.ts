import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresCluster } from '../../tests/support/database/postgres-cluster.ts';
import { onServer } from '../../tests/support/database/postgres-connection.ts';
import type { TcpProxy } from '../../tests/support/network/tcp-proxy.ts';
import type { Instances } from '../instances.ts';
import { stall, withChildren } from '../signal.ts';
import type { Random } from './random.ts';

/** Where faults happen: the service's processes, a server, and the network between them. */
export interface FaultContext {
  instances: Instances;
  cluster: PostgresCluster;
  proxy: TcpProxy;
  random: Random;
}

/** Causes a fault. Resolves when it is over. */
export type Fault = (context: FaultContext) => Promise<void>;

/** The time after which a server's TCP keepalive would notice that a silent client is gone. */
const SILENT_CONNECTIONS_END_MS = 20_000;
const MOST_CONNECTIONS = 500;

/** The relative frequency of each fault. Kills and crashes are rare, because the program takes seconds to come back. */
const WEIGHTS: Record<FaultName, number> = {
  refuse: 5,
  break: 5,
  terminate: 6,
  silence: 5,
  hang: 3,
  stall: 3,
  exhaust: 2,
  kill: 2,
  crash: 1,
};

export const FAULTS = {
  /** Breaks all connections and refuses new ones for a while. */
  async refuse({ proxy, random }) {
    await proxy.cut();
    await sleep(random.between(100, 2_500));
    await proxy.restore();
  },
  /** Breaks all connections. */
  async break({ proxy }) {
    await proxy.cut();
    await proxy.restore();
  },
  /** Terminates some or all of the service's connections on the server. */
  async terminate({ cluster, random }) {
    await terminate(cluster, random.among([100, 100, 50, 20]));
  },
  /** Drops all data of the present connections, in one direction or both, until keepalive would break them. */
  async silence({ proxy, random }) {
    const end = proxy.silence(random.among(['both', 'answers']));
    setTimeout(end, SILENT_CONNECTIONS_END_MS).unref();
    await sleep(random.between(0, 1_000));
  },
  /** Lets no data pass for a while, on new connections either. */
  async hang({ proxy, random }) {
    await proxy.hang();
    await sleep(random.between(500, 5_000));
    await proxy.restore();
  },
  /** Stops all processes of the server, and later resumes them. */
  async stall({ cluster, random }) {
    const goOn = stall(withChildren(cluster.pid()));
    await sleep(random.between(500, 6_000));
    goOn();
  },
  /** Takes all of the server's connections for other clients. */
  async exhaust({ cluster, random }) {
    const taken = await takeAllConnections(cluster.url);
    await terminate(cluster, 100, taken[0]);
    taken.push(...(await takeAllConnections(cluster.url)));
    await sleep(random.between(500, 3_000));
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  },
  /** Kills one of the service's processes and starts it again. */
  async kill({ instances, random }) {
    await instances.restart(random.between(0, instances.baseUrls.length - 1), 'SIGKILL');
  },
  /** Crashes the server and starts it again. */
  async crash({ cluster }) {
    await cluster.crash();
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

function isFaultName(name: string): name is FaultName {
  return name in FAULTS;
}

/** Returns each kind once, then random ones by weight. */
export function chooseFaults(count: number, random: Random): FaultName[] {
  const names = Object.keys(FAULTS).filter(isFaultName);
  const [first = 'refuse', ...others] = names.flatMap((name) =>
    Array.from({ length: WEIGHTS[name] }, () => name),
  );
  const chosen = [...names];
  while (chosen.length < count) chosen.push(random.among([first, ...others]));
  return chosen.slice(0, count);
}

/**
 * Terminates a share of the service's connections, through `client` or else through a connection of a superuser, for
 * whom the server reserves some.
 */
async function terminate(
  { url }: PostgresCluster,
  percent: number,
  client?: pg.Client,
): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tollgate' and random() * 100 < $1`;
  if (client !== undefined) await client.query(text, [percent]);
  else await onServer(url, (own) => own.query(text, [percent]));
}

async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  while (taken.length < MOST_CONNECTIONS) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return taken;
    }
    taken.push(client);
  }
  return taken;
}
