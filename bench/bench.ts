/**
 * `npm run bench [-- row …]`: requests a second, each row beside its floor in the same run. Servers
 * are processes of their own, the load comes from this one, the database is a scratch one.
 */
import { onServer } from '../tests/support/postgres-connection.ts';
import { createScratchDatabase, findPostgres } from '../tests/support/postgres.ts';
import { measure, type Measured, type NextRequest } from './support/load.ts';
import { describeMachine } from './support/machine.ts';
import type { ProcessorTime } from './support/processor-time.ts';
import { signedBytes } from './support/requests.ts';
import { ROWS, type Row } from './support/rows.ts';
import { startFloor, startTollgate, type Server } from './support/servers.ts';

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_MS = 1_500;
const DURATION_MS = 5_000;

interface Sides<T> {
  floor: T;
  tollgate: T;
}

const asked = process.argv.slice(2);
const rows = ROWS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const postgres = await findPostgres();
if (!postgres) throw new Error('The bench needs a PostgreSQL: see TEST_DATABASE_URL');
const scratch = await createScratchDatabase(postgres.url);
try {
  for (const line of await describeMachine(scratch.url)) console.log(line);
  console.log(
    `${CONNECTIONS} connections, ${DURATION_MS / 1000} s a run, median of ${ROUNDS} runs\n`,
  );
  await benchRows(scratch.url);
} finally {
  await scratch.drop();
  await postgres.stop();
}

async function benchRows(databaseUrl: string): Promise<void> {
  const tollgate = await startTollgate(databaseUrl);
  try {
    for (const row of rows) {
      const next = await row.prepare(tollgate);
      const floor = await startFloor(tollgate, [next(), next()]);
      await leaveWebhooksOut(databaseUrl);
      const signed = () => signedBytes(tollgate.sandbox, next());
      try {
        report(row, await benchRow(signed, { floor, tollgate }));
      } finally {
        await floor.stop();
      }
    }
  } finally {
    await tollgate.stop();
  }
}

/** Their receiver would be this machine as well: deliveries have a bench of their own. */
async function leaveWebhooksOut(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, (client) =>
    client.query('update merchants set payin_webhook_url = null, payout_webhook_url = null'),
  );
}

/** The two take turns, so that whatever else the machine does meets both. */
async function benchRow(next: NextRequest, servers: Sides<Server>): Promise<Sides<Measured>> {
  const load = { next, connections: CONNECTIONS, warmUpMs: WARM_UP_MS, durationMs: DURATION_MS };
  const runs: Sides<Measured[]> = { floor: [], tollgate: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.floor.push(await measure({ ...load, server: servers.floor }));
    runs.tollgate.push(await measure({ ...load, server: servers.tollgate }));
  }
  return { floor: median(runs.floor), tollgate: median(runs.tollgate) };
}

function median(runs: Measured[]): Measured {
  const middle = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

function report(row: Row, { floor, tollgate }: Sides<Measured>): void {
  console.log(row.name);
  console.log(`  Tollgate ${figures(tollgate)}`);
  console.log(`  floor    ${figures(floor)}`);
  console.log(
    `  ratio    ${(tollgate.perSecond / floor.perSecond).toFixed(2)}${processorRatio(floor, tollgate)}\n`,
  );
}

/** The same by what a request costs: of two rates on a busy machine, one may have met the neighbours. */
function processorRatio(floor: Measured, tollgate: Measured): string {
  if (!floor.processor || !tollgate.processor) return '';
  const total = ({ serverUs, databaseUs }: ProcessorTime) => serverUs + databaseUs;
  return `, by processor time ${(total(floor.processor) / total(tollgate.processor)).toFixed(2)}`;
}

function figures({ perSecond, medianMs, p99Ms, processor }: Measured): string {
  const speed = `${perSecond.toFixed(0).padStart(6)}/s, median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  if (processor === undefined) return speed;
  const { serverUs, databaseUs } = processor;
  return `${speed}; processor time a request: server ${serverUs.toFixed(0)} µs, database ${databaseUs.toFixed(0)} µs`;
}
