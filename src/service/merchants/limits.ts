import { LIMIT_MODES, type AttemptLimits } from '#domain/order/attempt-limits.ts';
import type { DisputeLimits } from '#domain/dispute/ratio.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db, MerchantTable } from '../platform/database/schema.ts';

const MOST_ATTEMPTS = 100;
const MOST_BASIS_POINTS = 10_000;
const MOST_DISPUTES = 1_000_000;

function whole(most: number) {
  return z
    .int('must be a whole number')
    .min(1, 'must not be below 1')
    .max(most, `must not be above ${most}`);
}

const count = whole(MOST_ATTEMPTS);
const mode = z.enum(LIMIT_MODES);

/** The attempt limits that a merchant may set. Each description gives the source of its default. */
export const ATTEMPT_LIMITS = {
  retry_rules: mode.describe(
    "Whether to refuse cards that were declined too often. A dry run only counts; limits show lists what it would have refused. A card scheme's advice not to try again always applies. Default: on; in a sandbox, a dry run.",
  ),
  card_declines_per_day: count.describe(
    'Maximum declines of one card in 24 hours. Default: 10; Mastercard charges a fee above it (developers.tabapay.com/docs/excessive-retry-rules, 2026).',
  ),
  card_declines_per_30_days: count.describe(
    "Maximum declines of one card in 30 days. Default: 15, Visa's limit (developer.worldpay.com, Raw response codes, 2026); its rules of April 2026 say 20, Mastercard's 35.",
  ),
  card_testing: mode.describe(
    'Whether to refuse a payer who had too many different cards declined: with 429 on the payment page, with a failed order over the API. A dry run only counts; limits show lists what it would have refused. Default: a dry run.',
  ),
  failed_cards_per_address: count.describe(
    'Maximum different cards from one address (IPv6: one /64) that may fail in an hour. Default: 5, the example in Visa’s best practices against account testing (as Payrix repeats them, payrix.atlassian.net, 2025).',
  ),
  failed_cards_per_bin: count.describe(
    'Maximum different cards with the same first 8 digits that may fail in an hour. Default: 30; no scheme publishes a number, and one bank’s customers share these digits.',
  ),
  failed_cards_per_email: count.describe(
    'Maximum different cards with one e-mail that may fail in 24 hours. Default: 5, the example for one account in the same source.',
  ),
  failed_cards_per_order: count.describe(
    'Maximum different cards that may fail for one order, or by one link within an hour. Default: 3, like the attempts of a method; no scheme publishes a number.',
  ),
} as const satisfies Record<keyof AttemptLimits, z.ZodType>;

/** The limits at which a merchant's disputes become too many. Each description gives the source of its default. */
export const DISPUTE_LIMITS = {
  visa_dispute_basis_points: whole(MOST_BASIS_POINTS).describe(
    'Limit for chargebacks in a month as a share of that month’s Visa payments, in basis points: 150 are 1.5 %. Default: 150, Visa’s limit for merchants since April 2026 (VAMP; support.checkout.com, Thresholds for disputes and fraud, 2026). Visa also counts fraud reports (TC40), which are unknown here.',
  ),
  visa_dispute_count: whole(MOST_DISPUTES).describe(
    'Minimum chargebacks in a month for Visa’s programme. Default: 1,500, with fraud reports (the same source).',
  ),
  mastercard_dispute_basis_points: whole(MOST_BASIS_POINTS).describe(
    'Limit for chargebacks in a month as a share of the Mastercard payments of the month before, in basis points. Default: 150, the minimum for an Excessive Chargeback Merchant (ECM; developer.paypal.com/braintree, Excessive Chargeback Program, as of October 2019 and read in 2026).',
  ),
  mastercard_dispute_count: whole(MOST_DISPUTES).describe(
    'Minimum chargebacks in a month for Mastercard’s programme. Default: 100 (the same source).',
  ),
  dispute_ratio_payments: whole(MOST_DISPUTES).describe(
    'Minimum payments to evaluate a ratio while there are fewer chargebacks than the programme’s minimum. Default: 100; no scheme publishes a number.',
  ),
} as const satisfies Record<keyof DisputeLimits, z.ZodType>;

/** One merchant's overrides of the defaults. */
type OwnLimits = Pick<Selectable<MerchantTable>, 'attempt_limits' | 'dispute_limits'>;

/** @returns undefined for an unknown merchant */
export async function selectLimits(db: Db, merchantId: string): Promise<OwnLimits | undefined> {
  return db
    .selectFrom('merchants')
    .select(['attempt_limits', 'dispute_limits'])
    .where('id', '=', merchantId)
    .executeTakeFirst();
}

/** Replaces the merchant's overrides. */
export async function setLimits(
  db: Db,
  merchantId: string,
  { attempt_limits: attempts, dispute_limits: disputes }: OwnLimits,
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({ attempt_limits: JSON.stringify(attempts), dispute_limits: JSON.stringify(disputes) })
    .where('id', '=', merchantId)
    .execute();
}
