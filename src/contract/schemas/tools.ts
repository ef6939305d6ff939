import { z } from 'zod';
import { NumberText } from '../json/number-text.ts';
import { orderStatus, resolutionCode } from './enumerations.ts';
import { rule, uuid, type WithNumberAmount } from './fields.ts';
import { integer, single } from './list.ts';
import { createPayinRequest } from './payin.ts';

const MAX_WEBHOOKS = 100;
const MAX_REQUESTS = 500;

/** `next` of the answer before, where the list goes on. */
const after = single(uuid).optional();

/** Query of the merchant's own webhooks, the latest first. */
export const listWebhooksQuery = z.object({
  size: single(integer(1, MAX_WEBHOOKS)).default(MAX_WEBHOOKS),
  after,
  /** Only those that carry this order. */
  order_id: single(uuid).optional(),
  /** Only those that were given up, for instance. */
  state: single(z.enum(['pending', 'delivered', 'failed', 'no_destination'])).optional(),
});
export type ListWebhooksQuery = z.output<typeof listWebhooksQuery>;

export const webhookAttempt = z.object({
  date: z.int(),
  duration_ms: z.int(),
  /** Of the answer; left out where there was none. */
  status: z.int().optional(),
  error: z.string().optional(),
});

export type WebhookAttempt = z.output<typeof webhookAttempt>;

/** One webhook as its merchant sees it. Dates are Unix seconds. */
export const webhook = z.object({
  id: z.string(),
  /** As in the header of that name. */
  webhook_id: z.string(),
  type: z.enum(['payin', 'payout']),
  state: z.enum(['pending', 'delivered', 'failed', 'no_destination']),
  order_ids: z.array(z.string()),
  destination: z.string().optional(),
  /** The exact text whose UTF-8 bytes are sent and signed. */
  body: z.string(),
  create_date: z.int(),
  next_attempt_date: z.int().optional(),
  end_date: z.int().optional(),
  /** How often it was sent since it was last asked for. */
  attempts: z.int(),
  last_attempt: webhookAttempt.optional(),
});
export type Webhook = z.output<typeof webhook>;

export const MAX_ATTEMPTS_SHOWN = 50;

/** One webhook with the attempts to deliver it, of every time that it was asked for. */
export const webhookHistory = webhook.extend({
  attempts_made: z.int(),
  /** The latest of them, the oldest first. */
  attempt_log: z.array(webhookAttempt),
});
export type WebhookHistory = z.output<typeof webhookHistory>;

/** How many webhooks are due now: none where it is under way at this moment, or has no destination. */
export const resent = z.object({ webhooks: z.int() });

/** Query of the log of requests, the latest first. */
export const listRequestsQuery = z.object({
  size: single(integer(1, MAX_REQUESTS)).default(MAX_REQUESTS),
  after,
});
export type ListRequestsQuery = z.output<typeof listRequestsQuery>;

/** One request that named this key, whoever sent it. It has no bodies, queries or card numbers. */
export const loggedRequest = z.object({
  request_id: z.string(),
  /** Unix seconds. */
  date: z.int(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  duration_ms: z.int(),
  /** The name of the problem: the fragment of its `type`. */
  problem: z.string().optional(),
  /** What of its authentication was wrong. */
  failed_check: z.string().optional(),
});
export type LoggedRequest = z.output<typeof loggedRequest>;

/**
 * A list that grows at its front goes on by the last item, not by a page's number (docs/decisions/048);
 * `next` is there as long as there are more.
 */
export const pageAfter = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item).describe('The latest first.'),
    next: z
      .string()
      .optional()
      .describe('What to ask for as `after`, to go on; left out at the end of the list.')
      .meta({ format: 'uuid' }),
  });
export interface PageAfter<Item> {
  content: Item[];
  next?: string | undefined;
}

/** A merchant's clock in the sandbox. */
export const clock = z.object({
  /** Unix seconds. */
  date: z.int(),
  /** How far it is ahead of real time. */
  ahead_seconds: z.int(),
});
export type Clock = z.output<typeof clock>;

const MAX_UNIX_SECONDS = 9_999_999_999;

/** Unix seconds in a body, whose numbers come as text. */
const time = z
  .instanceof(NumberText)
  .transform(({ text }) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0))
  .refine((seconds) => seconds > 0, rule('time', 'Must be whole Unix seconds.'))
  .meta({ type: 'integer', minimum: 1, maximum: MAX_UNIX_SECONDS });

/** To a time, not by a length: so that the same request may be sent again. */
export const advanceClockRequest = z.strictObject({
  /** At most ten years ahead of real time. */
  to: time,
});

/** Codes that no request of a merchant's comes to by what it asks for: somebody, or something, else does. */
export const TRIGGERED_CODES = [
  'BALANCE_UPDATE_FAILED',
  'MERCHANT_MISCONFIGURATION',
  'ORDER_FAILED_MANUALLY',
  'PROVIDER_NOT_SUPPORTED',
  'REPORT_GENERATION_FAILED',
  'UNKNOWN_ERROR',
] as const;
export type TriggeredCode = (typeof TRIGGERED_CODES)[number];

/** A payin, as one is created, and the code that it is to come to. */
export const triggerCodeRequest = z.strictObject({
  resolution_code: z.enum(TRIGGERED_CODES),
  ...createPayinRequest.pick({
    reference_id: true,
    currency: true,
    amount: true,
    merchant_gate_method_id: true,
  }).shape,
});
export type TriggerCodeRequest = z.output<typeof triggerCodeRequest>;
export type TriggerCodeBody = WithNumberAmount<z.input<typeof triggerCodeRequest>>;

/** What has the code now: an order, or a report. */
export const triggered = z.object({
  order_id: z.string().optional(),
  report_id: z.string().optional(),
  status: orderStatus,
  resolution_code: resolutionCode.optional(),
});
export type Triggered = z.output<typeof triggered>;
