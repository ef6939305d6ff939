/**
 * `npm run bench -- cells [--cells 1,16 --servers 3 --payments 3000 --warm-up 3000 --at-once 2 --merchants 256
 * --idle 60 --per-second 20]`: what a payment costs with so many cells on one PostgreSQL or several, and what an idle process does. The
 * merchants are as many each time. A hundred payments are made with each number of cells by turns: what else the machine does
 * meanwhile falls on all, and none has to wait for another's payments. With `--per-second` they are made side by side, as they come to a shop.
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
import { measurePayments, type Asked, type Together } from './support/payments.ts';
import { measureProcessors } from './support/processor-time.ts';
import { startTollgate, type Tollgate } from './support/servers.ts';

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '1,16' },
    payments: { type: 'string', default: '3000' },
    /** Each connection plans each statement of each cell some times. One number for each number of cells, or one for all. */
    'warm-up': { type: 'string', default: '3000' },
    /** With more, statements wait; those of one cell go together then, and cost less than as many of several. */
    'at-once': { type: 'string', default: '2' },
    /** Payments of each, side by side; 0 has them made by turns, as fast as they go. */
    'per-second': { type: 'string', default: '0' },
    merchants: { type: 'string', default: '256' },
    /** Of our own; 0 for the one that the tests use. */
    servers: { type: 'string', default: '0' },
    /** Seconds. */
    idle: { type: 'string', default: '60' },
  },
});
/** The usual quarter of a server's memory, in the place of 128 MB. */
const SERVER_SETTINGS = ['shared_buffers=2GB'];
const IDLE_MS = Number(values.idle) * 1_000;
/** Until cells that were just used are left alone. */
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

/** The one that the tests use, or so many of our own, which are all alike. */
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
    const together = atTheSameTime(deployments.length);
    const how = perSecond > 0 ? { perSecond, together } : { inTurn: byTurns(), together };
    const measured = await Promise.all(
      deployments.map(async (deployment) => ({
        ...deployment,
        ...(await measurePayments(deployment.tollgate, { ...deployment.asked, ...how })),
      })),
    );
    for (const { cells, asked, processor } of measured) {
      const { serverUs = NaN, databaseUs = NaN } = processor ?? {};
      console.log(
        `${cells.padStart(4)} cells, ${asked.databases.length} servers: a payment takes ${ms(serverUs)} of the ` +
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

/** Work that is asked for meanwhile waits for what was asked for before. */
function byTurns(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}

function atTheSameTime(count: number): Together {
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
  asked: Required<Pick<Asked, 'payments' | 'warmUp' | 'atOnce' | 'merchants' | 'databases'>>;
  remove(): Promise<void>;
}

async function deploy(cells: string, warmUp: string | undefined): Promise<Deployment> {
  const scratch = await Promise.all(servers.map(({ url }) => createScratchDatabase(url)));
  // Cells of a cluster are reached by the nodes that they live on: new ones are given to them by turns as well.
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
    asked: {
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

/** By turns, as far as they are not where cell 0 is. */
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
  asked: { databases },
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
