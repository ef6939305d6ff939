import { z } from 'zod';

/**
 * A file as far as it can be read, whatever else is wrong with it: so that all that is wrong is said at
 * once, and not the wrong names only once every value is right.
 */
const text = z.string().optional().catch(undefined);

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item).optional().catch(undefined);
}

const route = z.object({ terminal: text, amount_min: text, amount_max: text }).partial().catch({});

const method = z
  .object({
    name: text,
    direction: text,
    payment_source: text,
    currency: text,
    payment_method_currency: text,
    conversion_rate: text,
    fee_min: text,
    fee_max: text,
    amount_min: text,
    amount_max: text,
    routes: list(route),
  })
  .partial()
  .catch({});

const gate = z
  .object({ name: text, accounts: list(text), methods: list(method) })
  .partial()
  .catch({});

const merchant = z
  .object({ name: text, payin_webhook_url: text, payout_webhook_url: text, gates: list(gate) })
  .partial()
  .catch({});

const terminal = z
  .object({
    name: text,
    adapter: text,
    /** Null takes away whose it was alone. */
    merchant: z.string().nullish().catch(undefined),
    settings: z.unknown(),
    credentials: z.unknown(),
  })
  .partial()
  .catch({});

export const outline = z
  .object({ terminals: list(terminal), merchants: list(merchant) })
  .partial()
  .catch({});

export type Outline = z.output<typeof outline>;
export type OutlinedTerminal = z.output<typeof terminal>;
export type OutlinedMerchant = z.output<typeof merchant>;
export type OutlinedGate = z.output<typeof gate>;
export type OutlinedMethod = z.output<typeof method>;
