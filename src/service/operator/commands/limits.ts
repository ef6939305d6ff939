import { limitsOf, LIMITS, RULE_OF, type AttemptLimits } from '#domain/order/attempt-limits.ts';
import { disputeLimitsOf } from '#domain/dispute/ratio.ts';
import { z } from 'zod';
import { ATTEMPT_LIMITS, DISPUTE_LIMITS, selectLimits, setLimits } from '../../merchants/limits.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { DONE, doneAnswer, NOT_FOUND } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { countOverLimits, latestOverLimits } from '../dry-runs.ts';
import { given as givenOf } from '../input.ts';
import { compared } from '../audit/append.ts';
import { merchant, withMerchant } from '../named.ts';

const attemptLimits = z.object(ATTEMPT_LIMITS);
const disputeLimits = z.object(DISPUTE_LIMITS);
const limit = z.enum(LIMITS);

/**
 * Commands for a merchant's limits: how often cards may be declined before attempts are refused, and the dispute ratios
 * that count as too high.
 */
export const LIMIT_COMMANDS = {
  'limits show': query({
    summary:
      "Show a merchant's limits on attempts and disputes, and which ones override the defaults.",
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant },
    answer: z.object({
      ...ATTEMPT_LIMITS,
      ...DISPUTE_LIMITS,
      own: z.array(z.string()),
      would_refuse: z
        .array(z.object({ limit, day: z.int(), week: z.int() }))
        .describe(
          'For each limit in a dry run, the attempts that it would have refused in 24 hours and in 7 days.',
        ),
      attempts: z
        .array(
          z.object({
            order_id: z.uuid(),
            attempt_id: z.uuid(),
            limits: z.array(limit),
            created_at: z.iso.datetime(),
          }),
        )
        .describe('The latest 20 such attempts.'),
    }),
    run: async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) => {
        const found = await selectLimits(context.db, id);
        if (found === undefined) return NOT_FOUND;
        const { attempt_limits: attempts, dispute_limits: disputes } = found;
        const limits = limitsOf(context.limits.attempts, attempts);
        const own = [...Object.keys(attempts), ...Object.keys(disputes)];
        const dryRun = await showDryRun(context, id, limits);
        return { ok: true, result: { ...limits, ...disputeLimitsOf(disputes), own, ...dryRun } };
      }),
  }),
  'limits change': change({
    summary:
      "Change a merchant's limits on attempts and disputes; options left out keep their values; none restores the default.",
    roles: ['admin'],
    input: {
      merchant,
      retry_rules: orUsual(ATTEMPT_LIMITS.retry_rules),
      card_declines_per_day: orUsual(ATTEMPT_LIMITS.card_declines_per_day),
      card_declines_per_30_days: orUsual(ATTEMPT_LIMITS.card_declines_per_30_days),
      card_testing: orUsual(ATTEMPT_LIMITS.card_testing),
      failed_cards_per_address: orUsual(ATTEMPT_LIMITS.failed_cards_per_address),
      failed_cards_per_bin: orUsual(ATTEMPT_LIMITS.failed_cards_per_bin),
      failed_cards_per_email: orUsual(ATTEMPT_LIMITS.failed_cards_per_email),
      failed_cards_per_order: orUsual(ATTEMPT_LIMITS.failed_cards_per_order),
      visa_dispute_basis_points: orUsual(DISPUTE_LIMITS.visa_dispute_basis_points),
      visa_dispute_count: orUsual(DISPUTE_LIMITS.visa_dispute_count),
      mastercard_dispute_basis_points: orUsual(DISPUTE_LIMITS.mastercard_dispute_basis_points),
      mastercard_dispute_count: orUsual(DISPUTE_LIMITS.mastercard_dispute_count),
      dispute_ratio_payments: orUsual(DISPUTE_LIMITS.dispute_ratio_payments),
    },
    answer: doneAnswer,
    run: async ({ merchant: reference, ...given }, { db }) =>
      withMerchant({ db }, reference, async (id) => {
        const own = async () => {
          const found = await selectLimits(db, id);
          return { ...found?.attempt_limits, ...found?.dispute_limits };
        };
        return compared(`limits of merchant ${id}`, own, async () => {
          const known = withoutNull({ ...(await own()), ...givenOf(given) });
          // Each schema keeps its own members.
          await setLimits(db, id, {
            attempt_limits: attemptLimits.partial().parse(known),
            dispute_limits: disputeLimits.partial().parse(known),
          });
          return DONE;
        });
      }),
  }),
} satisfies OperatorCommands;

async function showDryRun(
  { longRunning, now }: Pick<ServiceContext, 'longRunning' | 'now'>,
  merchantId: string,
  limitsNow: AttemptLimits,
) {
  const inDryRun = LIMITS.filter((each) => limitsNow[RULE_OF[each]] === 'dry_run');
  if (inDryRun.length === 0) return { would_refuse: [], attempts: [] };
  const counted = await countOverLimits(longRunning, merchantId, now());
  const latest = await latestOverLimits(longRunning, merchantId, now());
  return {
    would_refuse: inDryRun.map(
      (each) => counted.find((known) => known.limit === each) ?? { limit: each, day: 0, week: 0 },
    ),
    attempts: latest.map((attempt) => ({
      ...attempt,
      created_at: attempt.created_at.toISOString(),
    })),
  };
}

/** Makes an option optional, and nullable: null restores the default. */
function orUsual<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .optional()
    .describe(schema.description ?? '');
}

function withoutNull(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
