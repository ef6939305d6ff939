import { z } from 'zod';
import { isRefused, NOT_FOUND } from '../answer.ts';
import { query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { instant, whole } from '../input.ts';
import { merchant, withMerchantOrAll } from '../named.ts';
import { list } from '../lists.ts';
import { overviewAnswer, terminalHealth } from '../overview/answer.ts';
import { GROUPINGS } from '../overview/conversion.ts';
import { rangeAsked } from '../overview/range.ts';
import { readOverview } from '../overview/overview.ts';
import { listHealth } from '../overview/terminals.ts';

const NAME_MAX = 80;

const few = whole.min(1, 'must be 1 or more').optional();

/** Commands for statistics on payments, by the hour or by the day. */
export const OVERVIEW_COMMANDS = {
  'overview show': query({
    summary:
      'Show orders, volume, rates and the funnel, by default for the last 24 hours; without --merchant, terminals as well.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: {
      merchant: merchant.optional(),
      from: instant.optional(),
      to: instant.optional(),
      hours: few,
      days: few,
      by: z.enum(GROUPINGS).optional().describe('Also show rates and volume by this.'),
    },
    answer: overviewAnswer,
    run: async ({ merchant: reference, by, ...asked }, context, { actor }) =>
      withMerchantOrAll(context, reference, async (id) => {
        // Merchants must not learn which terminals exist.
        if (by === 'terminal' && actor.scope !== undefined) return NOT_FOUND;
        const range = rangeAsked(asked, context.now());
        if (isRefused(range)) return range;
        return { ok: true, result: await readOverview(context, range, { merchantId: id, by }) };
      }),
  }),
  'terminals health': list({
    summary:
      'List the health of terminals: circuits, attempts and latency, by default for the last 24 hours.',
    roles: STAFF_ROLES,
    input: { hours: few, days: few },
    item: terminalHealth,
    key: z.string().min(1).max(NAME_MAX),
    select: async (asked, context, page) => {
      const range = rangeAsked(asked, context.now());
      return isRefused(range) ? range : listHealth(context, range, page);
    },
    keyOf: ({ terminal }) => terminal,
  }),
} satisfies OperatorCommands;
