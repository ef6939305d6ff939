import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { transfer } from '#domain/ledger/posting.ts';
import { connectDatabase } from '#service/platform/database/connect.ts';
import type { Database } from '#service/platform/database/database.ts';
import { countCreated } from '#service/orders/count-changes.ts';
import { post as postMovement } from '#service/ledger/post.ts';
import { GIVEN_COLUMNS } from '#service/payins/store/payins.ts';
import { cardDataBody } from '../../tests/support/orders/orders.ts';
import { signed, type BenchRequest } from './requests.ts';
import type { Tollgate } from './servers.ts';

export interface Row {
  name: string;
  /**
   * Creates what the requests need. @returns a function that makes one request after another, each of them different
   */
  prepare(tollgate: Tollgate): Promise<() => BenchRequest>;
}

const ORDERS_TO_READ = 1_000;
/** More than can be paid while the bench runs. */
const ORDERS_TO_PAY = 150_000;
const ORDERS_TO_LIST = 20_000;

export const ROWS: readonly Row[] = [
  {
    name: 'create-payin',
    prepare:
      async ({ sandbox }) =>
      () =>
        payin(sandbox.methods),
  },
  {
    name: 'get-payin',
    async prepare(tollgate) {
      const next = eachOf(await copiesOfPayin(tollgate, ORDERS_TO_READ));
      return () => ({ method: 'GET', path: `/api/v1/orders/payin/${next()}` });
    },
  },
  {
    name: 'card-data',
    async prepare(tollgate) {
      const next = eachOf(await copiesOfPayin(tollgate, ORDERS_TO_PAY));
      return () => post('/api/v1/orders/payin/card-data', cardDataBody(next()));
    },
  },
  {
    name: 'create-payout',
    async prepare({ sandbox, databaseUrl }) {
      await fillGates(databaseUrl);
      return () => payout(sandbox.methods);
    },
  },
  {
    name: 'list-payins',
    async prepare(tollgate) {
      await copiesOfPayin(tollgate, ORDERS_TO_LIST);
      return () => ({ method: 'GET', path: '/api/v1/orders/payin/list?page=1&size=50' });
    },
  },
];

function post(path: string, body: object): BenchRequest {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/** Returns a request for a new order, with what a shop usually knows about its customer. */
export function payin(methods: Record<string, string>, more: object = {}): BenchRequest {
  return post('/api/v1/orders/payin', {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: methods['card_eur'],
    customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    return_urls: { success: 'https://shop.example/thanks', fail: 'https://shop.example/basket' },
    ...more,
  });
}

/** Returns a request for a payout. All are of one gate, whose account is the hot spot. */
function payout(methods: Record<string, string>): BenchRequest {
  return post('/api/v1/orders/payout', {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 1,
    merchant_gate_method_id: methods['payout_card_eur'],
    destination_account: '4242424242424242',
    customer: {},
  });
}

function eachOf(ids: readonly string[]): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return ids[turn % ids.length] ?? '';
  };
}

/**
 * Inserts copies of an order that the service created, by SQL because that is fast. It has no addresses: their keyed hash
 * would be wrong in a copy, and each copy would be reported.
 *
 * @param expiresAt an SQL expression; a day from now by default
 * @returns the copies' ids
 */
export async function copiesOfPayin(
  tollgate: Tollgate,
  count: number,
  expiresAt = `now() + interval '1 day'`,
): Promise<string[]> {
  const {
    path,
    body = '',
    ...rest
  } = signed(tollgate.sandbox, payin(tollgate.sandbox.methods, { return_urls: undefined }));
  await fetch(`http://127.0.0.1:${tollgate.port}${path}`, { ...rest, body });
  const own: Partial<Record<string, string>> = {
    id: 'fresh.id',
    group_id: 'fresh.id',
    reference_id: 'fresh.id',
    expires_at: expiresAt,
  };
  const columns = sql.join(GIVEN_COLUMNS.map((column) => sql.ref(column)));
  const values = sql.join(
    GIVEN_COLUMNS.map((column) => sql.raw(own[column] ?? `pattern.${column}`)),
  );
  return onDatabase(tollgate.databaseUrl, async (db) => {
    const { rows } = await sql<{ id: string }>`
      with made as (
        insert into payins (${columns})
        select ${values}
        from (select * from payins where status = 'CREATED' order by seq_id desc limit 1) pattern,
          (select gen_random_uuid() as id from generate_series(1, ${count}::integer)) fresh
        returning *
      ), counted as ${countCreated('payin')}
      select id from made`.execute(db);
    return rows.map(({ id }) => id);
  });
}

/** Deposits money from the acquirer into every gate, so that the bench has no refusals for insufficient balance. */
export async function fillGates(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (db) => {
    const accounts = await db.selectFrom('gate_accounts').select(['gate_id', 'currency']).execute();
    await db.transaction().execute(async (trx) => {
      for (const { gate_id: gateId, currency } of accounts) {
        const account = { kind: 'available', gateId } as const;
        const money = { currency, amountMinor: 1_000_000_000_000n };
        const deposit = transfer({ kind: 'provider_clearing' }, account, money);
        await postMovement(trx, deposit, { orderId: null, at: new Date() });
      }
    });
  });
}

async function onDatabase<T>(
  databaseUrl: string,
  work: (db: Database['longRunning']) => Promise<T>,
): Promise<T> {
  const options = { databaseUrl, dataDirectory: '', poolSize: 1 };
  const database = await connectDatabase({ ...options, onConnectionLost: () => undefined });
  try {
    return await work(database.longRunning);
  } finally {
    await database.close();
  }
}
