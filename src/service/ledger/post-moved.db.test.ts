import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { disputeReserve, payinSuccess, payoutReserve, transfer } from '#domain/ledger/posting.ts';
import { sql } from 'kysely';
import { databaseForTests } from '../../../tests/support/database/database-for-tests.ts';
import { entriesOf, newGate, newMerchant } from '../../../tests/support/database/ledger.ts';
import { batchedStatement, column, type InputOf } from '../platform/database/batch.ts';
import { openGateAccount } from './accounts.ts';
import { post, postAll } from './post.ts';
import {
  creditColumns,
  postingColumns,
  RETAINED,
  CREDIT_COLUMNS,
  lockGateAccounts,
  POSTED,
  POSTING_COLUMNS,
  selectGateAccount,
  type Credit,
  type CreditColumns,
  type PostingColumns,
} from './store.ts';

const database = databaseForTests(4);
const AT = new Date('2026-03-01T12:00:00.000Z');
const DUE = new Date('2026-03-03T12:00:00.000Z');
let gate: string;
let other: string;

beforeEach(async () => {
  const { db } = database;
  const merchant = await newMerchant(db);
  gate = await newGate(db, merchant);
  other = await newGate(db, merchant);
  for (const id of [gate, other]) {
    await openGateAccount(db, { gateId: id, currency: 'EUR', openingMinor: 1_000n }, AT);
  }
});

const MOVED_COLUMNS = {
  id: column<string>('uuid'),
  gateId: column<string>('uuid'),
  currency: column<string>('text'),
  at: column<Date>('timestamptz'),
};

type Moved = InputOf<typeof MOVED_COLUMNS>;

/** The table `moved`, as in the statements that move orders. */
const MOVED = sql`moved as (select given.*, given."gateId" as gate_id from given)`;

const credits = batchedStatement<Moved & CreditColumns, { id: string }>(
  { name: 'credits_in_a_test', types: { ...MOVED_COLUMNS, ...CREDIT_COLUMNS } },
  (db, given) =>
    sql<{ id: string; position: number }>`
      with ${given.table}, ${MOVED}, ${RETAINED}, ${POSTED} select position, id from moved`.compile(
      db,
    ),
);

const reserves = batchedStatement<Moved & PostingColumns, { id: string }>(
  {
    name: 'reserves_in_a_test',
    types: { ...MOVED_COLUMNS, ...POSTING_COLUMNS },
  },
  (db, given) =>
    sql<{ id: string; position: number }>`
      with ${given.table}, ${MOVED}, ${POSTED}
      select position, id from moved`.compile(db),
);

function moved(gateId = gate): Moved {
  return { id: randomUUID(), gateId, currency: 'EUR', at: AT };
}

/** Returns a credit of 1.00: a fee of 0.10, 0.60 on hold, 0.20 rolling, and 0.10 available. */
function credit(gateId = gate): Credit {
  return {
    movement: payinSuccess({
      gateId,
      currency: 'EUR',
      amountMinor: 100n,
      paid: { currency: 'EUR', amountMinor: 100n },
      feeTotalMinor: 10n,
      holdMinor: 60n,
      rollingMinor: 20n,
    }),
    retained: [
      { bucket: 'hold', amount_minor: 60n, due_at: DUE },
      { bucket: 'rolling', amount_minor: 20n, due_at: AT },
    ],
  };
}

function reserveOf(amountMinor: bigint, gateId = gate) {
  return payoutReserve({ gateId, currency: 'EUR', amountMinor, feeTotalMinor: 0n });
}

/** Returns the available, hold and rolling balances, and the payout and dispute reserves. */
async function balance(gateId = gate): Promise<bigint[]> {
  const account = await selectGateAccount(database.db, gateId, 'EUR');
  if (account === undefined) throw new Error('The gate has no account');
  const { available_minor, hold_minor, rolling_minor, payout_reserve_minor } = account;
  return [
    available_minor,
    hold_minor,
    rolling_minor,
    payout_reserve_minor,
    account.dispute_reserve_minor,
  ];
}

