// @module-tag postgres-only
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  newServiceData,
  type ServiceData,
} from '../../../../../tests/support/database/seeds/service-data.ts';
import { connectDatabase } from '../connect.ts';
import type { Database } from '../database.ts';

const POOL_SIZE = 4;

let data: ServiceData;
let database: Database;

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

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('connections of a pool', () => {
  beforeEach(async () => {
    data = await newServiceData({ seeded: false });
    database = await connectDatabase({
      // Bypasses the suite's pooler, which would give a session to other clients.
      databaseUrl: data.directUrl,
      dataDirectory: data.directory,
      poolSize: POOL_SIZE,
      onConnectionLost: () => undefined,
    });
  });
  afterEach(async () => {
    await database.close();
    await data.remove();
  });

  it('are replaced if they break', async () => {
    const killed = Array.from({ length: POOL_SIZE }, () =>
      sql`select pg_terminate_backend(pg_backend_pid())`
        .execute(database.db)
        .catch(() => undefined),
    );
    await Promise.all(killed);
    const { rows } = await sql`select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
    expect(database.poolUse()).toMatchObject({ waiting: 0 });
  });

  it('plan the statements of recurring work once, whatever their values', async () => {
    const numbers = (most: number) =>
      sql`/* numbers */ select number from generate_series(1, 20000) number limit ${most}`;
    for (let most = 1; most <= 12; most += 1) await numbers(most).execute(database.recurring);
    const { rows } = await sql`
      select generic_plans as once, custom_plans as anew from pg_prepared_statements
      where name = 'numbers'`.execute(database.recurring);
    expect(rows).toEqual([{ once: 12n, anew: 0n }]);
  });

  it('leave no session on the server once they are closed', async () => {
    await Promise.all(Array.from({ length: POOL_SIZE }, () => sql`select 1`.execute(database.db)));
    await Promise.all(
      [database.recurring, database.observer].map((db) => sql`select 1`.execute(db)),
    );
    const sessions = await lookAtSessions(data.directUrl ?? '');
    await database.close();
    expect(await sessions()).toEqual([]);
  });
});
