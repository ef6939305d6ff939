import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '#service/platform/database/connect.ts';
import { createLog } from '#service/platform/log.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import { createPayin, PAYIN_PATH } from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf, type Target } from '../../../packages/tollgate/conformance/target.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const CANARY = 'quill.vander@canary.example';

let running: RunningService;
let target: Target;
/** The length of the log of earlier tests. */
let readSoFar = 0;

beforeAll(async () => {
  running = await startService();
  target = targetOf(running);
});
afterEach(() => {
  readSoFar = running.logs().length;
});
afterAll(() => running.close());

const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().optional(),
  err: z.unknown().optional(),
});
const ERROR_LEVEL = 50;

function lines() {
  const text = running.logs().slice(readSoFar).trim();
  return text === '' ? [] : text.split('\n').map((line) => logLine.parse(JSON.parse(line)));
}

/** Runs `work` while a table is renamed away, so that every statement on it fails with its parameters. */
async function withoutTable(name: string, work: () => Promise<void>): Promise<void> {
  const hidden = `${name}_hidden`;
  await sql`alter table ${sql.table(name)} rename to ${sql.id(hidden)}`.execute(running.db);
  try {
    await work();
  } finally {
    await sql`alter table ${sql.table(hidden)} rename to ${sql.id(name)}`.execute(running.db);
  }
}

describe('the log of a database error', () => {
  it('names table and code, and no parameters of a query', async () => {
    await withoutTable('payins', async () => {
      const body = payinBody(running, { customer: { email: CANARY } });
      expect(await running.client.createPayin(body)).toMatchObject({ ok: false, status: 500 });
    });
    const failures = lines().filter(({ level }) => level >= ERROR_LEVEL);
    expect(JSON.stringify(failures)).toContain('"code":"42P01"');
    expect(running.logs()).not.toContain('canary');
    expect(JSON.stringify(failures)).not.toMatch(/insert into|select /i);
  });

  it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
    'leaves out the key that cancels the queries of a lost connection',
    async () => {
      const logged: string[] = [];
      const log = createLog('warn', { write: (line) => logged.push(line) });
      const database = await connectDatabase({
        // Past any pooler, behind which the session ended below might be another client's.
        databaseUrl: running.directUrl,
        dataDirectory: running.dataDirectory,
        poolSize: 2,
        onConnectionLost: (error) => {
          log.warn({ err: error }, 'A database connection was lost');
        },
      });
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
        database.db,
      );
      // Not a connection of the service, which would answer 503 until it notices.
      await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(running.db);
      await expect.poll(() => logged.join('')).toContain('57P01');
      expect(logged.join('')).not.toMatch(/secretKey|processID|connectionParameters/);
      await database.close();
    },
  );
});

describe("a caller's mistake", () => {
  it.each([
    ['a body that is no JSON', { path: PAYIN_PATH, body: Buffer.from('{') }, 400],
    ['an unknown key', { path: PAYIN_PATH, headers: { 'X-Signature': 'ab'.repeat(32) } }, 401],
    ['a path that is none', { path: '/api/v1/orders/refund' }, 404],
    ['a method that is none', { method: 'DELETE', path: PAYIN_PATH }, 405],
    ['a challenge that is none', { path: '/api/sandbox/v1/challenges/none' }, 404],
  ])('is not logged as an error: %s', async (_what, call, status) => {
    expect((await send(target, call)).status).toBe(status);
    expect(lines().filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
  });

  it('is not logged as an error if the request breaks off', async () => {
    const { hostname, port } = new URL(running.baseUrl);
    const socket = connect(Number(port), hostname);
    const headers = [
      'Host: x',
      `X-Api-Key-Id: ${target.key.id}`,
      'X-Timestamp: 1',
      `X-Signature: ${'ab'.repeat(32)}`,
      'Content-Length: 100',
    ];
    socket.write(`POST ${PAYIN_PATH} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"reference_id":`);
    await once(socket, 'connect');
    socket.destroy();
    await createPayin(target);
    expect(lines().filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
  });
});
