import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { startService } from '../../support/process/service.ts';

const SOCKETS = 400;
const PIPELINED = 400;
/** The permitted growth, as much as the process takes at rest. Unlimited buffering would take ten times as much. */
const MAX_GROWTH_MEBIBYTES = 250;
const REQUESTS_AT_REST = 200;
const LOOKS = 100;

/** Only Linux tells how much memory another process takes. */
describe.runIf(process.platform === 'linux')(
  'clients that send requests and never read answers',
  () => {
    it('take little memory and delay no other client', async () => {
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
        for (let look = 0; look < LOOKS; look += 1) {
          expect((await fetch(`${server.baseUrl}/api/health`)).status).toBe(200);
          peak = Math.max(peak, await residentMebibytes(server.pid));
        }
        expect(peak - atRest).toBeLessThan(MAX_GROWTH_MEBIBYTES);
      } finally {
        for (const socket of sockets) socket.destroy();
        await server.stop('SIGTERM');
        await data.remove();
      }
    });
  },
);

/** Opens a socket, writes a text to it, and never reads from it. */
async function openWithout(baseUrl: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Returns the memory in use after answering clients that read their answers. */
async function restingMebibytes({ baseUrl, pid }: ServerProcess): Promise<number> {
  for (let n = 0; n < REQUESTS_AT_REST; n += 1) {
    await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
  }
  return residentMebibytes(pid);
}

async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1_024;
}

describe('more requests than the database can take', () => {
  it('are refused with the time to retry, while the waiting ones are answered', async () => {
    const running = await startService({ env: { DATABASE_POOL_SIZE: '2' } });
    const sent = 150;
    // Of the 100 that the process answers at once. Recurring work takes connections too.
    const leastAnswered = 90;
    const leastRefused = 50;
    try {
      expect(await running.client.createPayin(payinBody(running))).toMatchObject({ ok: true });
      const locked = Promise.withResolvers<undefined>();
      const held = Promise.withResolvers<undefined>();
      const holding = running.db.transaction().execute(async (trx) => {
        // On a busy machine, refusing them all may take longer than a transaction may be idle.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await sql`lock table payins in access exclusive mode`.execute(trx);
        locked.resolve(undefined);
        await held.promise;
      });
      await locked.promise;
      const refused: unknown[] = [];
      const asked = Array.from({ length: sent }, async () => {
        const result = await running.client.createPayin(payinBody(running));
        if (!result.ok) refused.push(result);
      });
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(leastRefused);
      held.resolve(undefined);
      await holding;
      await Promise.all(asked);
      expect(refused.length).toBeLessThanOrEqual(sent - leastAnswered);
      for (const result of refused) {
        expect(result).toMatchObject({ status: 503, retryAfterSeconds: 2, effect: 'unknown' });
      }
      expect(running.logs()).toContain('"check":"busy"');
    } finally {
      await running.close();
    }
  });
});
