import { reads, type OperatorCommands } from '../command.ts';
import { instant, whole } from '../input.ts';
import { merchant, withMerchant } from '../named.ts';
import { overviewAnswer } from '../overview/answer.ts';
import { rangeAsked } from '../overview/range.ts';
import { showOverview } from '../overview/show-overview.ts';

const few = whole
  .refine((count) => count >= 1, { error: 'must be 1 or more' })
  .optional()
  .describe('NUMBER');

/** How payments go, by the hour or by the day. */
export const OVERVIEW_COMMANDS: OperatorCommands = {
  'overview show': reads(
    'Show how payments went: orders, volume, approval and, for all merchants, terminals; of 24 hours if nothing is said.',
    {
      merchant: merchant.optional(),
      from: instant.optional(),
      to: instant.optional(),
      hours: few,
      days: few,
    },
    async ({ merchant: reference, ...asked }, context) => {
      const range = rangeAsked(asked, context.now());
      if ('ok' in range) return range;
      if (reference === undefined) {
        return { ok: true, result: await showOverview(context, range, undefined) };
      }
      return withMerchant(context, reference, async (id) => ({
        ok: true as const,
        result: await showOverview(context, range, id),
      }));
    },
    overviewAnswer,
  ),
};
