import { z } from 'zod';
import { isRefused, NOT_FOUND } from '../answer.ts';
import { reads, type OperatorCommands } from '../command.ts';
import { instant, whole } from '../input.ts';
import { merchant, withMerchantOrAll } from '../named.ts';
import { lists } from '../lists.ts';
import { overviewAnswer, terminalHealth } from '../overview/answer.ts';
import { GROUPINGS } from '../overview/conversion.ts';
import { rangeAsked } from '../overview/range.ts';
import { readOverview } from '../overview/overview.ts';
import { listHealth } from '../overview/terminals.ts';

const NAME_MAX = 80;

const few = whole.min(1, 'must be 1 or more').optional();

/** Commands for statistics on payments, by the hour or by the day. */
export const OVERVIEW_COMMANDS: OperatorCommands = {
  'overview show': reads(
    'Show orders, volume, rates and the funnel, by default for the last 24 hours; without --merchant, terminals as well.',
    {
      merchant: merchant.optional(),
      from: instant.optional(),
      to: instant.optional(),
      hours: few,
      days: few,
      by: z.enum(GROUPINGS).optional().describe('Also show rates and volume by this.'),
    },
    async ({ merchant: reference, by, ...asked }, context, { actor }) =>
      withMerchantOrAll(context, reference, async (id) => {
        // Merchants must not learn which terminals exist.
        if (by === 'terminal' && actor.scope !== undefined) return NOT_FOUND;
        const range = rangeAsked(asked, context.now());
        if (isRefused(range)) return range;
        return { ok: true, result: await readOverview(context, range, { merchantId: id, by }) };
      }),
    overviewAnswer,
  ),
  'terminals health': lists(
    'List the health of terminals: circuits, attempts and latency, by default for the last 24 hours.',
    { hours: few, days: few },
    {
      item: terminalHealth,
      key: z.string().min(1).max(NAME_MAX),
      select: async (asked, context, page) => {
        const range = rangeAsked(asked, context.now());
        return isRefused(range) ? range : listHealth(context, range, page);
      },
      keyOf: ({ terminal }) => terminal,
    },
  ),
};
