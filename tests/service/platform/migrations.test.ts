// @module-tag both-engines
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScratchDatabase, type ScratchDatabase } from '../../support/database/postgres.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { migrate } from '#service/platform/database/migrate.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(() => running.close());

it('lets a release start on a schema migrated by a newer one', async () => {
  await sql`
    insert into kysely_migration (name, timestamp) values ('999-of-a-newer-release', '2030-01-01')`.execute(
    running.db,
  );
  expect(await migrate(running.db)).toEqual([]);
  const { rows } = await sql`
    select from kysely_migration where name = '999-of-a-newer-release'`.execute(running.db);
  expect(rows).toHaveLength(1);
});

const onPglite = process.env['TEST_ENGINE'] === 'pglite';

it('refuses a database that an earlier version created, and says how to go on', async () => {
  const data = await newServiceData();
  try {
    const before = await startService({ data });
    await sql`update kysely_migration set name = '001-first-schema'`.execute(before.db);
    await before.close();
    const said = onPglite
      ? `The database in ${data.directory}/pglite was created by an earlier version and cannot be read: move that folder away`
      : 'The database of DATABASE_URL was created by an earlier version and cannot be read: create a new database, or a new schema';
    await expect(startService({ data })).rejects.toThrow(said);
  } finally {
    await data.remove();
  }
});

describe.runIf(!onPglite)('a first start that is disturbed in a migration', () => {
  let scratch: ScratchDatabase;

  beforeEach(async () => {
    scratch = await createScratchDatabase();
  });
  afterEach(() => scratch.drop());

  const start = () => startService({ env: { DATABASE_URL: scratch.url } });

  const withServer = (act: (client: pg.Client) => Promise<unknown>) =>
    onServer(scratch.directUrl, act);

  /**
   * Blocks a start in the middle of its migration, by creating a table of the same name in an open transaction, and ends
   * its session there.
   *
   * @param times how often at most
   * @returns how often it happened
   */
  function losing(times: number, meanwhile: () => Promise<unknown>): Promise<number> {
    return onServer(scratch.directUrl, async (other) => {
      await other.query('begin');
      await other.query('create table acquirer_lines ()');
      const ended = new AbortController();
      const started = meanwhile().finally(() => {
        ended.abort();
      });
      // Avoids an unhandled rejection: it is awaited below, once nothing blocks it.
      started.catch(() => undefined);
      const lost = new Set<number>();
      const endWaiting = async () => {
        const { rows } = await other.query<{ pid: number }>(WAITING);
        for (const { pid } of rows) {
          await other.query('select pg_terminate_backend($1::integer)', [pid]);
          lost.add(pid);
        }
        return lost.size >= times || ended.signal.aborted;
      };
      await expect.poll(endWaiting).toBe(true);
      await other.query('rollback');
      await started;
      return lost.size;
    });
  }

  it('retries from the beginning if its connection is lost', async () => {
    const lost = await losing(1, async () => {
      const started = await start();
      expect(await migrate(started.db)).toEqual([]);
      await started.close();
    });
    expect(lost).toBe(1);
  });

  it('retries after a deadlock with concurrent work', async () => {
    await withServer(async (early) =>
      withServer(async (late) => {
        // The transaction that detects a deadlock is rolled back; this ensures that it is the start's.
        await late.query(`set deadlock_timeout = '1h'`);
        await late.query('begin; create table acquirer_lines ()');
        await early.query('begin; create table payouts ()');
        const started = start();
        started.catch(() => undefined);
        const isWaitedFor = async () => (await early.query(WAITING)).rowCount;
        await expect.poll(isWaitedFor).toBe(1);
        const { rows } = await late.query<{ pid: number }>('select pg_backend_pid() as pid');
        const waiting = late.query('create table merchants ()');
        const isWaiting = async () => (await early.query(IS_WAITING, [rows[0]?.pid])).rowCount;
        await expect.poll(isWaiting).toBe(1);
        await early.query('rollback');
        await waiting;
        await late.query('rollback');
        const running = await started;
        expect(await migrate(running.db)).toEqual([]);
        await running.close();
      }),
    );
  });

  it('gives up after three tries, and says why', async () => {
    const lost = await losing(4, () => expect(start()).rejects.toThrow('cannot be used: '));
    expect(lost).toBe(3);
  });
});

it.runIf(!onPglite)('finds a schema that another process created while it waited', async () => {
  const schema = 'created_meanwhile';
  const set = { schema, migrations: { '001-nothing': { up: () => Promise.resolve() } } };
  // Makes the session cache that the schema does not exist.
  await sql`select to_regnamespace(${schema})`.execute(running.context.longRunning);
  await onServer(running.directUrl ?? '', async (other) => {
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const migrated = migrate(running.context.longRunning, set);
    migrated.catch(() => undefined);
    const waiting = async () => (await other.query(WAITING)).rowCount;
    await expect.poll(waiting).toBe(1);
    await other.query(`create schema ${schema}`);
    await other.query('commit');
    expect(await migrated).toEqual(['001-nothing']);
  });
});

it('sees only what was applied in the first schema of its session', async () => {
  const migrations = { '001-first-schema': { up: () => Promise.resolve() } };
  await running.context.longRunning.connection().execute(async (connection) => {
    await sql`create schema another_deployment`.execute(connection);
    await sql`set search_path = another_deployment, public`.execute(connection);
    expect(await migrate(connection, { migrations })).toEqual(['001-first-schema']);
    expect(await migrate(connection, { migrations })).toEqual([]);
    await sql`reset search_path`.execute(connection);
  });
});

/** The advisory lock of a migration. */
const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

const IS_WAITING = 'select from pg_locks where not granted and pid = $1::integer';

/** The sessions that wait for the transaction that runs this query; pg_stat_activity is fixed within a transaction. */
const WAITING = `select distinct pid from pg_locks
  where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
