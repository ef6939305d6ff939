import { CURRENCIES } from '#domain/money.ts';
import { z } from 'zod';

const amount = z.string().describe('A decimal, in the currency beside it.');
const count = z.int();
const rate = z
  .number()
  .nullable()
  .describe('Succeeded, of those that succeeded or failed; null where none did.');

const key = { direction: z.enum(['payin', 'payout']), currency: z.enum(CURRENCIES) };
const orders = {
  ...key,
  orders: count,
  amount,
  succeeded: count,
  succeeded_amount: amount,
  failed: count,
  failed_amount: amount,
  closed: count,
  closed_amount: amount,
  open: count.describe('Not yet final.'),
  approval_rate: rate,
};
const at = z.iso.datetime().describe('When the hour or day begins.');

const latency = z.int().nullable();
const attempts = {
  direction: key.direction,
  attempts: count,
  approved: count,
  declined: count,
  failed: count.describe('Not sent, never seen by the acquirer, or given up.'),
  open: count,
  approval_rate: z.number().nullable(),
  answered: count.describe('Those whose latency is known, without a challenge.'),
  latency_ms: latency.describe('Mean, from asking to the answer.'),
  latency_p50_ms: latency,
  latency_p95_ms: latency,
};

/** Of one terminal in one direction, for all of a range. */
export const terminalCounts = z.object({ terminal: z.string(), ...attempts });
export type TerminalCounts = z.output<typeof terminalCounts>;

export const orderCounts = z.object(orders);
export type OrderCounts = z.output<typeof orderCounts>;

export const overviewAnswer = z.object({
  span: z.enum(['hour', 'day']).describe('How long each point of the series is.'),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  up_to_date: z.boolean().describe('False while something is yet to be counted.'),
  totals: z.array(orderCounts).describe('Orders by when they were made, as they stand now.'),
  series: z.array(z.object({ at, ...orders })),
  codes: z
    .array(z.object({ ...key, code: z.string(), orders: count, amount }))
    .describe('Of orders that failed or were closed, the most frequent first.'),
  terminals: z.array(terminalCounts).optional().describe('Where no merchant is named.'),
  terminal_series: z
    .array(z.object({ at, terminal: z.string(), ...attempts }))
    .optional()
    .describe('By the hour or day; by six hours where the range has more than 48 of them.'),
  decline_reasons: z.array(z.object({ reason: z.string(), attempts: count })).optional(),
  decline_words: z
    .array(z.object({ words: z.string(), attempts: count }))
    .optional()
    .describe(
      "The acquirers' words for declines of the reason `other`, of the latest 500 attempts of each terminal.",
    ),
});
export type Overview = z.output<typeof overviewAnswer>;

/** How each terminal does: its circuit now, and its attempts of a time. */
export const terminalHealth = z.object({
  id: z.uuid(),
  terminal: z.string(),
  adapter: z.string(),
  merchant: z.string().nullable().describe('Whose it is alone.'),
  up: z.boolean(),
  circuit: z.enum(['closed', 'open']).describe('As all processes of this instance have it.'),
  circuit_open_since: z.iso.datetime().nullable(),
  attempts: count,
  approved: count,
  declined: count,
  failed: count,
  open: count,
  approval_rate: z.number().nullable(),
  latency_ms: latency,
  latency_p50_ms: latency,
  latency_p95_ms: latency,
  last_approved_at: z.iso.datetime().nullable().describe('Among its latest 200 attempts.'),
  last_failed_at: z.iso
    .datetime()
    .nullable()
    .describe('Among its latest 200: an attempt that was not sent, or never seen by the acquirer.'),
});
