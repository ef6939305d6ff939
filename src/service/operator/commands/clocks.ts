import { z } from 'zod';
import { reads, type OperatorCommands } from '../command.ts';
import { merchant, withMerchantOrAll } from '../named.ts';

const clock = z.object({
  merchant_id: z.uuid(),
  at: z.iso.datetime().describe("The time of the merchant's test clock."),
  ahead_ms: z.int(),
});

/** Commands for test clocks: in a sandbox, a merchant's time may be ahead of real time (docs/decisions/064). */
export const CLOCK_COMMANDS: OperatorCommands = {
  'clocks list': reads(
    'List the merchants whose test clocks are ahead of real time; only a sandbox has test clocks.',
    { merchant: merchant.optional() },
    async ({ merchant: reference }, context) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const moved = context.movedClocks?.() ?? [];
        const items = moved
          .filter((id) => merchantId === undefined || id === merchantId)
          .map((id) => ({
            merchant_id: id,
            at: context.nowOf(id),
            ahead_ms: context.nowOf(id).getTime() - context.now().getTime(),
          }));
        const result = { test_clocks: context.movedClocks !== undefined, items };
        return Promise.resolve({ ok: true as const, result });
      }),
    z.object({
      test_clocks: z.boolean().describe('Whether merchants have test clocks.'),
      items: z.array(clock),
    }),
  ),
};
