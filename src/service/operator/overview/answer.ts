import { CURRENCIES } from '#domain/money.ts';
import { z } from 'zod';

const amount = z.string().describe('A decimal, in the currency beside it.');
const count = z.int();
/** A share from 0 to 1 with four decimals; null of nothing. */
const rate = z.string().nullable();

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
  open: count.describe('Orders that are not final.'),
};
const at = z.iso.datetime().describe('Start of the hour or day.');

const latency = z.int().nullable();
const attempts = {
  direction: key.direction,
  attempts: count,
  approved: count,
  declined: count,
  failed: count.describe('Attempts that were not sent, never seen by the acquirer, or abandoned.'),
  open: count,
  authorisation_rate: rate.describe('Attempts approved ÷ attempts approved or declined.'),
  answered: count.describe('Attempts with a known latency and without a challenge.'),
  latency_ms: latency.describe('Mean time from request to answer.'),
  latency_p50_ms: latency,
  latency_p95_ms: latency,
};

/** The counts of one terminal in one direction, for a whole range. */
export const terminalCounts = z.object({ terminal: z.string(), ...attempts });
export type TerminalCounts = z.output<typeof terminalCounts>;

export const orderCounts = z.object(orders);
export type OrderCounts = z.output<typeof orderCounts>;

const rates = z
  .object({
    authorisation_rate: rate.describe(
      'Attempts approved ÷ attempts that an acquirer approved or declined.',
    ),
    first_try_authorisation_rate: rate.describe(
      'The same of the first such attempt of each order.',
    ),
    conversion_of_submitted: rate.describe(
      'Orders paid ÷ orders for which the payer sent something.',
    ),
    conversion_of_created: rate.describe('Orders paid ÷ orders created.'),
  })
  .describe('Shares from 0 to 1 of the payins created in the period; null of nothing.');
export type Rates = z.output<typeof rates>;

const funnel = z.object({
  created: count,
  submitted: count.describe('The payer sent something, refused by a limit included.'),
  challenged: count.describe('The payer was sent to a challenge.'),
  sent: count.describe('An acquirer received an attempt.'),
  approved: count,
});
export type Funnel = z.output<typeof funnel>;

const ratesOfPayins = { rates, funnel };

const ratesOf = z.object({
  id: z.string().describe('The id of a merchant, method or terminal; else the value itself.'),
  name: z.string(),
  ...ratesOfPayins,
  paid: z.array(z.object({ currency: z.string(), amount })).describe('Volume of the paid orders.'),
});
export type RatesOf = z.output<typeof ratesOf>;

const unpaidReason = z.object({ ...key, reason: z.string(), orders: count, amount });
export type UnpaidReason = z.output<typeof unpaidReason>;

export const overviewAnswer = z.object({
  span: z.enum(['hour', 'day']).describe('Length of each point of the series.'),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  up_to_date: z.boolean().describe('False while the counters lag.'),
  totals: z.array(orderCounts).describe('Orders by creation time, with their current status.'),
  series: z.array(z.object({ at, ...orders })),
  ...ratesOfPayins,
  by: z
    .array(ratesOf)
    .optional()
    .describe('With --by: the same by merchant, method and so on, most orders first.'),
  unpaid_reasons: z
    .array(unpaidReason)
    .describe(
      'Why orders that have ended were not paid, most frequent first: the decline reason of the last declined attempt, else the resolution code.',
    ),
  terminals: z.array(terminalCounts).optional().describe('Only without --merchant.'),
  terminal_series: z
    .array(z.object({ at, terminal: z.string(), ...attempts }))
    .optional()
    .describe('By hour or day; by six hours for ranges over 48 hours.'),
  decline_reasons: z.array(z.object({ reason: z.string(), attempts: count })).optional(),
  decline_words: z
    .array(z.object({ words: z.string(), attempts: count }))
    .optional()
    .describe(
      "The acquirers' messages for declines with the reason `other`, among the latest 500 attempts of each terminal.",
    ),
});
export type Overview = z.output<typeof overviewAnswer>;

/** A terminal's health: its circuit now, and its attempts within a range. */
export const terminalHealth = z.object({
  id: z.uuid(),
  terminal: z.string(),
  adapter: z.string(),
  merchant: z.string().nullable().describe('The only merchant that may use it.'),
  up: z.boolean(),
  circuit: z.enum(['closed', 'open']).describe('State of the circuit in this instance.'),
  circuit_open_since: z.iso.datetime().nullable(),
  attempts: count,
  approved: count,
  declined: count,
  failed: count,
  open: count,
  authorisation_rate: rate,
  latency_ms: latency,
  latency_p50_ms: latency,
  latency_p95_ms: latency,
  last_approved_at: z.iso.datetime().nullable().describe('Among its latest 200 attempts.'),
  last_failed_at: z.iso
    .datetime()
    .nullable()
    .describe('Among its latest 200 attempts: not sent, or never seen by the acquirer.'),
});
