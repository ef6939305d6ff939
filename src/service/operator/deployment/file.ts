import { COLOUR } from '#contract/patterns.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import { amount, amountAboveZero, logo, name, percent, rate } from './values.ts';

/**
 * The file that says a deployment: terminals, merchants, gates, methods, routes. Everything is known by its
 * name. Amounts, percentages and rates are decimal text.
 *
 * A method is described whole: a member that is left out has its default, and routes that are left out are
 * none. Of a merchant, a gate and a terminal, what is left out stays as it is; null takes away.
 */

const MAX_ROUTES = 50;
export const MAX_LISTED = 200;
const MAX_PRIORITY = 1_000_000;

/** A short list without repetitions, in one order; without members it would take nothing at all. */
function condition<Item extends z.ZodType<string>>(item: Item) {
  return z
    .array(item)
    .min(1, 'must name something, or be left out to take everything')
    .max(MAX_LISTED)
    .transform((items) => [...new Set(items)].sort())
    .nullable()
    .default(null);
}

const route = z.strictObject({
  terminal: name,
  priority: z.int().min(0).max(MAX_PRIORITY),
  weight: z.int().min(1).max(MAX_PRIORITY).default(1),
  brands: condition(z.enum(CARD_BRANDS)),
  bin_prefixes: condition(z.string().regex(/^\d{1,8}$/, 'must be 1 to 8 digits in quotes')),
  amount_min: amount.nullable().default(null),
  amount_max: amountAboveZero.nullable().default(null),
  countries: condition(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')),
  up: z.boolean().default(true),
});
export type RouteInFile = z.output<typeof route>;

const MAX_ATTEMPTS = 5;
const MAX_WAITING_SECONDS = 2_592_000;
const MAX_SETTLEMENT_DAYS = 3_650;

export const methodInFile = z.strictObject({
  name,
  direction: z.enum(['payin', 'payout']),
  payment_source: z.enum(PAYMENT_SOURCES),
  currency: z.enum(CURRENCIES),
  payment_method_currency: z.enum(CURRENCIES).optional(),
  conversion_rate: rate.nullable().default(null),
  fee_percent: percent.default('0'),
  fee_fixed: amount.default('0.00'),
  fee_min: amount.nullable().default(null),
  fee_max: amount.nullable().default(null),
  amount_min: amountAboveZero,
  amount_max: amountAboveZero,
  settlement_period_days: z.int().min(0).max(MAX_SETTLEMENT_DAYS).default(0),
  rolling_percent: percent.default('0'),
  max_attempts: z.int().min(1).max(MAX_ATTEMPTS).default(3),
  waiting_seconds: z.int().min(1).max(MAX_WAITING_SECONDS),
  max_part_amount: amountAboveZero.nullable().default(null),
  active: z.boolean().default(true),
  routes: z.array(route).max(MAX_ROUTES).default([]),
});
export type MethodInFile = z.output<typeof methodInFile>;

export const gateInFile = z.strictObject({
  name,
  active: z.boolean().default(true),
  accounts: z.array(z.enum(CURRENCIES)).optional(),
  methods: z.array(methodInFile).max(MAX_LISTED).optional(),
});
export type GateInFile = z.output<typeof gateInFile>;

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

export const merchantInFile = z.strictObject({
  name,
  logo_url: logo.nullish(),
  accent: z.string().regex(COLOUR, 'must be #rrggbb').nullish(),
  support_url: webAddress.nullish(),
  operator_name: name.nullish(),
  terms_url: webAddress.nullish(),
  privacy_url: webAddress.nullish(),
  payin_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  payout_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  webhook_payload: z.enum(['retrieval', 'extended']).optional(),
  gates: z.array(gateInFile).max(MAX_LISTED).optional(),
});
export type MerchantInFile = z.output<typeof merchantInFile>;

export const terminalInFile = z.strictObject({
  name,
  adapter: name,
  /** By which name a merchant's own terminal says whose it is; null for one that all may use. */
  merchant: name.nullish(),
  up: z.boolean().optional(),
  settings: z.record(z.string(), z.json()).optional(),
  credentials: z.record(z.string(), z.json()).optional(),
});
export type TerminalInFile = z.output<typeof terminalInFile>;

export const deploymentFile = z.strictObject({
  terminals: z.array(terminalInFile).max(MAX_LISTED).default([]),
  merchants: z.array(merchantInFile).max(MAX_LISTED).default([]),
});
export type DeploymentFile = z.output<typeof deploymentFile>;
