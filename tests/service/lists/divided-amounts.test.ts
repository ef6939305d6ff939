import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrderStatus } from '#domain/order/status.ts';
import { amountsSweep, divideAmounts } from '#service/counters/amount-parts.ts';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import { payinFilter } from '#service/lists/filter.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import { seek } from '#service/lists/seek.ts';
import { CURRENCIES, makePayins, movePayins, STATUSES } from './many-payins.ts';
import {
  foldAsBefore,
  foldWithin,
  forgetAmounts,
  forgetParts,
  GATE,
  idsByAmount,
  makeMerchant,
  MERCHANT,
  wrongParts,
  type AmountQuery as Query,
} from './amount-parts.ts';
import { databaseForTests } from '../../support/database/database-for-tests.ts';

const ORDERS = 3_000;
/** A bucket, or a part, with more orders than this of one currency and status is divided. */
const LARGE = 16;
const SIZES = { large: LARGE, part: 8 };
const PAIRS = CURRENCIES.length * STATUSES.length;

const database = databaseForTests(4);
let made = 0;

beforeAll(async () => {
  await makeMerchant(database.db);
});

/** Rolls up all orders and divides all large buckets. */
beforeEach(async () => {
  if (made === 0) await make(ORDERS);
  await fold();
  await divide();
});

async function make(orders: number): Promise<void> {
  made += 1;
  await makePayins(database.db, MERCHANT, GATE, { prefix: `${made}-`, orders });
}

/** Moves a share of the open orders to random statuses; finished orders keep theirs. */
function move(share: number) {
  return movePayins(database.db, share, { statuses: true, open: true });
}

function fold() {
  return rollUpCounts({ db: database.db }, LARGE);
}

function divide() {
  return divideAmounts({ longRunning: database.longRunning }, SIZES);
}

/** Creates orders as the previous release did. */
async function makeAsBefore(orders: number): Promise<void> {
  await fold();
  await make(orders);
  await forgetAmounts(database.db);
}

const SIZE = 20;

async function page(query: Query, number: number): Promise<{ total: number; ids: string[] }> {
  const { total, rows } = await listPayins(
    { db: database.db },
    {
      scope: 'merchant',
      keyId: '',
      secret: '',
      expiresAt: null,
      merchantId: MERCHANT,
      version: 7n,
      methods: new Map(),
    },
    asked(query, number),
  );
  return { total, ids: rows.map(({ id }) => id) };
}

function asked({ direction, statuses, currencies }: Query, number: number) {
  const sort = { field: 'amount' as const, direction };
  return { page: number, size: SIZE, sort, statuses, currencies };
}

async function expectExact(query: Query, depth: number): Promise<void> {
  const ids = await idsByAmount(database.db, query);
  const number = 1 + Math.floor((ids.length * depth) / SIZE);
  const from = (number - 1) * SIZE;
  expect(await page(query, number)).toEqual({
    total: ids.length,
    ids: ids.slice(from, from + SIZE),
  });
}

const ALL: Query = { direction: 'asc', statuses: undefined, currencies: undefined };

/** Returns, for pages at several offsets in both directions, how many orders are scanned to reach them. */
async function passedOrders(query: Query = ALL): Promise<number[]> {
  const total = (await idsByAmount(database.db, query)).length;
  const passed: number[] = [];
  for (const direction of ['asc', 'desc'] as const) {
    for (let offset = 1_001; offset < total; offset += 397) {
      const filter = asked({ ...query, direction }, 1);
      const start = await seek(database.db, payinFilter(MERCHANT, filter), filter.sort, offset);
      passed.push(start.offset);
    }
  }
  return passed;
}

it('A page among very many orders of one amount is found by scanning one part of them', async () => {
  await forgetParts(database.db);
  expect(Math.max(...(await passedOrders()))).toBeGreaterThan(2 * SIZES.part * PAIRS);
  expect(await divide()).toBeGreaterThan(1);
  expect(await divide()).toBe(0);

  for (const statuses of [undefined, ['FAILED', 'CREATED'] as OrderStatus[]]) {
    const passed = await passedOrders({ ...ALL, statuses });
    expect(Math.max(...passed)).toBeLessThan(SIZES.part * PAIRS);
  }
  expect(await wrongParts(database.db)).toEqual([]);
});

it('Parts stay exact as orders are created and end, and parts that grow are divided again', async () => {
  await make(500);
  await move(0.5);
  await fold();
  expect(await wrongParts(database.db)).toEqual([]);
  expect(Math.max(...(await passedOrders()))).toBeLessThan(LARGE * 2 * PAIRS);

  await make(ORDERS);
  await fold();
  expect(await divide()).toBeGreaterThan(0);
  expect(await wrongParts(database.db)).toEqual([]);
  expect(Math.max(...(await passedOrders()))).toBeLessThan(LARGE * PAIRS);
});

