// @module-tag postgres-only
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../../../../tests/support/database/new-database.ts';
import type { Database, SchemaConnections } from '../database.ts';

const POOL_SIZE = 4;
const OF_ONE = 3;

let database: Database;
let remove: () => Promise<void>;
let slow: SchemaConnections;
let other: SchemaConnections;

const pathOf = async ({ db }: SchemaConnections) => {
  const { rows } = await sql<{ path: string }>`
    select current_setting('search_path') as path`.execute(db);
  return rows[0]?.path;
};

/** As long as `until` is not settled, a connection is in use. */
const hold = ({ db }: SchemaConnections, until: Promise<unknown>) =>
  db.connection().execute(() => until);

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('schemas that share connections', () => {
  beforeAll(async () => {
    ({ database, remove } = await newDatabase(POOL_SIZE, { seeded: false }));
    slow = database.inSchema('cell_1');
    other = database.inSchema('cell_2');
  });
  afterAll(() => remove());

  it('leave each other some, however long the statements of one take', async () => {
    const done = Promise.withResolvers<undefined>();
    const held = Array.from({ length: 2 * OF_ONE }, () => hold(slow, done.promise));
    await expect.poll(() => database.poolUse()).toMatchObject({ used: OF_ONE, waiting: OF_ONE });
    expect(await Promise.all([pathOf(other), pathOf(other)])).toEqual(['cell_2', 'cell_2']);
    done.resolve(undefined);
    await Promise.all(held);
    expect(database.poolUse().waiting).toBe(0);
  });

  it('find their own tables on a connection that another had', async () => {
    const asked = Array.from({ length: 60 }, (_, n) => [slow, other, database][n % 3] ?? other);
    const paths = await Promise.all(asked.map(pathOf));
    expect(paths).toEqual(asked.map((_, n) => ['cell_1', 'cell_2', '"$user", public'][n % 3]));
    expect(database.poolUse().waiting).toBe(0);
  });

  it('use no more connections than they need, where they are few', async () => {
    const pidOf = async ({ db }: SchemaConnections) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      return rows[0]?.pid;
    };
    const pids = new Set<number | undefined>();
    for (const schema of [slow, other, database, slow, other]) pids.add(await pidOf(schema));
    expect(pids.size).toBe(1);
  });

  it('go on after connections broke', async () => {
    const asked = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? slow : other));
    const killed = asked.map(({ db }) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined),
    );
    await Promise.all(killed);
    expect(await Promise.all(asked.map(pathOf))).toEqual(
      asked.map((_, n) => `cell_${(n % 2) + 1}`),
    );
    expect(database.poolUse()).toMatchObject({ waiting: 0 });
  });
});
