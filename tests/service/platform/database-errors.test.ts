// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService({ aboutDeadlines: true });
  await sql`create sequence failures`.execute(running.db);
});
afterEach(async () => {
  await sql`drop trigger if exists failing on payins`.execute(running.db);
});
afterAll(() => running.close());

/** Makes the next inserts of payins fail with an SQLSTATE, a number of times. */
async function failInserts(state: string, times: number): Promise<void> {
  await sql`
    create or replace function fail() returns trigger language plpgsql as ${sql.raw(`$$
      begin
        if nextval('failures') <= ${String(times)} then
          raise exception 'It fails' using errcode = '${state}';
        end if;
        return new;
      end $$`)}`.execute(running.db);
  await sql`alter sequence failures restart`.execute(running.db);
  await sql`
    create trigger failing before insert on payins for each row execute function fail()`.execute(
    running.db,
  );
}

describe('a request that the database cannot serve now', () => {
  it.each([
    ['its disk is full', '53100'],
    ['it is out of memory', '53200'],
    ['it is read-only', '25006'],
    ['a statement took too long', '57014'],
    ['a lock was not to be had', '55P03'],
    ['it is shutting down', '57P01'],
    ['deadlocks do not end', '40P01'],
    ['serialization failures do not end', '40001'],
  ])('because %s is answered 503 with Retry-After', async (_, state) => {
    await failInserts(state, 1_000);
    const result = await running.client.createPayin(payinBody(running));
    expect(result).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 2 });
  });

  /** PGlite has no concurrent transactions to conflict with. */
  it.runIf(process.env['TEST_ENGINE'] === 'postgres').each(['40P01', '40001'])(
    'because of a conflict (%s) is served once by an automatic repeat',
    async (state) => {
      await failInserts(state, 2);
      const body = payinBody(running);
      expect(await running.client.createPayin(body)).toMatchObject({ ok: true });
      const found = await running.client.findPayins(body.reference_id);
      expect(found).toMatchObject({ ok: true, value: [{ reference_id: body.reference_id }] });
    },
  );

  it('because of a bug is answered 500', async () => {
    await failInserts('22012', 1);
    const result = await running.client.createPayin(payinBody(running));
    expect(result).toMatchObject({ ok: false, status: 500 });
  });
});

describe('a read-only database', () => {
  const ready = async () => {
    const answer = await fetch(`${running.baseUrl}/api/health/ready`);
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };

  it('makes the process not ready until it accepts writes again', async () => {
    await setReadOnly(true);
    await expect
      .poll(ready)
      .toMatchObject({ status: 503, body: { checks: { database: 'read-only' } } });
    const result = await running.client.createPayin(payinBody(running));
    expect(result).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 2 });

    await setReadOnly(false);
    await expect.poll(ready).toMatchObject({ status: 200 });
    const created = () => running.client.createPayin(payinBody(running));
    await expect.poll(created).toMatchObject({ ok: true });
  });

  /** Sets read-only mode; on PostgreSQL for new sessions, and ends the old ones, as an operator would. */
  async function setReadOnly(on: boolean): Promise<void> {
    const { databaseUrl, db } = running;
    const value = on ? 'on' : 'off';
    if (databaseUrl === undefined) {
      await sql`set default_transaction_read_only = ${sql.lit(value)}`.execute(db);
      return;
    }
    await alterDatabase(databaseUrl, `set default_transaction_read_only = ${value}`);
  }
});

/** Somebody restores the database, or rotates its password: PostgreSQL answers, but lets no session begin. */
it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a database that admits nobody makes requests fail with 503, until it does again',
  async () => {
    const { databaseUrl = '' } = running;
    const create = () => running.client.createPayin(payinBody(running));
    await alterDatabase(databaseUrl, 'allow_connections false');
    try {
      await expect.poll(create).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 2 });
      expect(await create()).toMatchObject({ ok: false, status: 503 });
    } finally {
      await alterDatabase(databaseUrl, 'allow_connections true');
    }
    await expect.poll(create).toMatchObject({ ok: true });
  },
);

/** Changes the database and ends its sessions, as an operator would. */
async function alterDatabase(databaseUrl: string, change: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  await onServer(server.href, async (client) => {
    await client.query(`alter database ${name} ${change}`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
  });
}
