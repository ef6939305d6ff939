// @module-tag both-engines
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseForTests } from '../../../../tests/support/database/database-for-tests.ts';
import { batchedStatement, column, createBatcher, recordset } from './batch.ts';

interface Wanted {
  wanted: Buffer;
  among: Buffer[];
  note: string | null;
}

interface Found {
  found: boolean;
  note: string | null;
  asked: number;
}

/** Returns no row if there is nothing to look for. */
const isAmong = batchedStatement<Wanted, Found>(
  {
    name: 'is_among',
    types: { wanted: 'bytea', among: 'bytea[]', note: 'text' },
    sortedBy: ({ wanted }) => wanted.toString(),
  },
  (db, given) =>
    sql<Found & { position: number }>`
      with ${given.table}
      select given.position, ${given.of('wanted')} = any (${given.of('among')}) as found,
        ${given.of('note')} as note, (count(*) over ())::integer as asked
      from given where length(${given.of('wanted')}) > 0`.compile(db),
);

/** Fails if the text is no number. */
const doubled = batchedStatement<{ number: string }, { doubled: number }>(
  { name: 'double', types: { number: 'text' } },
  (db, given) =>
    sql<{ doubled: number; position: number }>`
      with ${given.table}
      select given.position, 2 * ${given.of('number')}::integer as doubled from given`.compile(db),
);

const database = databaseForTests(2, { seeded: false });

function bytes(text: string) {
  return Buffer.from(text);
}

function wanted(text: string, note: string | null, ...among: string[]): Wanted {
  return {
    wanted: bytes(text),
    among: among.map(bytes),
    note,
  };
}

it('returns the row of each input in the order of the inputs, or undefined', async () => {
  const answers = await isAmong(database.db, [
    wanted('c', 'third', 'a', 'c'),
    wanted('', null, 'a'),
    wanted('a', null),
    wanted('\0\\"{},', 'odd', 'b', '\0\\"{},'),
  ]);
  expect(answers).toEqual([
    expect.objectContaining({ found: true, note: 'third' }),
    undefined,
    expect.objectContaining({ found: false, note: null }),
    expect.objectContaining({ found: true, note: 'odd' }),
  ]);
});

it('answers any number of inputs', async () => {
  for (const length of [1, 2, 3, 16, 37]) {
    const inputs = Array.from({ length }, (_, index) => wanted(`${index}`, `${index}`, '7'));
    const answers = await isAmong(database.db, inputs);
    expect(answers.map((answer) => answer?.note)).toEqual(inputs.map(({ note }) => note));
    expect(answers.findIndex((answer) => answer?.found)).toBe(length > 7 ? 7 : -1);
  }
});

it('batches inputs that are given at the same time', async () => {
  const batches = createBatcher(database.db);
  const asked = Array.from({ length: 17 }, (_, index) => wanted(`${index}`, `${index}`, '3'));
  const answers = await Promise.all(asked.map((input) => batches.run(isAmong, input)));
  expect(answers.map((answer) => answer?.note)).toEqual(asked.map(({ note }) => note));
  expect(answers.map((answer) => answer?.asked)).toEqual([
    1,
    ...Array.from({ length: 16 }, () => 16),
  ]);
});

it('fails only for the input that is wrong', async () => {
  const batches = createBatcher(database.db);
  const numbers = ['1', '2', 'three', '4'];
  const answers = await Promise.allSettled(
    numbers.map((number) => batches.run(doubled, { number })),
  );
  expect(answers).toMatchObject([
    { value: { doubled: 2 } },
    { value: { doubled: 4 } },
    { reason: { code: '22P02' } },
    { value: { doubled: 8 } },
  ]);
});

const sized = batchedStatement<{ number: number }, object>(
  { name: 'sized', types: { number: 'integer' } },
  (db, given) =>
    sql<{ position: number }>`with ${given.table} select given.position from given`.compile(db),
);

it.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'is prepared once for each batch size',
  async () => {
    await database.db.connection().execute(async (db) => {
      await sized(db, [{ number: 1 }, { number: 2 }, { number: 3 }]);
      const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where name like 'sized%' order by name`.execute(db);
      expect(rows.map(({ name }) => name)).toEqual(['sized_1', 'sized_2']);
    });
  },
);

const KEPT = {
  amount: column<bigint>('bigint'),
  bytes: column<Uint8Array | null>('bytea'),
  at: column<Date>('timestamptz'),
  texts: column<readonly (string | null)[]>('text[]'),
};

it('is given rows as one parameter, which keep each digit, byte and instant', async () => {
  const row = {
    amount: 9_007_199_254_740_993n,
    bytes: Buffer.from([0, 92, 255]),
    at: new Date('2026-03-29T01:30:00.123Z'),
    texts: ['a, "b"', null, ''],
  };
  const rows = [row, { ...row, bytes: null, texts: [] }];
  const undeclared = rows.map((each) => ({ ...each, undeclared: 1 }));
  const kept = await database.db
    .selectFrom(recordset('kept', KEPT, undeclared))
    .selectAll()
    .execute();
  expect(kept).toEqual(rows);
});
