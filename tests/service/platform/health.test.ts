import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

async function ask(path: string) {
  const answer = await fetch(`${running.baseUrl}/api/health${path}`);
  const body: unknown = await answer.json();
  return { status: answer.status, headers: answer.headers, body };
}

const ALL_OK = {
  process: 'ok',
  database: 'ok',
  schema: 'ok',
  recurring_work: 'ok',
  clock: 'ok',
};

describe('health', () => {
  it('is the sum of its checks', async () => {
    const engine = process.env['TEST_ENGINE'];
    expect(await ask('')).toMatchObject({
      status: 200,
      body: { status: 'ok', engine, checks: ALL_OK },
    });
    expect(await ask('/ready')).toMatchObject({ status: 200, body: { checks: ALL_OK } });
    expect(await ask('/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it.each(['', '/live', '/ready'])('at %s has no-store, nosniff and a request id', async (path) => {
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reports a missing migration', async () => {
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(running.db);
    await rename('001-schema', '001-of-another');
    const without = await ask('/ready');
    await rename('001-of-another', '001-schema');
    expect(without).toMatchObject({
      status: 503,
      body: { checks: { ...ALL_OK, schema: 'lacks migrations of this release' } },
    });
    expect(running.logs()).toMatch(/"path":"\/api\/health\/ready","status":503/);
    expect((await ask('/ready')).status).toBe(200);
  });

  it('is not ready after a statement found no room on the disk, with an entry and a current problem', async () => {
    const { db } = running.context;
    const refused = sql`do ${sql.lit("begin raise exception 'Full' using errcode = '53100'; end")}`;
    await expect(refused.execute(db)).rejects.toThrow('Full');
    expect(await ask('/ready')).toMatchObject({
      status: 503,
      body: { checks: { ...ALL_OK, database: 'cannot write' } },
    });
    const listed = async (command: string) =>
      JSON.stringify((await running.operator(command)).body);
    expect(await listed('attention conditions')).toContain('database_cannot_write');
    await expect.poll(() => listed('attention list')).toContain('database_cannot_write');
  });

  it('is not ready while the process stops, and still answers requests', async () => {
    running.service.announceStop();
    const { status, headers, body } = await ask('/ready');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(body).toMatchObject({ checks: { process: 'stopping' } });
    expect((await ask('/live')).status).toBe(200);
    const result = await running.client.getPayin(crypto.randomUUID());
    expect(result).toMatchObject({ ok: false, status: 404 });
  });
});