it(
  'After the previous release creates or rolls up orders, buckets are scanned until divided again',
  { tags: ['apart'] },
  async () => {
    const whole = { ...ALL, statuses: ['SUCCESS', 'FAILED'] satisfies OrderStatus[] };
    await make(ORDERS);
    await move(0.5);
    await fold();
    await divide();
    await makeAsBefore(300);
    for (const [next, isFound] of [
      [() => Promise.resolve(), false],
      [fold, false],
      [divide, true],
      [() => make(300), true],
      [() => foldAsBefore(database.db), false],
      [divide, true],
    ] as const) {
      await next();
      const passed = Math.max(...(await passedOrders(whole)));
      if (isFound) expect(passed).toBeLessThan(LARGE * 2 * PAIRS);
      else expect(passed).toBeGreaterThan(LARGE * 2 * PAIRS);
      for (const depth of [0.5, 0.7, 0.99]) await expectExact(whole, depth);
    }
    expect(await wrongParts(database.db)).toEqual([]);
  },
);

const steps = fc.constantFrom<(() => Promise<unknown>)[]>(
  fold,
  divide,
  () => make(20),
  () => move(0.1),
  () => makeAsBefore(5),
  () => foldAsBefore(database.db),
);
const queries = fc.record({
  direction: fc.constantFrom('asc', 'desc'),
  statuses: fc.option(fc.subarray(STATUSES, { minLength: 1 }), { nil: undefined }),
  currencies: fc.option(fc.subarray(CURRENCIES, { minLength: 2 }), { nil: undefined }),
});
const depths = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), {
  minLength: 2,
  maxLength: 4,
});

it(
  'Every page by amount is exact, whatever is pending, rolled up or divided',
  { tags: ['apart'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 3 }),
        queries,
        depths,
        async (taken, query, at) => {
          for (const step of taken) await step();
          for (const depth of at) await expectExact(query, depth);
        },
      ),
      { numRuns: 30, endOnFailure: true },
    );
  },
);

it(
  'Parts counted while orders are pending do not include those orders',
  { tags: ['apart'] },
  async () => {
    await make(500);
    await forgetParts(database.db);
    expect(await divide()).toBeGreaterThan(0);
    expect(Math.max(...(await passedOrders()))).toBeLessThan(LARGE * 2 * PAIRS);
    await expectExact(ALL, 0.6);
    await fold();
    expect(await wrongParts(database.db)).toEqual([]);
  },
);

it('Recurring work divides buckets, then pauses', async () => {
  await forgetParts(database.db);
  const now = new Date('2030-01-01T00:00:00Z');
  const sweep = amountsSweep({ longRunning: database.longRunning, now: () => now });
  const isDue = async (at: Date) => {
    const { rows } = await sql<{ due: boolean }>`select ${sweep.due(at)} as due`.execute(
      database.db,
    );
    return rows[0]?.due;
  };
  expect(await isDue(now)).toBe(true);
  await sweep.run();
  expect(await wrongParts(database.db)).toEqual([]);
  expect(await isDue(now)).toBe(false);
  expect(await isDue(new Date('2030-01-01T00:10:00Z'))).toBe(true);
});

it('Parts are counted only after a concurrent rollup ends', { tags: ['apart'] }, async () => {
  await make(500);
  await forgetParts(database.db);
  let isDivided = false;
  let dividing: Promise<unknown> | undefined;
  await database.db.transaction().execute(async (trx) => {
    await foldWithin(trx, LARGE);
    dividing = divide().then(() => {
      isDivided = true;
    });
    // On PGlite it waits for the session, which the database's locks do not show.
    const waiting = async () =>
      (
        await sql`select from pg_locks
      where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
      ).rows.length;
    if (process.env['TEST_ENGINE'] === 'postgres') await expect.poll(waiting).toBeGreaterThan(0);
    expect(isDivided).toBe(false);
  });
  await dividing;
  await fold();
  expect(await wrongParts(database.db)).toEqual([]);
  expect(await divide()).toBe(0);
});

it(
  'Parts stay exact while orders are created, end, are rolled up and divided concurrently',
  { tags: ['apart'] },
  async () => {
    const done = new AbortController();
    const untilDone = async (act: () => Promise<unknown>) => {
      while (!done.signal.aborted) await act();
    };
    const background = [fold, divide, () => page(ALL, 120)].map(untilDone);
    try {
      for (let round = 0; round < 25; round += 1) {
        await make(40);
        await move(0.3);
        if (round % 3 === 0) await forgetParts(database.db);
      }
    } finally {
      done.abort();
      await Promise.all(background);
    }
    await fold();
    expect(await wrongParts(database.db)).toEqual([]);
  },
);
