// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  conversion,
  payoutReserve,
  transfer,
  type Account,
  type Movement,
} from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { entriesOf, newGate, newMerchant } from '../../../tests/support/database/ledger.ts';
import { watchStatements } from '../../../tests/support/database/watch-statements.ts';
import { databaseForTests } from '../../../tests/support/database/database-for-tests.ts';
import type { Database } from '../platform/database/database.ts';
import { moveMoney, openGateAccount } from './accounts.ts';
import { readBalances } from './balances.ts';
import { post, postAll } from './post.ts';

const database = databaseForTests(4);
let accounts: Accounts;
beforeEach(async () => {
  accounts = await newAccounts(database);
});

const AT = new Date('2026-03-01T12:00:00.000Z');

function EUR(amountMinor: bigint) {
  return { currency: 'EUR', amountMinor } as const;
}

function USD(amountMinor: bigint) {
  return { currency: 'USD', amountMinor } as const;
}

const CLEARING: Account = { kind: 'provider_clearing' };

function available(gateId: string): Account {
  return { kind: 'available', gateId };
}

/**
 * Creates a merchant with two gates: `rich` has 10.00 EUR and an empty USD account, `poor` an empty EUR account.
 */
async function newAccounts(database: Pick<Database, 'db'>) {
  const { db } = database;
  const merchantId = await newMerchant(db);
  const rich = await newGate(db, merchantId);
  const poor = await newGate(db, merchantId);
  await openGateAccount(db, { gateId: rich, currency: 'EUR', openingMinor: 1_000n }, AT);
  await openGateAccount(db, { gateId: rich, currency: 'USD', openingMinor: 0n }, AT);
  await openGateAccount(db, { gateId: poor, currency: 'EUR', openingMinor: 0n }, AT);
  return {
    merchantId,
    rich,
    poor,
    wallet: { kind: 'wallet', merchantId } as const,
    post: (movement: Movement, orderId: string | null = null) =>
      post(db, movement, { orderId, at: AT }),
    async openWallet(currency: Currency, owner = merchantId) {
      await db.insertInto('wallets').values({ merchant_id: owner, currency }).execute();
    },
    /** Returns, by currency, the wallet's balance and each gate's id, available, hold and rolling balances. */
    async amounts() {
      const found = await readBalances(db, merchantId);
      return Object.fromEntries(
        (found?.balances ?? []).map(({ currency, walletMinor, gates: ofGates }) => [
          currency,
          {
            wallet: walletMinor,
            gates: ofGates.map(({ gateId, availableMinor, holdMinor, rollingMinor }) => [
              gateId,
              availableMinor,
              holdMinor,
              rollingMinor,
            ]),
          },
        ]),
      );
    },
  };
}

type Accounts = Awaited<ReturnType<typeof newAccounts>>;

function reserve(amountMinor: bigint) {
  return payoutReserve({ gateId: accounts.rich, ...EUR(amountMinor), feeTotalMinor: 0n });
}

function wallet(owner: string): Account {
  return { kind: 'wallet', merchantId: owner };
}

