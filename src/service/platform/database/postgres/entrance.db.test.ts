import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  newServiceData,
  type ServiceData,
} from '../../../../../tests/support/database/seeds/service-data.ts';
import { createEntrance, type SendIn } from './entrance.ts';

const COUNT = {
  name: 'count_things',
  text: 'select count(*)::int as count from things',
  values: [],
};
const ADD = { name: 'add_thing', text: 'insert into things (id) values ($1) returning id' };

let data: ServiceData;
let pool: pg.Pool;
let client: pg.PoolClient;
let send: SendIn;

/** Statements are prepared for one schema each. */
const named = (query: pg.QueryConfig, schema: string) => ({
  ...query,
  name: `${schema}_${query.name ?? ''}`,
});
const countIn = async (schema: string) => {
  const { rows } = await send(client, named(COUNT, schema), schema);
  return (rows as { count: number }[])[0]?.count;
};
const addIn = (schema: string, id: number) =>
  send(client, { ...named(ADD, schema), values: [id] }, schema);

/** How often the server said that it has done what it was asked for. */
async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onReady = () => {
    count += 1;
  };
  client.connection.on('readyForQuery', onReady);
  await work();
  client.connection.off('readyForQuery', onReady);
  return count;
}

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a session of several schemas', () => {
  beforeAll(async () => {
    data = await newServiceData({ seeded: false });
    // Past the pooler of the suite, which would hand a session to others.
    pool = new pg.Pool({ connectionString: data.directUrl });
    await pool.query(
      ['one', 'two']
        .map((name) => `create schema ${name}; create table ${name}.things (id int primary key);`)
        .join(''),
    );
  });
  afterAll(async () => {
    await pool.end();
    await data.remove();
  });
  beforeEach(async () => {
    client = await pool.connect();
    await client.query('truncate one.things, two.things');
    send = createEntrance();
    await addIn('one', 1);
    await countIn('two');
  });
  afterEach(() => {
    client.release(true);
  });

  it('is put into one that it was in before along with a prepared statement', async () => {
    expect(await roundTrips(() => addIn('one', 2))).toBe(1);
    expect(await roundTrips(() => addIn('two', 3))).toBe(1);
    expect(await countIn('one')).toBe(2);
    expect(await countIn('two')).toBe(1);
  });

  it('answers with what the statement returned, even one that it has not prepared yet', async () => {
    const fresh = { name: 'one_sum', text: 'select sum(id)::int as sum from things where id < $1' };
    const answer = await send(client, { ...fresh, values: [9] }, 'one');
    expect(answer).toMatchObject({ command: 'SELECT', rowCount: 1, rows: [{ sum: 1 }] });
  });

  it('is put there anew once a statement has failed, which takes the schema back as well', async () => {
    const stack: unknown = expect.stringContaining('entrance.db.test.ts');
    await expect(addIn('one', 1)).rejects.toMatchObject({ code: '23505', stack });
    await addIn('one', 2);
    await expect(addIn('two', 5)).resolves.toMatchObject({ rows: [{ id: 5 }] });
    await expect(addIn('one', 1)).rejects.toMatchObject({ code: '23505' });
    expect([await countIn('two'), await countIn('one'), await countIn('two')]).toEqual([1, 2, 1]);
  });

  it('stays where a transaction of several statements put it, also when that is undone', async () => {
    await send(client, { text: 'begin' }, 'one');
    await addIn('one', 2);
    await send(client, { text: 'rollback' }, 'one');
    expect(await countIn('one')).toBe(1);
    expect(await roundTrips(() => countIn('one'))).toBe(1);
  });

  it('runs nothing where it cannot be put there', async () => {
    await client.query('deallocate enter_one');
    await expect(addIn('one', 2)).rejects.toMatchObject({ code: '26000' });
    expect(await countIn('two')).toBe(0);
    const { rows } = await client.query('select id from one.things');
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('finds its own tables again', async () => {
    await client.query('create table public.things (id int primary key)');
    const { rows } = await send(client, { ...COUNT, name: 'own' }, undefined);
    expect(rows).toEqual([{ count: 0 }]);
    expect(await countIn('one')).toBe(1);
    await send(client, { ...COUNT, name: 'own' }, undefined);
    await client.query('drop table public.things');
  });
});
