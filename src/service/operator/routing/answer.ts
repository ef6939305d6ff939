import { CARD_BRANDS } from '#domain/card/number.ts';
import { CURRENCIES } from '#domain/money.ts';
import { z } from 'zod';

export const routeChoice = z.object({
  direction: z.enum(['payin', 'payout']),
  currency: z.enum(CURRENCIES),
  brand: z.enum(CARD_BRANDS).nullable().describe('Of the card that was asked about.'),
  refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why no order could be made at all.'),
  routes: z.array(
    z.object({
      terminal: z.string(),
      adapter: z.string(),
      priority: z.int(),
      weight: z.number(),
      takes: z.boolean(),
      share: z
        .number()
        .describe('How likely it is tried first, from 0 to 1; the others that take it come after.'),
      why_not: z.string().nullable(),
    }),
  ),
});
export type RouteChoice = z.output<typeof routeChoice>;