describe('post', () => {
  it('appends the movement with its entries, and changes the balance', async () => {
    const orderId = randomUUID();
    expect(await accounts.post(reserve(1_000n), orderId)).toBe('posted');
    const entry = { kind: 'payout_reserve', at: AT, owner_id: accounts.rich, currency: 'EUR' };
    expect(await entriesOf(database.db, orderId)).toEqual([
      { ...entry, line: 0, account: 'available', amount_minor: -1_000n },
      { ...entry, line: 1, account: 'payout_reserve', amount_minor: 1_000n },
    ]);
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 0n, 1_000n, 0n]);
  });

  it("names the owner of a wallet, and none for the operator's own accounts", async () => {
    await accounts.openWallet('EUR');
    await accounts.post(transfer(CLEARING, accounts.wallet, EUR(5n)));
    const entries = await database.db
      .selectFrom('ledger_entries')
      .select(['account', 'owner_id'])
      .where('movement_id', '=', (db) =>
        db
          .selectFrom('ledger_entries')
          .select('movement_id')
          .where('owner_id', '=', accounts.merchantId),
      )
      .orderBy('line')
      .execute();
    expect(entries).toEqual([
      { account: 'provider_clearing', owner_id: null },
      { account: 'wallet', owner_id: accounts.merchantId },
    ]);
    expect((await accounts.amounts())['EUR']?.wallet).toBe(5n);
  });

  it('refuses a movement that is off balance', async () => {
    const entries = [{ account: available(accounts.rich), ...EUR(1n) }];
    await expect(accounts.post({ kind: 'transfer', entries })).rejects.toThrow('off balance');
  });

  it('posts each kind of movement to an order only once', async () => {
    const orderId = randomUUID();
    expect(await accounts.post(reserve(100n), orderId)).toBe('posted');
    await expect(accounts.post(reserve(100n), orderId)).rejects.toThrow('ledger_movements_once');
  });

  it.each<[from: string, movement: () => Movement]>([
    ['one account', () => reserve(1_001n)],
    [
      'a gate, to another',
      () => transfer(available(accounts.poor), available(accounts.rich), EUR(1n)),
    ],
    [
      'a gate, in another currency',
      () => conversion(available(accounts.rich), USD(1n), available(accounts.rich), EUR(1n)),
    ],
    ['a gate, to a wallet', () => transfer(available(accounts.rich), accounts.wallet, EUR(1_001n))],
    ['a wallet, to a gate', () => transfer(accounts.wallet, available(accounts.rich), EUR(1n))],
    [
      'a wallet, in another currency',
      () => conversion(accounts.wallet, USD(1n), accounts.wallet, EUR(1n)),
    ],
  ])('changes nothing if there is not enough: %s', async (_, movement) => {
    await accounts.openWallet('EUR');
    await accounts.openWallet('USD');
    const before = await accounts.amounts();
    expect(await accounts.post(movement())).toBe('insufficient');
    expect(await accounts.amounts()).toEqual(before);
  });

  it('checks each wallet by its own balance', async () => {
    const others = [await newMerchant(database.db), await newMerchant(database.db)].sort();
    const [first = '', second = ''] = others;
    for (const owner of others) await accounts.openWallet('EUR', owner);
    await accounts.post(transfer(CLEARING, wallet(first), EUR(5n)));
    expect(await accounts.post(transfer(wallet(second), wallet(first), EUR(1n)))).toBe(
      'insufficient',
    );
    expect(await accounts.post(transfer(wallet(first), wallet(second), EUR(5n)))).toBe('posted');
  });

  it('checks a wallet by its own currency', async () => {
    await accounts.openWallet('EUR');
    await accounts.openWallet('USD');
    await accounts.post(transfer(CLEARING, accounts.wallet, EUR(5n)));
    const [euros, dollars] = [EUR(1n), USD(1n)];
    expect(await accounts.post(conversion(accounts.wallet, dollars, accounts.wallet, euros))).toBe(
      'insufficient',
    );
    expect(await accounts.post(conversion(accounts.wallet, euros, accounts.wallet, dollars))).toBe(
      'posted',
    );
  });

  it.each<[what: string, movement: () => Movement]>([
    ['one account', () => transfer(CLEARING, available(randomUUID()), EUR(1n))],
    ['a gate', () => transfer(available(accounts.rich), available(randomUUID()), EUR(1n))],
    ['a wallet', () => transfer(available(accounts.rich), accounts.wallet, EUR(1n))],
    [
      'the account in a currency',
      () => transfer(available(accounts.poor), available(accounts.rich), USD(1n)),
    ],
  ])('reports a missing account: %s', async (_, movement) => {
    const before = await accounts.amounts();
    expect(await accounts.post(movement())).toBe('no_account');
    expect(await accounts.amounts()).toEqual(before);
  });

  it('debits several accounts to zero, and not below', async () => {
    await accounts.openWallet('EUR');
    expect(
      await accounts.post(transfer(available(accounts.rich), accounts.wallet, EUR(1_000n))),
    ).toBe('posted');
    expect(
      await accounts.post(transfer(accounts.wallet, available(accounts.rich), EUR(1_000n))),
    ).toBe('posted');
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 1_000n, 0n, 0n]);
  });

  it('locks, evaluates and changes two accounts in one statement', async () => {
    const statements: string[] = [];
    const unwatch = watchStatements((text) => {
      if (text.includes('gate_accounts')) statements.push(text);
    });
    const move = transfer(available(accounts.rich), available(accounts.poor), EUR(1n));
    const result = await accounts.post(move).finally(unwatch);
    expect(result).toBe('posted');
    expect(statements).toHaveLength(1);
  });

  it('neither deadlocks nor overdraws when two gates pay each other at once', async () => {
    const [rich, poor] = [available(accounts.rich), available(accounts.poor)];
    const ways = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? transfer(rich, poor, EUR(90n)) : transfer(poor, rich, EUR(100n)),
    );
    const results = await Promise.all(ways.map((movement) => accounts.post(movement)));
    const posted = (way: number) =>
      BigInt(results.filter((result, index) => result === 'posted' && index % 2 === way).length);
    const moved = 90n * posted(0) - 100n * posted(1);
    expect(moved).toBeGreaterThanOrEqual(0n);
    expect((await accounts.amounts())['EUR']?.gates).toEqual([
      [accounts.rich, 1_000n - moved, 0n, 0n],
      [accounts.poor, moved, 0n, 0n],
    ]);
  });
});

describe('postAll', () => {
  it('posts to several orders at once, and adds up the changes of an account', async () => {
    const postings = [randomUUID(), randomUUID()].map((orderId) => ({
      movement: reserve(500n),
      orderId,
      at: AT,
    }));
    expect(await postAll(database.db, postings)).toBe('posted');
    for (const { orderId } of postings)
      expect(await entriesOf(database.db, orderId)).toHaveLength(2);
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 0n, 1_000n, 0n]);
  });

  it('posts nothing if it cannot post all', async () => {
    const postings = [randomUUID(), randomUUID()].map((orderId) => ({
      movement: reserve(501n),
      orderId,
      at: AT,
    }));
    expect(await postAll(database.db, postings)).toBe('insufficient');
    for (const { orderId } of postings) expect(await entriesOf(database.db, orderId)).toEqual([]);
  });
});

