import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { payinBody } from '../support/orders.ts';
import { newServiceData } from '../support/seeds/service-data.ts';
import { startedServer } from '../support/server-process.ts';
import { startService } from '../support/service.ts';

const SOCKETS = 400;
const PIPELINED = 400;
/** About twice what the process takes at rest; unlimited answers would take ten times as much. */
const MAX_MEBIBYTES = 500;

/** Linux alone tells what another process takes; the engine has no part in it. */
describe.runIf(process.platform === 'linux' && process.env['TEST_ENGINE'] === 'pglite')(
  'clients that ask and never read',
  () => {
    it('cost no memory to speak of, and nobody else an answer', async () => {
      const data = await newServiceData();
      const server = await startedServer({ DATA_DIR: data.directory });
      const sockets: Socket[] = [];
      try {
        const asked = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED);
        for (let n = 0; n < SOCKETS; n += 1) sockets.push(await openWithout(server.baseUrl, asked));
        let peak = 0;
        for (let look = 0; look < 10; look += 1) {
          expect((await fetch(`${server.baseUrl}/api/health`)).status).toBe(200);
          peak = Math.max(peak, await residentMebibytes(server.pid));
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        expect(peak).toBeLessThan(MAX_MEBIBYTES);
      } finally {
        for (const socket of sockets) socket.destroy();
        await server.stop('SIGTERM');
        await data.remove();
      }
    }, 180_000);
  },
);

/** Nothing is ever read from it. */
async function openWithout(baseUrl: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1_024;
}

describe('more requests than the database can take', () => {
  it('are refused at once with the time to come back, and the others are answered in time', async () => {
    const running = await startService({ env: { DATABASE_POOL_SIZE: '2' } });
    const limit = 100;
    const tooMany = 50;
    try {
      expect(await running.client.createPayin(payinBody(running))).toMatchObject({ ok: true });
      const client = running.clientFor({ timeoutMs: 25_000 });
      const held = Promise.withResolvers<undefined>();
      const holding = running.db.transaction().execute(async (trx) => {
        await sql`lock table payins in access exclusive mode`.execute(trx);
        await held.promise;
      });
      const results = await Promise.all(
        Array.from({ length: limit + tooMany }, () => client.createPayin(payinBody(running))),
      );
      held.resolve(undefined);
      await holding;
      for (const result of results) {
        expect(result).toMatchObject({ status: 503, retryAfterSeconds: 2, effect: 'unknown' });
      }
      expect(running.logs().split('"check":"busy"')).toHaveLength(tooMany + 1);
      const answered = () => running.client.getBalances();
      await expect.poll(answered, { timeout: 20_000 }).toMatchObject({ ok: true });
    } finally {
      await running.close();
    }
  }, 120_000);
});
