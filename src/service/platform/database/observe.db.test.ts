// @module-tag both-engines
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseForTests } from '../../../../tests/support/database/database-for-tests.ts';
import { observeDatabase, observing } from './observe.ts';

const database = databaseForTests(2);

it('returns the questions whose answer is yes', async () => {
  const { yes, readOnly } = await observeDatabase(database.observer, {
    yes: sql<boolean>`1 = 1`,
    no: sql<boolean>`1 = 2`,
  });
  expect([...yes]).toEqual(['yes']);
  expect(readOnly).toBe(false);
});

it('asks about the given time', async () => {
  const observe = observing((now) => ({ later: sql<boolean>`${now} > '2001-01-01'::timestamptz` }));
  expect([...(await observe(database.observer, new Date(0))).yes]).toEqual([]);
  expect([...(await observe(database.observer, new Date())).yes]).toEqual(['later']);
});

it.runIf(process.env['TEST_ENGINE'] === 'postgres')('plans the questions once', async () => {
  const observe = observing((now) => ({ later: sql<boolean>`now() > ${now}` }));
  for (const at of [0, 1]) await observe(database.observer, new Date(at));
  const { rows } = await sql`
    select generic_plans as once, custom_plans as anew from pg_prepared_statements
    where statement like '%now() >%'`.execute(database.observer);
  expect(rows).toEqual([{ once: 2n, anew: 0n }]);
});