describe('moveMoney', () => {
  const context = () => ({ db: database.db, now: () => AT });

  it('opens the wallet, and moves money to it and back', async () => {
    const move = { gateId: accounts.rich, ...EUR(300n) };
    expect(await moveMoney(context(), { ...move, to: 'wallet' })).toBe('posted');
    expect((await accounts.amounts())['EUR']).toMatchObject({
      wallet: 300n,
      gates: [
        [accounts.rich, 700n, 0n, 0n],
        [accounts.poor, 0n, 0n, 0n],
      ],
    });
    expect(await moveMoney(context(), { ...move, to: 'gate' })).toBe('posted');
    expect((await accounts.amounts())['EUR']).toMatchObject({ wallet: 0n });
    expect(await moveMoney(context(), { ...move, to: 'gate' })).toBe('insufficient');
  });

  it('moves nothing for an unknown gate', async () => {
    const move = { gateId: randomUUID(), to: 'wallet', ...EUR(1n) } as const;
    expect(await moveMoney(context(), move)).toBe('no_account');
  });

  it('neither deadlocks nor loses money when it is moved both ways at once', async () => {
    const move = (to: 'wallet' | 'gate') =>
      moveMoney(context(), { gateId: accounts.rich, to, ...EUR(10n) });
    expect(await move('wallet')).toBe('posted');
    const ways = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'wallet' : 'gate'));
    const results = await Promise.all(ways.map(move));
    const toWallet = ways.reduce((sum, way, index) => {
      if (results[index] !== 'posted') return sum;
      return way === 'wallet' ? sum + 10n : sum - 10n;
    }, 10n);
    expect((await accounts.amounts())['EUR']).toMatchObject({
      wallet: toWallet,
      gates: [
        [accounts.rich, 1_000n - toWallet, 0n, 0n],
        [accounts.poor, 0n, 0n, 0n],
      ],
    });
  });
});

describe('openGateAccount', () => {
  it('posts the opening balance as paid in at the acquirer', async () => {
    const movements = await database.db
      .selectFrom('ledger_movements')
      .innerJoin('ledger_entries', 'movement_id', 'ledger_movements.id')
      .select(['kind', 'order_id', 'at', 'account', 'amount_minor'])
      .where('movement_id', 'in', (db) =>
        db.selectFrom('ledger_entries').select('movement_id').where('owner_id', '=', accounts.rich),
      )
      .orderBy('line')
      .execute();
    const movement = { kind: 'transfer', order_id: null, at: AT };
    expect(movements).toEqual([
      { ...movement, account: 'provider_clearing', amount_minor: -1_000n },
      { ...movement, account: 'available', amount_minor: 1_000n },
    ]);
  });

  it('posts nothing if the account opens without money', async () => {
    const { db } = database;
    const count = async () =>
      (await db.selectFrom('ledger_movements').select('id').execute()).length;
    const account = { gateId: accounts.poor, currency: 'USD', openingMinor: 0n } as const;
    const before = await count();
    await openGateAccount(db, account, AT);
    expect(await count()).toBe(before);
    expect((await accounts.amounts())['USD']?.gates).toHaveLength(2);
  });

  it('opens none for an unknown gate', async () => {
    const gateId = randomUUID();
    const opened = openGateAccount(database.db, { gateId, currency: 'EUR', openingMinor: 1n }, AT);
    await expect(opened).rejects.toThrow(`There is no gate ${gateId}`);
  });
});

describe('readBalances', () => {
  it("returns currencies in the API's order, and gates in order of id", async () => {
    await accounts.openWallet('USD');
    await accounts.post(transfer(CLEARING, accounts.wallet, USD(7n)));
    const reserved = payoutReserve({ gateId: accounts.rich, ...EUR(200n), feeTotalMinor: 0n });
    await accounts.post(reserved, randomUUID());
    await database.db
      .updateTable('gate_accounts')
      .set({ hold_minor: 30n, rolling_minor: 4n })
      .where('gate_id', '=', accounts.poor)
      .execute();
    expect(await readBalances(database.db, accounts.merchantId)).toEqual({
      // Each account opened raises it by one.
      configVersion: 4n,
      balances: [
        {
          currency: 'USD',
          walletMinor: 7n,
          gates: [{ gateId: accounts.rich, availableMinor: 0n, holdMinor: 0n, rollingMinor: 0n }],
        },
        {
          currency: 'EUR',
          walletMinor: 0n,
          gates: [
            { gateId: accounts.rich, availableMinor: 800n, holdMinor: 200n, rollingMinor: 0n },
            { gateId: accounts.poor, availableMinor: 0n, holdMinor: 30n, rollingMinor: 4n },
          ],
        },
      ],
    });
  });

  it('is empty for a merchant without accounts, and undefined for an unknown merchant', async () => {
    expect((await readBalances(database.db, await newMerchant(database.db)))?.balances).toEqual([]);
    expect(await readBalances(database.db, randomUUID())).toBeUndefined();
  });
});
