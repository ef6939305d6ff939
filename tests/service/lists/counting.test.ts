import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { countHours } from '#service/counters/count-hours.ts';
import { createPauses } from '#service/counters/pauses.ts';
import type { Database } from '#service/platform/database/database.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';

const LIMITS = { shortestMs: 2_000, longestMs: 2_000 };

const database = databaseForTests(2);

beforeEach(async () => {
  await sql`update timed_work set due_at = '1970-01-01Z'`.execute(database.db);
  await sql`insert into stale_attempt_hours (hour) values (492000) on conflict do nothing`.execute(
    database.db,
  );
});

function depsOf({ longRunning }: Pick<Database, 'longRunning'>) {
  return {
    longRunning,
    now: () => new Date(),
    place: { cell: 0, address: null },
  };
}

async function waiting(): Promise<number> {
  const { rows } = await sql`select from stale_attempt_hours`.execute(database.db);
  return rows.length;
}

it('Hours are counted in one cell at a time', async () => {
  const clock = { ms: 0 };
  const pauses = createPauses(LIMITS, () => clock.ms);
  pauses.begin();
  await countHours(depsOf(database), pauses);
  expect(await waiting()).toBe(1);

  pauses.end(40_000);
  await countHours(depsOf(database), pauses);
  expect(await waiting()).toBe(1);

  clock.ms = 4_000;
  await countHours(depsOf(database), pauses);
  expect(await waiting()).toBe(0);
  expect(pauses.begin()).toBe(false);
});

it('A cell whose counting fails does not hold up the others', async () => {
  const pauses = createPauses(LIMITS, () => 0);
  const broken = {
    ...depsOf(database),
    now: () => {
      throw new Error('No clock');
    },
  };
  await expect(countHours(broken, { ...pauses, end: () => pauses.end(0) })).rejects.toThrow(
    'No clock',
  );
  await countHours(depsOf(database), pauses);
  expect(await waiting()).toBe(0);
});
