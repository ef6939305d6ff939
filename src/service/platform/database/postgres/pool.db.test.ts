// @module-tag postgres-only
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  newServiceData,
  type ServiceData,
} from '../../../../../tests/support/database/seeds/service-data.ts';
import { connectDatabase } from '../connect.ts';
import type { Database, SchemaConnections } from '../database.ts';
import { TooManyWaiting } from '../unavailable.ts';

const POOL_SIZE = 4;
const MOST_WAITING = 2;

let data: ServiceData;
let database: Database;
let one: SchemaConnections;
let other: SchemaConnections;

async function pathOf({ db }: SchemaConnections) {
  const { rows } = await sql<{ path: string }>`
    select current_setting('search_path') as path`.execute(db);
  return rows[0]?.path;
}

/** Keeps a connection in use until `until` is settled. */
function hold({ db }: SchemaConnections, until: Promise<unknown>) {
  return db.connection().execute(() => until);
}

/** Connects to another database of the server, and returns a function that reads the sessions of this one. */
async function lookAtSessions(directUrl: string) {
  const url = new URL(directUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return async () => {
    const sessions = 'select state from pg_stat_activity where datname = $1';
    const { rows } = await client.query<{ state: string }>(sessions, [name]);
    await client.end();
    return rows;
  };
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('schemas that share a pool', () => {
  beforeEach(async () => {
    data = await newServiceData({ seeded: false });
    database = await connectDatabase({
      // Bypasses the suite's pooler, which would give a session to other clients.
      databaseUrl: data.directUrl,
      dataDirectory: data.directory,
      poolSize: POOL_SIZE,
      maxWaiting: MOST_WAITING,
      onConnectionLost: () => undefined,
    });
    one = database.inSchema('cell_1');
    other = database.inSchema('cell_2');
  });
  afterEach(async () => {
    await database.close();
    await data.remove();
  });

  it('have their own search path on a connection that another schema used', async () => {
    const schemas = Array.from({ length: 60 }, (_, n) => [one, other, database][n % 3] ?? other);
    const paths: (string | undefined)[] = [];
    for (const schema of schemas) paths.push(await pathOf(schema));
    expect(paths).toEqual(schemas.map((_, n) => ['cell_1', 'cell_2', '"$user", public'][n % 3]));
    expect(database.poolUse()).toEqual({ used: 0, idle: 1, waiting: 0 });
  });

  it('keep their search path after a rollback', async () => {
    await pathOf(other);
    const undone = one.db.transaction().execute(() => Promise.reject(new Error('Undone')));
    await expect(undone).rejects.toThrow('Undone');
    expect(await pathOf(one)).toBe('cell_1');
    expect(database.poolUse().idle).toBe(1);
  });

  it('prepare their statements separately, each with a plan for its own tables', async () => {
    for (const schema of ['cell_1', 'cell_2']) {
      await sql`create schema ${sql.id(schema)}`.execute(database.db);
      await sql`create table ${sql.table(`${schema}.things`)} (${sql.id(schema)} int)`.execute(
        database.db,
      );
    }
    const columns = async ({ db }: SchemaConnections) => {
      const { rows } =
        await sql`/* things */ select * from things right join (select 1 as one) as made on true`.execute(
          db,
        );
      return Object.keys(rows[0] ?? {});
    };
    const asked = [];
    for (const schema of [one, other, one, other]) asked.push(await columns(schema));
    expect(asked).toEqual([
      ['cell_1', 'one'],
      ['cell_2', 'one'],
      ['cell_1', 'one'],
      ['cell_2', 'one'],
    ]);
  });

  it('recover from broken connections', async () => {
    const killed = [one, other, one, other].map(({ db }) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined),
    );
    await Promise.all(killed);
    expect(await Promise.all([one, other].map(pathOf))).toEqual(['cell_1', 'cell_2']);
    expect(database.poolUse()).toMatchObject({ waiting: 0 });
  });

  it('plan the statements of recurring work once, whatever their values', async () => {
    const numbers = (most: number) =>
      sql`/* numbers */ select number from generate_series(1, 20000) number limit ${most}`;
    for (let most = 1; most <= 12; most += 1) await numbers(most).execute(one.recurring);
    const { rows } = await sql`
      select generic_plans as once, custom_plans as anew from pg_prepared_statements
      where name = 'cell_1_numbers'`.execute(one.recurring);
    expect(rows).toEqual([{ once: 12n, anew: 0n }]);
  });

  it('fail at once if too many wait for a connection', async () => {
    const done = Promise.withResolvers<undefined>();
    const held = Array.from({ length: POOL_SIZE + MOST_WAITING }, () => hold(one, done.promise));
    await expect
      .poll(() => database.poolUse())
      .toEqual({ used: POOL_SIZE, idle: 0, waiting: MOST_WAITING });
    await expect(pathOf(other)).rejects.toThrow(TooManyWaiting);
    done.resolve(undefined);
    await Promise.all(held);
    expect(await pathOf(other)).toBe('cell_2');
  });

  it('leave no session on the server once they are closed', async () => {
    await Promise.all(Array.from({ length: POOL_SIZE }, () => pathOf(one)));
    await Promise.all([one.recurring, one.observer].map((db) => sql`select 1`.execute(db)));
    const sessions = await lookAtSessions(data.directUrl ?? '');
    await database.close();
    expect(await sessions()).toEqual([]);
  });
});
