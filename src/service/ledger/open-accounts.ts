import type { Kysely } from 'kysely';
import { transfer } from '#domain/ledger/posting.ts';
import type { Currency } from '#domain/money.ts';
import type { Tables } from '../platform/database/schema.ts';
import { changeSettings } from '../merchants/change-settings.ts';
import { selectGate } from '../merchants/queries.ts';
import { post } from './post.ts';

/**
 * Gives a gate an account in a currency, without which its methods in that currency are of no use.
 * Money that it opens with was paid in at the provider, and is posted as such.
 */
export async function openGateAccount(
  db: Kysely<Tables>,
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
