// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  conversion,
  payoutReserve,
  transfer,
  type Account,
  type Movement,
} from '#domain/ledger/posting.ts';
import {
  AT,
  available,
  CLEARING,
  EUR,
  newAccounts,
  newMerchant,
  USD,
  type Accounts,
} from '../../../tests/support/database/ledger-accounts.ts';
import { newDatabase } from '../../../tests/support/database/new-database.ts';
import type { Database } from '../platform/database/database.ts';
import { postAll } from './post.ts';

let database: Database;
let remove: () => Promise<void>;
let accounts: Accounts;

beforeAll(async () => {
  ({ database, remove } = await newDatabase(4));
});
afterAll(() => remove());
beforeEach(async () => {
  accounts = await newAccounts(database);
});

/** What the ledger has of an order. */
async function entriesOf(orderId: string) {
  return database.db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
    .select(['kind', 'at', 'line', 'account', 'owner_id', 'currency', 'amount_minor'])
    .where('order_id', '=', orderId)
    .orderBy('movement_id')
    .orderBy('line')
    .execute();
}

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
    expect(await entriesOf(orderId)).toEqual([
      { ...entry, line: 0, account: 'available', amount_minor: -1_000n },
      { ...entry, line: 1, account: 'payout_reserve', amount_minor: 1_000n },
    ]);
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 0n, 1_000n, 0n]);
  });

  it('names the owner of a wallet, and none of what is our own', async () => {
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

  it('posts to an order once by each kind of movement, whatever is asked of it', async () => {
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
  ])('leaves everything as it was where there is not enough: %s', async (_, movement) => {
    await accounts.openWallet('EUR');
    await accounts.openWallet('USD');
    const before = await accounts.amounts();
    expect(await accounts.post(movement())).toBe('insufficient');
    expect(await accounts.amounts()).toEqual(before);
  });

  it('checks each wallet by its own balance', async () => {
    const others = [await newMerchant(database), await newMerchant(database)].sort();
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
  ])('says where an account is missing: %s', async (_, movement) => {
    const before = await accounts.amounts();
    expect(await accounts.post(movement())).toBe('no_account');
    expect(await accounts.amounts()).toEqual(before);
  });

  it('takes several accounts down to nothing, and not below', async () => {
    await accounts.openWallet('EUR');
    expect(
      await accounts.post(transfer(available(accounts.rich), accounts.wallet, EUR(1_000n))),
    ).toBe('posted');
    expect(
      await accounts.post(transfer(accounts.wallet, available(accounts.rich), EUR(1_000n))),
    ).toBe('posted');
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 1_000n, 0n, 0n]);
  });
});

describe('postAll', () => {
  it('posts to several orders at once, and sums up what it does to an account', async () => {
    const postings = [randomUUID(), randomUUID()].map((orderId) => ({
      movement: reserve(500n),
      orderId,
      at: AT,
    }));
    expect(await postAll(database.db, postings)).toBe('posted');
    for (const { orderId } of postings) expect(await entriesOf(orderId)).toHaveLength(2);
    expect((await accounts.amounts())['EUR']?.gates[0]).toEqual([accounts.rich, 0n, 1_000n, 0n]);
  });

  it('posts nothing where it cannot post all', async () => {
    const postings = [randomUUID(), randomUUID()].map((orderId) => ({
      movement: reserve(501n),
      orderId,
      at: AT,
    }));
    expect(await postAll(database.db, postings)).toBe('insufficient');
    for (const { orderId } of postings) expect(await entriesOf(orderId)).toEqual([]);
  });
});
