import { transfer, type Account } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { selectGate } from '../merchants/queries.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { post, type PostResult } from './post.ts';

/**
 * Opens an account for a gate in a currency; the gate's methods in that currency do not work without one.
 * Posts an opening balance as money paid in at the acquirer.
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
    await openEmptyAccounts(trx, [{ gate_id: gateId, currency }]);
    if (openingMinor === 0n) return;
    const opening = transfer(
      { kind: 'provider_clearing' },
      { kind: 'available', gateId },
      { currency, amountMinor: openingMinor },
    );
    await post(trx, opening, { orderId: null, at });
  });
}

/** Opens accounts of gates without money, in a change of their merchant's settings. `db` may be a statement's beginning. */
export async function openEmptyAccounts(
  db: Pick<Db, 'insertInto'>,
  accounts: readonly { gate_id: string; currency: Currency }[],
): Promise<void> {
  await db.insertInto('gate_accounts').values(accounts).execute();
}

interface MoneyMove {
  gateId: string;
  to: 'wallet' | 'gate';
  currency: Currency;
  amountMinor: bigint;
}

/**
 * Moves money between a gate and its merchant's wallet, for the operator. Opens the wallet if there is none in the
 * currency.
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
