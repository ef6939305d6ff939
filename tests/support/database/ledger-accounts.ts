/** Accounts of the ledger, in a database in which no service runs. */
import { randomUUID } from 'node:crypto';
import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { openGateAccount } from '#service/ledger/accounts.ts';
import { post } from '#service/ledger/post.ts';
import { readBalances } from '#service/ledger/balances.ts';
import type { Database } from '#service/platform/database/database.ts';

export const AT = new Date('2026-03-01T12:00:00.000Z');

export function EUR(amountMinor: bigint) {
  return { currency: 'EUR', amountMinor } as const;
}

export function USD(amountMinor: bigint) {
  return { currency: 'USD', amountMinor } as const;
}

export const CLEARING: Account = { kind: 'provider_clearing' };

export function available(gateId: string): Account {
  return { kind: 'available', gateId };
}

export async function newMerchant({ db }: Pick<Database, 'db'>): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('merchants')
    .values({ id, name: id, webhook_secret_sealed: Buffer.alloc(1), created_at: AT })
    .execute();
  return id;
}

/** Their ids have the sequence in which they are made, and so have their accounts. */
let gates = 0;

async function newGate({ db }: Pick<Database, 'db'>, merchantId: string): Promise<string> {
  gates += 1;
  const id = `00000000-0000-7000-8000-${gates.toString(16).padStart(12, '0')}`;
  await db.insertInto('gates').values({ id, merchant_id: merchantId, name: id }).execute();
  return id;
}

/** A merchant with a gate that has 10.00 EUR and no USD, and one that has no money at all. */
export async function newAccounts(database: Pick<Database, 'db'>) {
  const { db } = database;
  const merchantId = await newMerchant(database);
  const rich = await newGate(database, merchantId);
  const poor = await newGate(database, merchantId);
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
    /** By currency: the wallet's, and of each gate its id, what is available, in hold, and rolled. */
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

export type Accounts = Awaited<ReturnType<typeof newAccounts>>;
