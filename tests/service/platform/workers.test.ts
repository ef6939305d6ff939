// @module-tag postgres-only
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OrdersClient } from '#contract/client/client.ts';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sandboxIn } from '../../support/process/sandbox.ts';
import { apply, file } from '../operator/deployment-file.ts';
import { cardDataBody, payinBody } from '../../support/orders/orders.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { freePort } from '../../support/process/free-port.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { operate } from '../../support/process/operate.ts';
import { keyAnswer } from '../../support/process/operator-answers.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';

/** PGlite refuses several processes, which its own tests cover. */
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('several processes on one port', () => {
  let dataDirectory: string;
  let scratch: ScratchDatabase;
  let server: ServerProcess;
  let sandbox: SandboxFile;

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-workers-'));
    scratch = await createScratchDatabase();
    server = await startedServer({
      DATA_DIR: dataDirectory,
      DATABASE_URL: scratch.url,
      WORKERS: '2',
    });
    sandbox = await sandboxIn(dataDirectory);
  });
  afterAll(async () => {
    await server.stop('SIGTERM');
    await scratch.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  /** Returns a client that opens a new connection for each request: a connection stays with one process. */
  function client(
    { apiKeyId, apiSecret } = { apiKeyId: sandbox.api_key_id, apiSecret: sandbox.api_secret },
  ): OrdersClient {
    return new OrdersClient({
      baseUrl: server.baseUrl,
      apiKeyId,
      apiSecret,
      fetch: (input, init) => fetch(input, { ...init, headers: closing(init) }),
    });
  }

  /** Runs a command on a new connection. */
  function operator(command: string, input?: object) {
    const { operatorUrl } = server;
    return operate({ operatorUrl, dataDirectory }, command, input, (request) =>
      fetch(request, { headers: closing(request) }),
    );
  }

  /** Returns the state of the failing terminal's circuit from `count` answers. */
  async function circuitStates(count: number): Promise<string[]> {
    const states: string[] = [];
    for (let asked = 0; asked < count; asked += 1) {
      const { body } = await operator('terminals show', { terminal: 'upstream' });
      states.push(terminalAnswer.parse(body).circuit);
    }
    return states;
  }

  const allStates = async () => [...new Set(await circuitStates(8))];

  function closing(init: { headers?: HeadersInit } | undefined): Headers {
    const headers = new Headers(init?.headers);
    headers.set('connection', 'close');
    return headers;
  }

  /** Returns the ids of the processes that answered, from the log lines about requests. */
  function answering(): Set<number> {
    const lines = server.output().matchAll(/"pid":(\d+),"requestId":"[^"]+","endpoint":/g);
    return new Set([...lines].map(([, pid]) => Number(pid)));
  }

  async function createMany(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      expect(await client().createPayin(payinBody({ sandbox }))).toMatchObject({ ok: true });
    }
  }

  it('answer in turns', async () => {
    await createMany(10);
    await expect.poll(() => answering().size).toBe(2);
  });

  it('report the sum of their counts', async () => {
    const text = await scrape({ operatorUrl: server.operatorUrl, dataDirectory });
    const answered = { endpoint: 'createPayin', status: '200' };
    expect(valueOf(text, 'tollgate_http_requests_total', answered)).toBe(10);
    expect(valueOf(text, 'tollgate_database_up')).toBe(1);
  });

  it('create one order for a reference sent to both at once', async () => {
    const body = payinBody({ sandbox });
    const results = await Promise.all(Array.from({ length: 20 }, () => client().createPayin(body)));
    const ids = results.map((result) => (result.ok ? result.value.id : result.cause));
    expect(new Set(ids).size).toBe(1);
  });

  it("share a circuit's state, whichever of them is asked", async () => {
    const port = await freePort();
    const base_url = `http://127.0.0.1:${port}`;
    const settings = { base_url, methods: { EUR: crypto.randomUUID() } };
    const made = await apply({ operator }, file({ terminal: { settings } }));
    const method = made.merchants['Acme']?.gates['main']?.methods['card'] ?? '';
    const issued = await operator('keys issue', { merchant: 'Acme', kind: 'test' });
    const key = keyAnswer.parse(issued.body);
    const pay = async () => {
      const acme = client(key);
      const body = payinBody({ sandbox }, { merchant_gate_method_id: method });
      const order = await acme.createPayin(body);
      if (order.ok) await acme.submitCardData(cardDataBody(order.value.id));
      return circuitStates(4);
    };
    await expect.poll(pay).toContain('open');
    await expect.poll(allStates).toEqual(['open']);
  });

  it('keep working when one of them dies, and replace it', async () => {
    await createMany(4);
    const [victim = 0] = answering();
    const before = answering();
    process.kill(victim, 'SIGKILL');
    // A connection handed to it while it dies would never be answered.
    await expect.poll(() => server.output()).toContain(`Worker ${victim} ended`);
    const newcomer = async () => {
      await client().createPayin(payinBody({ sandbox }));
      return [...answering()].some((pid) => !before.has(pid));
    };
    await expect.poll(newcomer, { interval: 300 }).toBe(true);
    await expect.poll(allStates).toEqual(['open']);
  });

  it('leave no client without an end when one of them dies', async () => {
    const [victim = 0] = await childrenOf(server.pid);
    // It takes no more connections, and the first process does not know it.
    process.kill(victim, 'SIGSTOP');
    const ends: string[] = [];
    for (let opened = 0; opened < 8; opened += 1) {
      void fetch(`${server.baseUrl}/api/health/live`, { headers: { connection: 'close' } }).then(
        () => ends.push('answered'),
        () => ends.push('closed'),
      );
    }
    await expect.poll(() => ends.length).toBe(7);
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => ends.length).toBe(8);
    await expect.poll(async () => (await childrenOf(server.pid)).length).toBe(2);
  });

  it('end without calling it a bug when the first process is killed', async () => {
    const workers = await childrenOf(server.pid);
    expect(await server.stop('SIGKILL')).toBeNull();
    const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
    await expect.poll(() => workers.some(isAlive)).toBe(false);
    expect(server.output()).not.toContain('because of a bug');
  });
});

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a first start of workers', () => {
  it('replaces one that dies while another answers', async () => {
    const data = await newServiceData();
    const port = String(await freePort());
    const before = await childrenOf(process.pid);
    const starting = startedServer({
      DATA_DIR: data.directory,
      DATABASE_URL: data.databaseUrl ?? '',
      PORT: port,
      WORKERS: '2',
    });
    const firstProcess = async () =>
      (await childrenOf(process.pid)).find((pid) => !before.includes(pid)) ?? 0;
    const slow = async () => (await childrenOf(await firstProcess()))[1] ?? 0;
    await expect.poll(slow).not.toBe(0);
    const victim = await slow();
    await stopHoldingNothing(victim, data.directUrl ?? '');
    const answers = () => fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => undefined);
    await expect.poll(async () => (await answers())?.status).toBe(200);
    process.kill(victim, 'SIGKILL');
    const server = await starting;
    expect(server.output()).toContain(`Worker ${victim} ended (SIGKILL) before it answered`);
    expect(await childrenOf(server.pid)).toHaveLength(2);
    expect(await server.stop('SIGTERM')).toBe(0);
    await data.remove();
  });
});

/**
 * Stops a process at a moment when it holds no lock in the database, for which another process that starts would wait:
 * while no session is in a transaction.
 */
async function stopHoldingNothing(pid: number, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const isAnybodyInTransaction = async () => {
      const { rowCount } = await client.query(`
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`);
      return rowCount !== 0;
    };
    const stop = async () => {
      process.kill(pid, 'SIGSTOP');
      const mustContinue = await isAnybodyInTransaction();
      if (mustContinue) process.kill(pid, 'SIGCONT');
      return mustContinue;
    };
    await expect.poll(stop, { interval: 5 }).toBe(false);
  } finally {
    await client.end();
  }
}

/** Returns the processes that another started. */
async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

const terminalAnswer = z.object({ circuit: z.string() });
