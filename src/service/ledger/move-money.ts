import type { Kysely } from 'kysely';
import { transfer, type Account } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Tables } from '../platform/database/schema.ts';
import { selectGate } from '../merchants/queries.ts';
import { post, type PostResult } from './post.ts';

export interface MoneyMove {
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
  { db, now }: { db: Kysely<Tables>; now: () => Date },
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
