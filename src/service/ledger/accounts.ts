import { transfer, type Account } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { selectGate } from '../merchants/queries.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { post, type PostResult } from './post.ts';

/**
 * Gives a gate an account in a currency, without which its methods in that currency are of no use.
 * Money that it opens with was paid in at the provider, and is posted as such.
 */
export async function openGateAccount(
  db: Db,
  account: { gateId: string; currency: Currency; openingMinor: bigint },
  at: Date,
): Promise<void> {
  const { gateId, currency, openingMinor } = account;
  const gate = await selectGate(db, gateId);
  if (gate === undefined) throw new Error(`There is no gate ${gateId}`);
  await changeSettings(db, gate.merchant_id, async (trx) => {
    await trx.insertInto('gate_accounts').values({ gate_id: gateId, currency }).execute();
    if (openingMinor === 0n) return;
    const opening = transfer(
      { kind: 'provider_clearing' },
      { kind: 'available', gateId },
      { currency, amountMinor: openingMinor },
    );
    await post(trx, opening, { orderId: null, at });
  });
}

interface MoneyMove {
  gateId: string;
  to: 'wallet' | 'gate';
  currency: Currency;
  amountMinor: bigint;
}

/**
 * The operator moves money between a gate and the wallet of the gate's merchant.
 *
 * Locks the gate's account and the wallet.
 */
export async function moveMoney(
  { db, now }: { db: Db; now: () => Date },
  { gateId, to, currency, amountMinor }: MoneyMove,
): Promise<PostResult> {
  return inTransaction(db, async (trx) => {
    const gate = await selectGate(trx, gateId);
    if (gate === undefined) return 'no_account';
    const merchantId = gate.merchant_id;
    await trx
      .insertInto('wallets')
      .values({ merchant_id: merchantId, currency })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const available: Account = { kind: 'available', gateId };
    const wallet: Account = { kind: 'wallet', merchantId };
    const money = { currency, amountMinor };
    const movement =
      to === 'wallet' ? transfer(available, wallet, money) : transfer(wallet, available, money);
    return post(trx, movement, { orderId: null, at: now() });
  });
}
