/**
 * `npm run bench -- cells [--cells 1,16 --servers 3 --payments 3000 --warm-up 3000 --at-once 2 --merchants 256 --idle
 * 60 --per-second 20]`: what a payment costs with each number of cells on one or several PostgreSQL servers, and what
 * an idle process costs. The number of merchants is always the same. The deployments make a hundred payments each in
 * turns, so that other load on the machine affects all, and none competes with another's payments. With
 * `--per-second` they pay concurrently, at the rate of a shop.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { nodesOf } from '../tests/support/database/citus.ts';
import { findPostgres } from '../scripts/test/find-postgres.ts';
import { createScratchDatabase } from '../tests/support/database/postgres.ts';
import { startCluster } from '../tests/support/database/postgres-cluster.ts';
import { onServer, type PostgresServer } from '../tests/support/database/postgres-connection.ts';
import { describeMachine } from './support/machine.ts';
import { measurePayments, type PaymentOptions, type SharedStart } from './support/payments.ts';
import { measureProcessors } from './support/processor-time.ts';
import { startTollgate, type Tollgate } from './support/servers.ts';

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '1,16' },
    payments: { type: 'string', default: '3000' },
    /**
     * Warm-up payments: each connection plans each statement of each cell a few times. One number per number of
     * cells, or one for all.
     */
    'warm-up': { type: 'string', default: '3000' },
    /**
     * Concurrent payments. With more, statements queue, and those of one cell then run together and cost less than
     * those of several.
     */
    'at-once': { type: 'string', default: '2' },
    /** Payments per second of each deployment, all concurrently; 0 for turns at full speed. */
    'per-second': { type: 'string', default: '0' },
    merchants: { type: 'string', default: '256' },
    /** The number of servers to start; 0 to use the tests' server. */
    servers: { type: 'string', default: '0' },
    /** In seconds. */
    idle: { type: 'string', default: '60' },
  },
});
/** The usual quarter of a server's memory instead of 128 MB. */
const SERVER_SETTINGS = ['shared_buffers=2GB'];
const IDLE_MS = Number(values.idle) * 1_000;
/** How long it takes until recently used cells are idle. */
const REST_MS = 420_000;
const warmUps = values['warm-up'].split(',');

const payees = z.array(
  z.object({
    method: z.string(),
    key: z.object({ apiKeyId: z.string(), apiSecret: z.string() }),
  }),
);

const servers = await startServers(Number(values.servers));
try {
  const [first] = servers;
  for (const line of await describeMachine(first?.url ?? '')) console.log(line);
  await measure(values.cells.split(','));
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

/** Returns the tests' server, or starts `count` identical ones. */
async function startServers(count: number): Promise<PostgresServer[]> {
  const started =
    count === 0
      ? [await findPostgres()]
      : await Promise.all(Array.from({ length: count }, () => startCluster(SERVER_SETTINGS)));
  return started.map((server) => {
    if (!server) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
    return server;
  });
}

async function measure(numbers: readonly string[]): Promise<void> {
  const deployments: Deployment[] = [];
  try {
    for (const [index, cells] of numbers.entries()) {
      deployments.push(await deploy(cells, warmUps[index] ?? warmUps[0]));
    }
    const perSecond = Number(values['per-second']);
    const sharedStart = startTogether(deployments.length);
    const how = perSecond > 0 ? { perSecond, sharedStart } : { inTurn: oneAtATime(), sharedStart };
    const measured = await Promise.all(
      deployments.map(async (deployment) => ({
        ...deployment,
        ...(await measurePayments(deployment.tollgate, { ...deployment.options, ...how })),
      })),
    );
    for (const { cells, options, processor } of measured) {
      const { serverUs = NaN, databaseUs = NaN } = processor ?? {};
      console.log(
        `${cells.padStart(4)} cells, ${options.databases.length} servers: a payment takes ${ms(serverUs)} of the ` +
          `service's processors, ${ms(databaseUs)} of the databases', ${ms(serverUs + databaseUs)} together`,
      );
    }
    if (IDLE_MS > 0) {
      await sleep(REST_MS);
      await Promise.all(deployments.map(measureIdle));
    }
  } finally {
    for (const deployment of deployments) await deployment.remove();
  }
}

/** Returns a function that runs work one at a time, in the order of the calls. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}

function startTogether(count: number): SharedStart {
  const all = new AbortController();
  let left = count;
  return {
    isWarm: () => {
      left -= 1;
      if (left === 0) all.abort();
    },
    areAllWarm: all.signal,
  };
}

interface Deployment {
  cells: string;
  tollgate: Tollgate;
  options: Required<
    Pick<PaymentOptions, 'payments' | 'warmUp' | 'atOnce' | 'merchants' | 'databases'>
  >;
  remove(): Promise<void>;
}

async function deploy(cells: string, warmUp: string | undefined): Promise<Deployment> {
  const scratch = await Promise.all(servers.map(({ url }) => createScratchDatabase(url)));
  // In a cluster, cells are reached through their own nodes: new cells are spread over the nodes in turn.
  const databases = (await Promise.all(scratch.map(({ url }) => nodesOf(url)))).flat();
  const tollgate = await startTollgate(databases[0] ?? '', 'bench/cells-server.ts', {
    CELLS: cells,
    MERCHANTS: values.merchants,
    ...addressesOf(Number(cells), databases),
  });
  const file = join(tollgate.dataDirectory, 'merchants.json');
  return {
    cells,
    tollgate,
    options: {
      payments: Number(values.payments),
      warmUp: Number(warmUp),
      atOnce: Number(values['at-once']),
      merchants: payees.parse(JSON.parse(await readFile(file, 'utf8'))),
      databases,
    },
    async remove() {
      await tollgate.stop();
      await Promise.all(scratch.map((database) => database.drop()));
    },
  };
}

/** Assigns cells to databases in turn. Those in the database of cell 0 need no address. */
function addressesOf(cells: number, databases: readonly string[]): Record<string, string> {
  const elsewhere = Array.from({ length: cells }, (_, cell) => cell).filter(
    (cell) => cell % databases.length > 0,
  );
  if (elsewhere.length === 0) return {};
  const entries = elsewhere.map((cell) => `${cell}=${databases[cell % databases.length] ?? ''}`);
  return { CELL_ADDRESSES: entries.join(',') };
}

async function measureIdle({
  cells,
  tollgate: { pid },
  options: { databases },
}: Deployment): Promise<void> {
  const { result: aSecond, used } = await measureProcessors(pid, databases, async () => {
    const committed = await commits(databases);
    await sleep(IDLE_MS);
    return ((await commits(databases)) - committed) / (IDLE_MS / 1_000);
  });
  if (used === undefined) return;
  const share = ((used.serverUs + used.databaseUs) / 1_000 / IDLE_MS) * 100;
  console.log(
    `${cells.padStart(4)} cells, idle: ${aSecond.toFixed(1)} commits a second, ${share.toFixed(1)} % of a core`,
  );
}

async function commits(databases: readonly string[]): Promise<number> {
  const counts = databases.map((url) =>
    onServer(url, async (client) => {
      const { rows } = await client.query<{ commits: string }>(
        'select xact_commit as commits from pg_stat_database where datname = current_database()',
      );
      return Number(rows[0]?.commits);
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function ms(us: number): string {
  return `${(us / 1_000).toFixed(2)} ms`;
}
