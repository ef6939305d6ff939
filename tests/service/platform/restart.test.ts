import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInstances, type Instances } from '../../../drills/instances.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { startedServer } from '../../support/process/program.ts';
import { shopRequests } from '../../../drills/restart/shop-requests.ts';
import { steadyLoad } from '../../../drills/restart/steady-load.ts';

const onPostgres = describe.runIf(process.env['TEST_ENGINE'] === 'postgres');

/** Two instances share a PostgreSQL. `npm run drill -- restart` does the same behind nginx, for longer. */
onPostgres('two instances restarted in turn', { tags: ['apart'] }, () => {
  let dataDirectory: string;
  let scratch: ScratchDatabase;
  let instances: Instances;

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-restart-'));
    scratch = await createScratchDatabase();
    instances = await startInstances({
      DATA_DIR: dataDirectory,
      DATABASE_URL: scratch.url,
      STOP_GRACE_SECONDS: '2',
    });
  });
  afterAll(async () => {
    await instances.stop('SIGTERM');
    await scratch.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  it('answer every request, and exit with 0', async () => {
    let restarting = true;
    const load = steadyLoad({
      baseUrls: instances.baseUrls,
      connections: 6,
      make: await shopRequests(instances),
      goOn: () => restarting,
      restMs: 50,
    });
    const codes: (number | null)[] = [];
    for (const index of [0, 1, 0, 1]) codes.push(await instances.restart(index, 'SIGTERM'));
    restarting = false;
    const { sent, failures } = await load;
    expect(failures).toEqual([]);
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(sent).toBeGreaterThan(100);
  });
});

/** The page alone starts fastest, and stops like the whole program. */
const PAGE_ALONE = {
  ORDERS_API_URL: 'http://127.0.0.1:9',
  ORDERS_API_KEY_ID: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
  ORDERS_API_SECRET: 'tg_test_x',
};

describe('a process that is stopped', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s exits with 0', async (signal) => {
    const server = await startedServer(PAGE_ALONE);
    expect(await server.stop(signal)).toBe(0);
  });

  it('is alive but not ready during its grace period, and closes each connection after the answer', async () => {
    const server = await startedServer({ ...PAGE_ALONE, STOP_GRACE_SECONDS: '300' });
    const kept = new Agent({ keepAlive: true });
    const ready = () => statusAndConnection(`${server.baseUrl}/api/health/ready`, kept);
    expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' });
    void server.stop('SIGTERM');
    await expect.poll(ready).toEqual({ status: 503, connection: 'close' });
    const live = await statusAndConnection(`${server.baseUrl}/api/health/live`, new Agent());
    expect(live).toEqual({ status: 200, connection: 'close' });
    await server.stop('SIGKILL');
  });

  it('exits with 0 after its grace period', async () => {
    const server = await startedServer({ ...PAGE_ALONE, STOP_GRACE_SECONDS: '1' });
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('finishes a request that is still arriving, and does not wait for idle connections', async () => {
    const server = await startedServer(PAGE_ALONE);
    const port = Number(new URL(server.baseUrl).port);
    const idle = connect(port, '127.0.0.1').on('error', () => undefined);
    const arriving = connect(port, '127.0.0.1');
    await Promise.all([once(idle, 'connect'), once(arriving, 'connect')]);
    const headers = ['Host: x', 'Content-Type: application/csp-report', 'Content-Length: 2'];
    arriving.write(
      `POST /csp-reports HTTP/1.1\r\n${headers.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n{`,
    );
    expect(String(await once(arriving, 'data'))).toContain('100 Continue');
    const stopped = server.stop('SIGTERM');
    await once(idle, 'close');
    arriving.write('}');
    const answer = String(await once(arriving, 'data'));
    expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
    expect(answer).toMatch(/connection: close/i);
    expect(await stopped).toBe(0);
  });
});

function statusAndConnection(url: string, agent: Agent) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume().on('end', () => {
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection });
      });
    });
    asked.on('error', reject).end();
  });
}
