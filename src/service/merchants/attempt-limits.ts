import { LIMIT_MODES, type AttemptLimits, type OwnLimits } from '#domain/order/attempt-limits.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../platform/database/schema.ts';

const MOST = 100;
const count = z
  .int('must be a whole number')
  .min(1, 'must not be below 1')
  .max(MOST, `must not be above ${MOST}`);
const mode = z.enum(LIMIT_MODES);

/** The limits on attempts that a merchant may set, each with the source of its default. */
export const ATTEMPT_LIMITS = {
  retry_rules: mode.describe(
    'Whether cards that were declined too often are refused. A dry run only counts: limits show has what it would have refused. Advice not to try again always holds. Default: on, in a sandbox a dry run.',
  ),
  card_declines_per_day: count.describe(
    'How often one card may be declined in 24 hours. Default: 10, beyond which Mastercard fines (developers.tabapay.com/docs/excessive-retry-rules, 2026).',
  ),
  card_declines_per_30_days: count.describe(
    "How often one card may be declined in 30 days. Default: 15, Visa's limit (developer.worldpay.com, Raw response codes, 2026); its rules of April 2026 say 20, Mastercard's 35.",
  ),
  card_testing: mode.describe(
    'Whether a payer of too many different cards that were declined is refused: 429 on the payment page, a failed order over the interface. A dry run only counts: limits show has what it would have refused. Default: a dry run.',
  ),
  failed_cards_per_address: count.describe(
    'How many different cards of one address (IPv6: of one /64) may fail in an hour. Default: 5, the example in Visa’s best practices against account testing (as Payrix repeats them, payrix.atlassian.net, 2025).',
  ),
  failed_cards_per_bin: count.describe(
    'How many different cards that begin with the same 8 digits may fail in an hour. Default: 30; no scheme publishes a number, and one bank’s customers share these digits.',
  ),
  failed_cards_per_email: count.describe(
    'How many different cards of one e-mail may fail in 24 hours. Default: 5, the same example of Visa’s, for one account.',
  ),
  failed_cards_per_order: count.describe(
    'How many different cards may fail for one order. Default: 3, as many as a method allows by default; no scheme publishes a number.',
  ),
} as const satisfies Record<keyof AttemptLimits, z.ZodType>;

/** What a merchant has set otherwise; undefined where there is no such merchant. */
export async function selectAttemptLimits(
  db: Kysely<Tables>,
  merchantId: string,
): Promise<OwnLimits | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('attempt_limits')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  return row?.attempt_limits;
}

/** Replaces what the merchant has set otherwise. */
export async function setAttemptLimits(
  db: Kysely<Tables>,
  merchantId: string,
  limits: OwnLimits,
): Promise<void> {
  await db
    .updateTable('merchants')
    .set({ attempt_limits: JSON.stringify(limits) })
    .where('id', '=', merchantId)
    .execute();
}
