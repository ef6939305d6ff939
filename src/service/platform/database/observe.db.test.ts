import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase } from '../../../../tests/support/database/new-database.ts';
import type { Database } from './database.ts';
import { observeDatabase } from './observe.ts';

let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove } = await newDatabase(2));
});
afterAll(() => remove());

it('answers which questions have a yes', async () => {
  const { yes, readOnly } = await observeDatabase(database.observer, {
    yes: sql<boolean>`1 = 1`,
    no: sql<boolean>`1 = 2`,
  });
  expect([...yes]).toEqual(['yes']);
  expect(readOnly).toBe(false);
});

/** Longer than a pool keeps a connection that nobody uses. */
const SELDOM_MS = 11_000;

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'plans the questions once, for as long as the process runs, however seldom it asks',
  async () => {
    const isLater = (now: Date) => ({ later: sql<boolean>`now() > ${now}::timestamptz` });
    await observeDatabase(database.observer, isLater(new Date(0)));
    await sleep(SELDOM_MS);
    await observeDatabase(database.observer, isLater(new Date(1)));
    const { rows } = await sql`
      select generic_plans as once, custom_plans as anew from pg_prepared_statements
      where statement like '%now() >%'`.execute(database.observer);
    expect(rows).toEqual([{ once: 2n, anew: 0n }]);
  },
);
