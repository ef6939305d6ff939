import { limitsOf, LIMITS, RULE_OF, type AttemptLimits } from '#domain/order/attempt-limits.ts';
import { z } from 'zod';
import {
  ATTEMPT_LIMITS,
  selectAttemptLimits,
  setAttemptLimits,
} from '../../merchants/attempt-limits.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { changes, DONE, doneAnswer, NOT_FOUND, reads, type OperatorCommands } from '../command.ts';
import { countOverLimits, latestOverLimits } from '../dry-runs.ts';
import { given as givenOf } from '../input.ts';
import { compared } from '../audit/append.ts';
import { merchant, withMerchant } from '../named.ts';

const limits = z.object(ATTEMPT_LIMITS);
const limit = z.enum(LIMITS);

/** How often cards may be declined before they are refused. */
export const LIMIT_COMMANDS: OperatorCommands = {
  'limits show': reads(
    "Show a merchant's limits on attempts, and which of them it has set itself.",
    { merchant },
    async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) => {
        const own = await selectAttemptLimits(context.db, id);
        if (own === undefined) return NOT_FOUND;
        const result = limitsOf(context.limits.attempts, own);
        const dryRun = await showDryRun(context, id, result);
        return { ok: true, result: { ...result, own: Object.keys(own), ...dryRun } };
      }),
    limits.extend({
      own: z.array(z.string()),
      would_refuse: z
        .array(z.object({ limit, day: z.int(), week: z.int() }))
        .describe(
          'Of limits in a dry run: how many attempts each would have refused, in 24 hours and in 7 days.',
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
        .describe('The latest 20 of them.'),
    }),
  ),
  'limits change': changes(
    "Change a merchant's limits on attempts; options left out keep their values, and none restores the default.",
    {
      merchant,
      retry_rules: orUsual(ATTEMPT_LIMITS.retry_rules),
      card_declines_per_day: orUsual(ATTEMPT_LIMITS.card_declines_per_day),
      card_declines_per_30_days: orUsual(ATTEMPT_LIMITS.card_declines_per_30_days),
      card_testing: orUsual(ATTEMPT_LIMITS.card_testing),
      failed_cards_per_address: orUsual(ATTEMPT_LIMITS.failed_cards_per_address),
      failed_cards_per_bin: orUsual(ATTEMPT_LIMITS.failed_cards_per_bin),
      failed_cards_per_email: orUsual(ATTEMPT_LIMITS.failed_cards_per_email),
      failed_cards_per_order: orUsual(ATTEMPT_LIMITS.failed_cards_per_order),
    },
    async ({ merchant: reference, ...given }, context) =>
      withMerchant(context, reference, async (id) => {
        const own = () => selectAttemptLimits(context.db, id);
        return compared(`attempt limits of merchant ${id}`, own, async () => {
          const known = { ...(await own()), ...givenOf(given) };
          await setAttemptLimits(context.db, id, limits.partial().parse(withoutNull(known)));
          return DONE;
        });
      }),
    doneAnswer,
  ),
};

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

/** What may be left out, or be as usual again. */
function orUsual<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .optional()
    .describe(schema.description ?? '');
}

function withoutNull(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
