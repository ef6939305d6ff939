import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../unavailable.ts';
import type { Tables } from '../schema.ts';
import { connectPglite, PgliteDialect } from './open-pglite.ts';

let pglite: PGlite;
let db: Kysely<Tables>;
const lost: string[] = [];

beforeAll(async () => {
  pglite = await PGlite.create();
  const client = await connectPglite(pglite, ({ message }) => lost.push(message));
  db = new Kysely<Tables>({ dialect: new PgliteDialect(client) });
  await sql`create table kept (id integer primary key)`.execute(db);
});
afterAll(() => db.destroy());

async function ids() {
  return (await sql<{ id: number }>`select id from kept`.execute(db)).rows;
}

it('A result and a parameter of many megabytes arrive whole', async () => {
  const text = 'x€'.repeat(3_000_000);
  const { rows } = await sql<{ text: string }>`
    select repeat('x€', 3000000) as text where ${text} = repeat('x€', 3000000)`.execute(db);
  expect(rows[0]?.text === text).toBe(true);
});

it('Rows that were answered are not kept in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usedAfter = async (times: number) => {
    for (let done = 0; done < times; done += 1)
      await sql`select number from generate_series(1, 50000) number`.execute(db);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await usedAfter(1);
  expect((await usedAfter(8)) - before).toBeLessThan(8_000_000);
});

it('A failed statement has its error code, and the next one succeeds', async () => {
  const failing = sql`select 1 / ${0}::integer`.execute(db);
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await ids()).toEqual([]);
});

it('A transaction has the session to itself, and leaves nothing if it fails', async () => {
  const ended: string[] = [];
  let meanwhile: Promise<unknown> | undefined;
  const transaction = db.transaction().execute(async (trx) => {
    await sql`insert into kept values (1)`.execute(trx);
    meanwhile = sql`insert into kept values (2)`.execute(db).then(() => ended.push('meanwhile'));
    for (let times = 0; times < 10; times += 1) await sql`select from kept`.execute(trx);
    ended.push('transaction');
    await sql`insert into kept values (1)`.execute(trx);
  });
  await expect(transaction).rejects.toMatchObject({ code: '23505' });
  await meanwhile;
  expect(ended).toEqual(['transaction', 'meanwhile']);
  expect(await ids()).toEqual([{ id: 2 }]);
});

it('The event loop continues after each statement of a transaction', async () => {
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  await db.transaction().execute(async (trx) => {
    for (let times = 0; times < 100; times += 1) await sql`select from kept`.execute(trx);
  });
  isCounting = false;
  expect(turns).toBeGreaterThanOrEqual(100);
});

it('A closed engine is reported, and its statements fail as unavailable', async () => {
  await pglite.close();
  const asked = await ids().catch((error: unknown) => error);
  const askedAgain = await ids().catch((error: unknown) => error);
  expect(lost).not.toEqual([]);
  expect([asked, askedAgain].map(isDatabaseUnavailable)).toEqual([true, true]);
});
