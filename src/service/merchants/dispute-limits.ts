import type { DisputeLimits, OwnDisputeLimits } from '#domain/order/dispute-ratio.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../platform/database/schema.ts';

const MOST_BASIS_POINTS = 10_000;
const MOST_COUNT = 1_000_000;

function whole(most: number) {
  return z
    .int('must be a whole number')
    .min(1, 'must not be below 1')
    .max(most, `must not be above ${most}`);
}

/** From when on a merchant's disputes are too many, each with the source of its default. */
export const DISPUTE_LIMITS = {
  visa_dispute_basis_points: whole(MOST_BASIS_POINTS).describe(
    'From which part of a month’s Visa payments on the chargebacks of that month are too many, in basis points: 150 are 1.5 %. Default: 150, Visa’s limit for merchants since April 2026 (VAMP; support.checkout.com, Thresholds for disputes and fraud, 2026). Visa counts reports of fraud (TC40) beside them, which are not known here.',
  ),
  visa_dispute_count: whole(MOST_COUNT).describe(
    'With how many of them in a month Visa’s programme begins. Default: 1,500, reports of fraud included (the same source).',
  ),
  mastercard_dispute_basis_points: whole(MOST_BASIS_POINTS).describe(
    'From which part of the Mastercard payments of the month before on the chargebacks of a month are too many, in basis points. Default: 150, the least of an Excessive Chargeback Merchant (ECM; developer.paypal.com/braintree, Excessive Chargeback Program, as of October 2019 and read in 2026).',
  ),
  mastercard_dispute_count: whole(MOST_COUNT).describe(
    'With how many of them in a month Mastercard’s programme begins. Default: 100 (the same source).',
  ),
  dispute_ratio_payments: whole(MOST_COUNT).describe(
    'Of how many payments at least a ratio says something, as long as there are fewer disputes than a programme begins with. Default: 100; no scheme publishes a number.',
  ),
} as const satisfies Record<keyof DisputeLimits, z.ZodType>;

/** What is set otherwise for a merchant; undefined where there is no such merchant. */
export async function selectDisputeLimits(
  db: Kysely<Tables>,
  merchantId: string,
): Promise<OwnDisputeLimits | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('dispute_limits')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  return row?.dispute_limits;
}

/** Replaces what is set otherwise for the merchant. */
export async function setDisputeLimits(
  db: Kysely<Tables>,
  merchantId: string,
  limits: OwnDisputeLimits,
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({ dispute_limits: JSON.stringify(limits) })
    .where('id', '=', merchantId)
    .execute();
}