describe('a credit in the statement of a payin', () => {
  it('is appended with its entries, added to the balance, and retained part by part', async () => {
    const order = moved();
    await credits(database.db, [{ ...order, ...creditColumns(credit()) }]);
    const entry = { kind: 'payin_success', at: AT, currency: 'EUR' };
    expect(await entriesOf(database.db, order.id)).toEqual([
      { ...entry, line: 0, account: 'provider_clearing', owner_id: null, amount_minor: -100n },
      { ...entry, line: 1, account: 'hold', owner_id: gate, amount_minor: 60n },
      { ...entry, line: 2, account: 'rolling', owner_id: gate, amount_minor: 20n },
      { ...entry, line: 3, account: 'available', owner_id: gate, amount_minor: 10n },
      { ...entry, line: 4, account: 'fee_income', owner_id: null, amount_minor: 10n },
    ]);
    expect(await balance()).toEqual([1_010n, 60n, 20n, 0n, 0n]);
    const retained = await database.db
      .selectFrom('retentions')
      .selectAll()
      .where('payin_id', '=', order.id)
      .orderBy('bucket')
      .execute();
    const retention = { payin_id: order.id, gate_id: gate, currency: 'EUR', released_at: null };
    expect(retained).toMatchObject([
      { ...retention, bucket: 'hold', amount_minor: 60n, due_at: DUE },
      { ...retention, bucket: 'rolling', amount_minor: 20n, due_at: AT },
    ]);
  });

  it('changes an account once for several orders, and not for one without a credit', async () => {
    const orders = [moved(), moved(), moved(other), moved()];
    const [first, second, third, without] = orders;
    await credits(
      database.db,
      orders.map((order) => ({
        ...order,
        ...creditColumns(order === without ? undefined : credit(order.gateId)),
      })),
    );
    expect(await balance()).toEqual([1_020n, 120n, 40n, 0n, 0n]);
    expect(await balance(other)).toEqual([1_010n, 60n, 20n, 0n, 0n]);
    const lines = orders.map(async ({ id }) => (await entriesOf(database.db, id)).length);
    expect(await Promise.all(lines)).toEqual([first, second, third].map(() => 5).concat(0));
  });

  it('has empty columns if there is none', () => {
    expect(creditColumns(undefined)).toEqual({
      movement: null,
      available: 0n,
      hold: 0n,
      rolling: 0n,
      payout_reserve: 0n,
      refund_reserve: 0n,
      dispute_reserve: 0n,
      accounts: [],
      owners: [],
      currencies: [],
      amounts: [],
      buckets: [],
      retainedMinor: [],
      dueAt: [],
    });
  });
});

describe('a reserve in the statement of a payout', () => {
  it('moves available money to the reserve, and nothing else', async () => {
    const order = moved();
    await reserves(database.db, [{ ...order, ...postingColumns(reserveOf(400n)) }]);
    expect(await balance()).toEqual([600n, 0n, 0n, 400n, 0n]);
    expect(await entriesOf(database.db, order.id)).toHaveLength(2);
  });

  it('is of one account: a movement between two gates has no columns', () => {
    const between = transfer(
      { kind: 'available', gateId: gate },
      { kind: 'available', gateId: other },
      { currency: 'EUR', amountMinor: 5n },
    );
    expect(() => postingColumns(between)).toThrow('changes one account');
    const outside = transfer(
      { kind: 'provider_clearing' },
      { kind: 'fee_income' },
      { currency: 'EUR', amountMinor: 5n },
    );
    expect(() => postingColumns(outside)).toThrow('changes one account');
  });
});

describe("a dispute's reserve", () => {
  const reserve = (amountMinor: bigint) =>
    disputeReserve({
      gateId: gate,
      currency: 'EUR',
      amountMinor,
      feeMinor: 0n,
      disputed: { currency: 'EUR', amountMinor },
    });

  it('may take the balance below zero', async () => {
    expect(await post(database.db, reserve(1_500n), { orderId: randomUUID(), at: AT })).toBe(
      'posted',
    );
    expect(await balance()).toEqual([-500n, 0n, 0n, 0n, 1_500n]);
  });

  it('may not do so if the same posting takes money for something else', async () => {
    const postings = [reserve(1_500n), reserveOf(1n)].map((movement) => ({
      movement,
      orderId: randomUUID(),
      at: AT,
    }));
    expect(await postAll(database.db, postings)).toBe('insufficient');
    expect(await balance()).toEqual([1_000n, 0n, 0n, 0n, 0n]);
  });
});

describe('accounts of gates', () => {
  it('are locked by gate and currency, if they exist', async () => {
    await openGateAccount(database.db, { gateId: gate, currency: 'USD', openingMinor: 0n }, AT);
    const locked = await database.db.transaction().execute((trx) =>
      lockGateAccounts(trx, [
        { gateId: other, currency: 'EUR' },
        { gateId: gate, currency: 'USD' },
        { gateId: other, currency: 'USD' },
        { gateId: gate, currency: 'EUR' },
      ]),
    );
    expect(locked.map(({ gate_id, currency }) => [gate_id, currency])).toEqual([
      [gate, 'EUR'],
      [gate, 'USD'],
      [other, 'EUR'],
    ]);
  });

  it('are not read if none is requested', async () => {
    expect(await lockGateAccounts(database.db, [])).toEqual([]);
  });

  it('are read by gate and currency', async () => {
    expect(await selectGateAccount(database.db, gate, 'EUR')).toMatchObject({ gate_id: gate });
    expect(await selectGateAccount(database.db, gate, 'USD')).toBeUndefined();
    expect(await selectGateAccount(database.db, randomUUID(), 'EUR')).toBeUndefined();
  });
});
