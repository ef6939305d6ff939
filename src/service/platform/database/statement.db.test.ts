// @module-tag both-engines
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseForTests } from '../../../../tests/support/database/database-for-tests.ts';
import { statement, type Slot } from './statement.ts';

const isAmong = statement('is_among', (db, slot: Slot<{ wanted: Buffer; among: Buffer[] }>) =>
  sql<{ found: boolean; size: bigint }>`
      select ${slot('wanted')}::bytea = any (${slot('among')}::bytea[]) as found,
        cardinality(${slot('among')}::bytea[])::bigint as size`.compile(db),
);

const database = databaseForTests(2);

function bytes(text: string) {
  return Buffer.from(text);
}

it('takes new values at each run, including lists of any length', async () => {
  const find = (wanted: string, ...among: string[]) =>
    isAmong(database.db, { wanted: bytes(wanted), among: among.map(bytes) });

  expect(await find('a')).toEqual([{ found: false, size: 0n }]);
  expect(await find('a', 'b', 'a')).toEqual([{ found: true, size: 2n }]);
  expect(await find('\0\\"{},', '\0\\"{},')).toEqual([{ found: true, size: 1n }]);
});

it('may run many times concurrently', async () => {
  const runs = Array.from({ length: 20 }, (_, number) =>
    isAmong(database.db, { wanted: bytes(`${number}`), among: [bytes('7')] }),
  );
  const found = (await Promise.all(runs)).flat().map((row) => row.found);
  expect(found.indexOf(true)).toBe(7);
  expect(found.filter(Boolean)).toHaveLength(1);
});

it('is prepared', async () => {
  await database.db.connection().execute(async (db) => {
    await isAmong(db, { wanted: bytes('a'), among: [] });
    const { rows } = await sql`
      select name from pg_prepared_statements where name = 'is_among'`.execute(db);
    expect(rows).toHaveLength(1);
  });
});
