import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
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

describe('five hundred clients at once', () => {
  it('are answered, or told at once when to come back', async () => {
    const running = await startService();
    try {
      const client = running.clientFor({ timeoutMs: 25_000 });
      const results = await Promise.all(
        Array.from({ length: 500 }, () => client.createPayin(payinBody(running))),
      );
      const refused = results.filter((result) => !result.ok);
      expect(results.some(({ ok }) => ok)).toBe(true);
      for (const result of refused) {
        expect(result).toMatchObject({ status: 503, retryAfterSeconds: 2, effect: 'unknown' });
      }
      if (running.databaseUrl === undefined) expect(refused.length).toBeGreaterThan(0);
    } finally {
      await running.close();
    }
  }, 120_000);
});
