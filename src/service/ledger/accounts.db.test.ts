// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payoutReserve, transfer } from '#domain/ledger/posting.ts';
import {
  AT,
  CLEARING,
  EUR,
  newAccounts,
  newMerchant,
  USD,
  type Accounts,
} from '../../../tests/support/database/ledger-accounts.ts';
import { newDatabase } from '../../../tests/support/database/new-database.ts';
import type { Database } from '../platform/database/database.ts';
import { moveMoney, openGateAccount } from './accounts.ts';
import { readBalances } from './balances.ts';

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

describe('moveMoney', () => {
  const context = () => ({ db: database.db, now: () => AT });

  it('opens the wallet, and moves money there and back', async () => {
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

  it('moves nothing of a gate that is not there', async () => {
    const move = { gateId: randomUUID(), to: 'wallet', ...EUR(1n) } as const;
    expect(await moveMoney(context(), move)).toBe('no_account');
  });

  it('neither deadlocks nor loses money where it is moved both ways at once', async () => {
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
  it('posts what the account opens with as paid in at the provider', async () => {
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

  it('posts nothing where the account opens without money', async () => {
    const { db } = database;
    const count = async () =>
      (await db.selectFrom('ledger_movements').select('id').execute()).length;
    const account = { gateId: accounts.poor, currency: 'USD', openingMinor: 0n } as const;
    const before = await count();
    await openGateAccount(db, account, AT);
    expect(await count()).toBe(before);
    expect((await accounts.amounts())['USD']?.gates).toHaveLength(2);
  });

  it('opens none at a gate that is not there', async () => {
    const gateId = randomUUID();
    const opened = openGateAccount(database.db, { gateId, currency: 'EUR', openingMinor: 1n }, AT);
    await expect(opened).rejects.toThrow(`There is no gate ${gateId}`);
  });
});

describe('readBalances', () => {
  it('has currencies in the sequence of the interface, and gates in that of their ids', async () => {
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
      // Raised by each account that was opened.
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

  it('is empty where a merchant has no account, and undefined where there is no merchant', async () => {
    expect((await readBalances(database.db, await newMerchant(database)))?.balances).toEqual([]);
    expect(await readBalances(database.db, randomUUID())).toBeUndefined();
  });
});
