import { BANK_ID, COLOUR, FREE_TEXT, OWN_IMAGE } from '#contract/patterns.ts';
import { CURRENCIES, formatMinor, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { ATTEMPT_LIMITS, DISPUTE_LIMITS } from '../../merchants/limits.ts';

/**
 * The schemas of a deployment file. Each normalizes its value to the form in which values are compared and exported.
 */

const NAME_MAX = 80;
/** The company's name and its registered office. */
const COMPANY_MAX = 120;

/** A name, which identifies the same thing in this file and in later ones. */
const name = lineOf(NAME_MAX);

function lineOf(max: number) {
  return z
    .string()
    .min(1)
    .max(max, { abort: true })
    .regex(FREE_TEXT, {
      error: 'must not contain NUL or an incomplete character, which databases cannot store',
      abort: true,
    })
    .regex(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, 'must be one line without spaces around it');
}

/** An image of 64 KiB in base64 with its media type. The limit is low because every payment page contains the image. */
const LOGO_MAX = 87_500;

const logo = z
  .string()
  .max(LOGO_MAX, { error: 'must be an image of at most 64 KiB', abort: true })
  .regex(OWN_IMAGE, 'must be a data:image URL or a path of the payment page');

const AMOUNT_FORM = 'must be decimal text in quotes with at most two decimals, such as "12.50"';

/** Decimal text with two decimals. */
const amount = z
  .string({ error: AMOUNT_FORM })
  .refine((text) => parseAmount(text) !== undefined, { error: AMOUNT_FORM, abort: true })
  .overwrite((text) => formatMinor(parseAmount(text) ?? 0n));

const amountAboveZero = amount.refine((text) => text !== '0.00', 'must be above zero');

const PERCENT_FORM = 'must be decimal text in quotes from 0 to 100, such as "1.5"';
const RATE_FORM = 'must be decimal text in quotes above zero, such as "0.0021"';

const percent = decimal(/^\d{1,3}(?:\.\d{1,6})?$/, PERCENT_FORM).refine(
  (text) => Number(text) <= 100,
  PERCENT_FORM,
);

const TOLERANCE_FORM = 'must be decimal text in quotes from 0 to 5, such as "1.5"';
/** The highest tolerance: a part of the order's amount, in percent, or of the lowest amount, as a divisor. */
const MAX_TOLERANCE_PERCENT = 5;
export const TOLERANCE_DIVISOR = 10n;

const tolerancePercent = decimal(/^\d(?:\.\d{1,6})?$/, TOLERANCE_FORM).refine(
  (text) => Number(text) <= MAX_TOLERANCE_PERCENT,
  TOLERANCE_FORM,
);

const rate = decimal(/^\d{1,9}(?:\.\d{1,12})?$/, RATE_FORM).refine(
  (text) => text !== '0',
  RATE_FORM,
);

function decimal(form: RegExp, error: string) {
  return z.string({ error }).regex(form, { error, abort: true }).overwrite(shortest);
}

/** Removes zeros without meaning from decimal text: "1.50" becomes "1.5". */
export function shortest(text: string): string {
  const trimmed = text.replace(/^0+(?=\d)/, '');
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed;
}

/** Returns a place in a file, by names instead of numbers: `merchants[Acme].gates[main]`. */
export function member(list: string, name: string | undefined, index: number): string {
  return `${list}[${name ?? `#${index + 1}`}]`;
}

const named = z.object({ name: z.string() });
const routed = z.object({ terminal: z.string() });

/** Returns the place of a schema error's path in a file. */
export function placeOf(path: readonly PropertyKey[], file: unknown): string {
  let within = file;
  let place = '';
  for (const step of path) {
    within = inside(within, step);
    if (typeof step === 'number') {
      const name = named.safeParse(within).data?.name ?? routed.safeParse(within).data?.terminal;
      place += member('', name, step);
    } else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place;
}

function inside(value: unknown, step: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === String(step))?.[1];
}

/**
 * A deployment file: terminals, merchants, gates, methods and routes, each identified by its name. Amounts, percentages
 * and rates are decimal text.
 *
 * A method is described completely: a member that is left out gets its default, and routes that are left out are
 * removed. For a merchant, gate or terminal, a member that is left out stays unchanged, and null removes its value.
 */

const MAX_ROUTES = 50;
const MAX_LISTED = 200;
/** More than fit into a file: an export of any deployment that fits can be applied. */
export const MAX_IN_FILE = 10_000;
const MAX_PRIORITY = 1_000_000;

/** A sorted list without repetitions. An empty one would match nothing, so it is refused. */
function condition<Item extends z.ZodType<string>>(item: Item) {
  return z
    .array(item)
    .min(1, 'must not be empty; leave it out to accept everything')
    .max(MAX_LISTED)
    .overwrite((items) => [...new Set(items)].sort())
    .nullable()
    .default(null);
}

export const routeInFile = z.strictObject({
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
export type RouteInFile = z.output<typeof routeInFile>;

const MAX_ATTEMPTS = 5;
const MAX_WAITING_SECONDS = 2_592_000;
const MAX_SETTLEMENT_DAYS = 3_650;

const MAX_BANKS = 200;
const bankInFile = z.strictObject({
  id: z.string().regex(BANK_ID, 'must be 1 to 200 of a-z, 0-9, _ and -'),
  name,
});

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
  refund_fee: z.enum(['kept', 'returned']).default('kept'),
  refund_fixed_fee: amount.default('0.00'),
  dispute_fee: amount.default('0.00'),
  /** How much less than the amount may arrive and still be enough, in the payer's currency. */
  tolerance: amount.default('0.00'),
  tolerance_percent: tolerancePercent.default('0'),
  /** Whether the payer enters a taxpayer number (PIX), and the banks that the payer can choose from (P2P). */
  asks_cpf: z.boolean().default(false),
  banks: z.array(bankInFile).max(MAX_BANKS).default([]),
  active: z.boolean().default(true),
  routes: z.array(routeInFile).max(MAX_ROUTES).default([]),
});
export type MethodInFile = z.output<typeof methodInFile>;

export const gateInFile = z.strictObject({
  name,
  active: z.boolean().default(true),
  accounts: z.array(z.enum(CURRENCIES)).optional(),
  methods: z.array(methodInFile).max(MAX_IN_FILE).optional(),
});
export type GateInFile = z.output<typeof gateInFile>;

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

export const merchantInFile = z.strictObject({
  name,
  logo_url: logo.nullish(),
  accent: z.string().regex(COLOUR, 'must be #rrggbb').nullish(),
  support_url: webAddress.nullish(),
  operator_name: lineOf(COMPANY_MAX).nullish(),
  terms_url: webAddress.nullish(),
  privacy_url: webAddress.nullish(),
  payin_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  payout_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  refund_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  dispute_webhook_url: webAddress.transform((text) => new URL(text).href).nullish(),
  webhook_payload: z.enum(['retrieval', 'extended']).optional(),
  /** Values that override the defaults; null restores all defaults. */
  attempt_limits: z.strictObject(ATTEMPT_LIMITS).partial().nullish(),
  dispute_limits: z.strictObject(DISPUTE_LIMITS).partial().nullish(),
  gates: z.array(gateInFile).max(MAX_IN_FILE).optional(),
});
export type MerchantInFile = z.output<typeof merchantInFile>;

export const terminalInFile = z.strictObject({
  name,
  adapter: name,
  /** The name of the merchant that owns the terminal; null if all merchants share it. */
  merchant: name.nullish(),
  up: z.boolean().optional(),
  settings: z.record(z.string(), z.json()).optional(),
  credentials: z.record(z.string(), z.json()).optional(),
});
export type TerminalInFile = z.output<typeof terminalInFile>;

export const deploymentFile = z.strictObject({
  terminals: z.array(terminalInFile).max(MAX_IN_FILE).default([]),
  merchants: z.array(merchantInFile).max(MAX_IN_FILE).default([]),
});

/** What a file changed: each thing, with those of its members that differ. */
export const fileChanges = z.array(
  z.object({
    kind: z.enum(['add', 'change', 'switch_off']),
    place: z.string(),
    members: z.record(
      z.string(),
      z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
    ),
  }),
);
