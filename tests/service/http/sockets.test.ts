import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { startService } from '../../support/process/service.ts';

const SOCKETS = 400;
const PIPELINED = 400;
/** As much again as the process takes at rest; unlimited answers would take ten times as much. */
const MAX_GROWTH_MEBIBYTES = 250;
const SETTLING_MS = 20_000;
const SETTLED_MEBIBYTES = 30;

/** Linux alone tells what another process takes. */
describe.runIf(process.platform === 'linux')('clients that ask and never read', () => {
  it('cost no memory to speak of, and nobody else an answer', async () => {
    const data = await newServiceData();
    const server = await startedServer({
      DATA_DIR: data.directory,
      ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
    });
    const sockets: Socket[] = [];
    try {
      const atRest = await restingMebibytes(server);
      const asked = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED);
      for (let n = 0; n < SOCKETS; n += 1) sockets.push(await openWithout(server.baseUrl, asked));
      let peak = 0;
      for (let look = 0; look < 10; look += 1) {
        expect((await fetch(`${server.baseUrl}/api/health`)).status).toBe(200);
        peak = Math.max(peak, await residentMebibytes(server.pid));
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      expect(peak - atRest).toBeLessThan(MAX_GROWTH_MEBIBYTES);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop('SIGTERM');
      await data.remove();
    }
  });
});

/** Nothing is ever read from it. */
async function openWithout(baseUrl: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/**
 * What it takes to start, the compiled engine above all, is three times as much, and is freed only
 * some time after: on a busy machine, not before these clients are there.
 */
async function restingMebibytes({ baseUrl, pid }: ServerProcess): Promise<number> {
  const deadlineMs = performance.now() + SETTLING_MS;
  let before = Infinity;
  for (;;) {
    for (let n = 0; n < 10; n += 1) await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await residentMebibytes(pid);
    if (Math.abs(now - before) < SETTLED_MEBIBYTES || performance.now() > deadlineMs) return now;
    before = now;
  }
}

async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1_024;
}

describe('more requests than the database can take', () => {
  it('are refused at once with the time to come back, and the others are answered in time', async () => {
    const running = await startService({ env: { DATABASE_POOL_SIZE: '2' }, judgesWaits: true });
    const sent = 150;
    const tooMany = 50;
    // Where cells share connections, one of them leaves the others half of the room: 50 more are refused, fewer where
    // those who wait give up before all have come, and some of its recurring work.
    const mostRefused = running.cells.all.length === 1 ? tooMany : tooMany + 60;
    try {
      expect(await running.client.createPayin(payinBody(running))).toMatchObject({ ok: true });
      const client = running.clientFor({ timeoutMs: PATIENCE_MS });
      const locked = Promise.withResolvers<undefined>();
      const held = Promise.withResolvers<undefined>();
      const holding = running.db.transaction().execute(async (trx) => {
        // A busy machine takes longer to refuse all of them than a transaction may be idle.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await sql`lock table payins in access exclusive mode`.execute(trx);
        locked.resolve(undefined);
        await held.promise;
      });
      await locked.promise;
      const results = await Promise.all(
        Array.from({ length: sent }, () => client.createPayin(payinBody(running))),
      );
      held.resolve(undefined);
      await holding;
      for (const result of results) {
        expect(result).toMatchObject({ status: 503, retryAfterSeconds: 2, effect: 'unknown' });
      }
      const refused = running.logs().split('"check":"busy"').length - 1;
      expect(refused).toBeGreaterThanOrEqual(tooMany);
      expect(refused).toBeLessThanOrEqual(mostRefused);
      const answered = () => running.client.getBalances();
      await expect.poll(answered).toMatchObject({ ok: true });
    } finally {
      await running.close();
    }
  });
});
