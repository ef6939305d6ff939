import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { ListPayinsQuery } from '#contract/schemas/list.ts';
import { listPayins } from '#service/lists/list-orders.ts';
import type { Tables } from '#service/platform/database/schema.ts';
import { typeParsers } from '#service/platform/database/client.ts';
import { MAX_AMOUNT_PAGE, SIZE } from '../lists/rows.ts';
import { OF, seed } from '../lists/seed.ts';
import { peakMemoryMib } from '../support/process-tree.ts';
import { MEMORY_LIMIT_MIB, quantile, type Figure } from './figures.ts';

const ORDERS = 10_000_000;
const PAGE = 100_000;
const RUNS = 15;
const LIMIT_MS = 50;
const MERCHANT = { name: '10 M', id: '00000000-0000-4000-8000-000000000003', share: OF };

const SORTS = [
  ['the latest first', { field: 'createDate', direction: 'desc' }],
  ['by update date', { field: 'updateDate', direction: 'asc' }],
  ['by amount', { field: 'amount', direction: 'asc' }],
  ['by amount, the largest first', { field: 'amount', direction: 'desc' }],
] as const satisfies [string, ListPayinsQuery['sort']][];

/** Measures the use case with its database. The limit applies to the median. */
export async function* measureLists(databaseUrl: string, scale: number): AsyncGenerator<Figure> {
  const db = connect(databaseUrl);
  try {
    const orders = Math.ceil(ORDERS * scale);
    await seed(db, orders, [MERCHANT]);
    yield { name: 'orders of one merchant', value: orders, unit: 'orders' };
    for (const deep of [1, Math.ceil(PAGE * scale)]) {
      for (const [name, sort] of SORTS) {
        const page = sort.field === 'amount' ? Math.min(deep, MAX_AMOUNT_PAGE) : deep;
        const tookMs = await timesOf(db, { page, size: SIZE, sort });
        const figure = { name: `page ${page.toLocaleString('en')}, ${name}`, unit: 'ms' };
        yield { ...figure, value: quantile(tookMs, 0.5), limit: LIMIT_MS };
        yield { name: '  the longest of 15', value: Math.max(...tookMs), unit: 'ms' };
      }
    }
    const [memory = 0] = await peakMemoryMib(process.pid);
    yield { name: 'memory, at most', value: memory, unit: 'MiB', limit: MEMORY_LIMIT_MIB };
  } finally {
    await db.destroy();
  }
}

async function timesOf(db: Kysely<Tables>, query: ListPayinsQuery): Promise<number[]> {
  const merchant = await db
    .selectFrom('merchants')
    .select('config_version as version')
    .where('id', '=', MERCHANT.id)
    .executeTakeFirstOrThrow();
  const key = { scope: 'merchant', keyId: '', secret: '', expiresAt: null } as const;
  const caller = { ...key, merchantId: MERCHANT.id, ...merchant, methods: new Map() };
  const tookMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedMs = performance.now();
    const page = await listPayins({ db }, caller, query);
    tookMs.push(performance.now() - startedMs);
    if (!page.ok || page.value.rows.length === 0) throw new Error('The page is empty');
  }
  return tookMs;
}

function connect(connectionString: string): Kysely<Tables> {
  const types = typeParsers();
  // Like the service's connections.
  const pool = new pg.Pool({ connectionString, types, max: 1, options: '-c jit=off' });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
