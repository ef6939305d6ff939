import { limitsOf } from '#domain/order/attempt-limits.ts';
import { z } from 'zod';
import {
  ATTEMPT_LIMITS,
  selectAttemptLimits,
  setAttemptLimits,
} from '../../merchants/attempt-limits.ts';
import { changes, DONE, doneAnswer, foundOr, reads, type OperatorCommands } from '../command.ts';
import { given as givenOf } from '../input.ts';
import { compared } from '../audit/append.ts';
import { merchant, withMerchant } from '../named.ts';

const limits = z.object(ATTEMPT_LIMITS);

/** How often cards may be declined before they are refused. */
export const LIMIT_COMMANDS: OperatorCommands = {
  'limits show': reads(
    "Show a merchant's limits on attempts, and which of them it has set itself.",
    { merchant },
    async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) => {
        const own = await selectAttemptLimits(context.db, id);
        return foundOr(own && { ...limitsOf(context.limits.attempts, own), own: Object.keys(own) });
      }),
    limits.extend({ own: z.array(z.string()) }),
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
