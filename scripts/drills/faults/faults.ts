import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresCluster } from '../../../tests/support/database/postgres-cluster.ts';
import { onServer } from '../../../tests/support/database/postgres-connection.ts';
import type { TcpProxy } from '../../../tests/support/network/tcp-proxy.ts';
import { stall, withChildren } from '../signal.ts';
import type { Random } from './random.ts';

/** Where faults happen: a server, and the network between it and the service. */
export interface Arena {
  cluster: PostgresCluster;
  proxy: TcpProxy;
  random: Random;
}

/** Settles when the fault is over. */
export type Fault = (arena: Arena) => Promise<void>;

/** When a server's keepalive would have noticed that a silent client is gone. */
const SILENT_CONNECTIONS_END_MS = 20_000;
const MOST_CONNECTIONS = 500;

/** How often a fault is chosen against the others; a crash takes the server seconds to come back from. */
const WEIGHTS: Record<FaultName, number> = {
  cut: 5,
  break: 5,
  terminate: 6,
  silence: 5,
  hang: 3,
  stall: 3,
  exhaust: 2,
  crash: 1,
};

export const FAULTS = {
  /** All connections break, and no new ones are to be had for a while. */
  async cut({ proxy, random }) {
    await proxy.cut();
    await sleep(random.between(100, 2_500));
    await proxy.restore();
  },
  /** All connections break. */
  async break({ proxy }) {
    await proxy.cut();
    await proxy.restore();
  },
  /** Some of the server's processes are ended, by its own hand. */
  async terminate({ cluster, random }) {
    await terminate(cluster, random.among([100, 100, 50, 20]));
  },
  /** Packets are dropped, in one direction or both, for ever. */
  async silence({ proxy, random }) {
    const end = proxy.silence(random.among(['both', 'answers']));
    setTimeout(end, SILENT_CONNECTIONS_END_MS).unref();
    await sleep(random.between(0, 1_000));
  },
  /** Nothing passes, on new connections either. */
  async hang({ proxy, random }) {
    await proxy.hang();
    await sleep(random.between(500, 5_000));
    await proxy.restore();
  },
  /** The server stands still. */
  async stall({ cluster, random }) {
    const goOn = stall(withChildren(cluster.pid()));
    await sleep(random.between(500, 6_000));
    goOn();
  },
  /** Others have taken all of the server's connections. */
  async exhaust({ cluster, random }) {
    const taken = await takeAllConnections(cluster.url);
    await terminate(cluster, 100, taken[0]);
    taken.push(...(await takeAllConnections(cluster.url)));
    await sleep(random.between(500, 3_000));
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  },
  /** The server dies, and starts again. */
  async crash({ cluster }) {
    await cluster.crash();
  },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

function isFaultName(name: string): name is FaultName {
  return name in FAULTS;
}

/** Each kind once, then as chance and the weights will have it. */
export function chooseFaults(count: number, random: Random): FaultName[] {
  const names = Object.keys(FAULTS).filter(isFaultName);
  const [first = 'cut', ...others] = names.flatMap((name) =>
    Array.from({ length: WEIGHTS[name] }, () => name),
  );
  const chosen = [...names];
  while (chosen.length < count) chosen.push(random.among([first, ...others]));
  return chosen.slice(0, count);
}

/** Ends connections of the service, by one that the server keeps for its superuser where there is none. */
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
