import { z } from 'zod';
import { count, orderStatus, resolutionCode, uuid, type WithNumberAmount } from './fields.ts';
import { id, seconds } from './order.ts';
import { integer, single } from './list.ts';
import { createPayinRequest } from './payin.ts';
import { violation } from '../problem.ts';

const MAX_WEBHOOKS = 100;
const MAX_REQUESTS = 500;

/** An example id. */
const EXAMPLE_ID = '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10';

export const after = single(uuid).optional().meta({
  description: 'Where to continue: `next` of the previous answer, a UUID.',
  example: EXAMPLE_ID,
});

export function size(most: number) {
  return single(integer(1, most)).default(most).meta({
    description: 'Maximum length of the list.',
    example: 50,
  });
}

const WEBHOOK_STATES = ['pending', 'delivered', 'failed', 'no_destination'] as const;

/** Query of the merchant's own webhooks, newest first. */
export const listWebhooksQuery = z.object({
  size: size(MAX_WEBHOOKS),
  after,
  order_id: single(uuid).optional().meta({
    description: 'Only webhooks that carry this order, or a refund of it, or this refund: a UUID.',
    example: EXAMPLE_ID,
  }),
  state: single(z.enum(WEBHOOK_STATES)).optional().meta({
    description: 'Only webhooks in this state.',
    example: 'failed',
  }),
});
export type ListWebhooksQuery = z.output<typeof listWebhooksQuery>;

export const webhookAttempt = z
  .object({
    date: seconds('Start of the attempt.'),
    duration_ms: count('Duration in milliseconds.'),
    status: z
      .int()
      .meta({ description: 'The HTTP status of the answer; left out where there was none.' })
      .optional(),
    error: z.string().meta({ description: 'Why there was no answer, as a code.' }).optional(),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt to deliver a webhook.' });
export type WebhookAttempt = z.output<typeof webhookAttempt>;

/** One webhook as its merchant sees it. */
export const webhook = z
  .object({
    id: id('The id to send it again.'),
    webhook_id: z
      .string()
      .meta({ description: 'The header `webhook-id`, the same at each delivery.' }),
    type: z
      .enum(['payin', 'payout', 'refund', 'dispute'])
      .meta({ description: 'What ended: payins, payouts or a refund.' }),
    state: z.enum(WEBHOOK_STATES).meta({
      description:
        'Whether it is still to be sent, was confirmed, was given up, or had nowhere to go.',
    }),
    order_ids: z
      .array(z.string())
      .meta({ description: 'The orders in it; of a refund, its payin.' }),
    destination: z
      .string()
      .meta({ description: 'Where it goes; left out where there was no address.' })
      .optional(),
    body: z.string().meta({
      description: 'The exact text whose UTF-8 bytes are sent and signed; empty after erasure.',
    }),
    create_date: seconds('When the last of its orders, or the refund, ended.'),
    next_attempt_date: seconds(
      'Time of the next attempt; left out once the webhook has ended.',
    ).optional(),
    end_date: seconds('When the webhook was confirmed or given up.').optional(),
    attempts: count('Number of attempts since delivery was last requested.'),
    last_attempt: webhookAttempt
      .meta({ description: 'The last attempt; left out before the first one.' })
      .optional(),
  })
  .meta({
    id: 'Webhook',
    description: 'A webhook of the merchant, with its last delivery attempt.',
  });
export type Webhook = z.output<typeof webhook>;

export const MAX_ATTEMPTS_SHOWN = 50;

/** One webhook with its latest delivery attempts, up to MAX_ATTEMPTS_SHOWN. */
export const webhookHistory = webhook
  .extend({
    attempts_made: count('Total number of attempts.'),
    attempt_log: z.array(webhookAttempt).meta({
      description: 'The latest attempts, oldest first.',
      maxItems: MAX_ATTEMPTS_SHOWN,
    }),
  })
  .meta({
    id: 'WebhookHistory',
    description: 'A webhook with its latest 50 delivery attempts.',
  });
export type WebhookHistory = z.output<typeof webhookHistory>;

export const resent = z
  .object({
    webhooks: count(
      'How many webhooks are due now: none where it is under way, or has no destination.',
    ),
  })
  .meta({ id: 'Resent', description: 'The webhooks that are sent again.' });

/** Query of the log of requests, newest first. */
export const listRequestsQuery = z.object({ size: size(MAX_REQUESTS), after });
export type ListRequestsQuery = z.output<typeof listRequestsQuery>;

export const MAX_ERRORS_SHOWN = 10;

/** A logged request, without bodies, queries or card numbers. */
export const loggedRequest = z
  .object({
    request_id: id('The id from X-Request-Id.'),
    date: seconds('When the request arrived.'),
    method: z.string().meta({ description: 'Its HTTP method.' }),
    path: z.string().meta({ description: 'Its path, without the query.' }),
    status: z
      .int()
      .meta({ description: 'The HTTP status of its answer.', minimum: 100, maximum: 599 }),
    duration_ms: count('Duration in milliseconds.'),
    problem: z
      .string()
      .meta({
        description:
          'The name of the problem: the fragment of its `type`; left out where it was answered.',
      })
      .optional(),
    failed_check: z
      .string()
      .meta({ description: 'The authentication check that failed.' })
      .optional(),
    errors: z
      .array(violation)
      .meta({
        description: 'If the request was not valid: the errors by field.',
        maxItems: MAX_ERRORS_SHOWN,
      })
      .optional(),
  })
  .meta({
    id: 'LoggedRequest',
    description: 'A request that named this key, even if the key did not sign it.',
  });
export type LoggedRequest = z.output<typeof loggedRequest>;

/**
 * Returns the schema of a cursor list. A list that grows at its front continues after its last item, not by page
 * number (docs/decisions/048). `next` is present while there are more items.
 */
export function pageAfter<Item extends z.ZodType>(item: Item) {
  return z.object({
    content: z.array(item).describe('Newest first.'),
    next: z
      .string()
      .optional()
      .describe('Send this as `after` to continue; left out at the end of the list.')
      .meta({ format: 'uuid' }),
  });
}
export interface PageAfter<Item> {
  content: Item[];
  next?: string | undefined;
}

/** Codes that a merchant's own requests never cause. */
const TRIGGERED_CODES = [
  'BALANCE_UPDATE_FAILED',
  'MERCHANT_MISCONFIGURATION',
  'ORDER_FAILED_MANUALLY',
  'PROVIDER_NOT_SUPPORTED',
  'REPORT_GENERATION_FAILED',
  'UNKNOWN_ERROR',
] as const;
export type TriggeredCode = (typeof TRIGGERED_CODES)[number];

export const triggerCodeRequest = z
  .strictObject({
    resolution_code: z.enum(TRIGGERED_CODES).meta({
      description: 'The code to trigger: one that no other request of a merchant can cause.',
    }),
    ...createPayinRequest.pick({
      reference_id: true,
      currency: true,
      amount: true,
      merchant_gate_method_id: true,
    }).shape,
  })
  .meta({
    id: 'TriggerCodeRequest',
    description: 'A payin to create, with the code to trigger.',
  });
export type TriggerCodeRequest = z.output<typeof triggerCodeRequest>;
export type TriggerCodeBody = WithNumberAmount<z.input<typeof triggerCodeRequest>>;

export const triggered = z
  .object({
    order_id: id(
      'The order, to be read like any other; left out where it is about a report.',
    ).optional(),
    status: orderStatus.meta({ description: 'The status of the order; FAILED for the report.' }),
    resolution_code: resolutionCode
      .meta({ description: 'The code; for an existing order, its own code.' })
      .optional(),
  })
  .meta({ id: 'Triggered', description: 'The order or report with the code.' });
export type Triggered = z.output<typeof triggered>;

const payinId = uuid.meta({ description: 'A payin of the merchant: a UUID.', example: EXAMPLE_ID });

export const triggerExpiryRequest = z
  .strictObject({ payin_id: payinId })
  .meta({ id: 'TriggerExpiryRequest', description: 'The payin whose waiting time ends now.' });

export const triggerReleaseRequest = z
  .strictObject({
    payin_id: payinId,
    what: z.enum(['hold', 'rolling', 'both']).default('both').meta({
      description: 'What to release: the hold, the rolling reserve, or both.',
      example: 'both',
    }),
  })
  .meta({ id: 'TriggerReleaseRequest', description: 'The payin whose retained amounts are due.' });
export type TriggerReleaseRequest = z.output<typeof triggerReleaseRequest>;
export type TriggerReleaseBody = z.input<typeof triggerReleaseRequest>;

export const triggerRedeliveryRequest = z
  .strictObject({
    order_id: uuid.meta({
      description: 'A payin or payout of the merchant: a UUID.',
      example: EXAMPLE_ID,
    }),
  })
  .meta({
    id: 'TriggerRedeliveryRequest',
    description: 'The order whose webhooks are attempted again now.',
  });

export const triggerDisputeDeadlineRequest = z
  .strictObject({
    dispute_id: uuid.meta({
      description: 'A dispute of the merchant: a UUID.',
      example: EXAMPLE_ID,
    }),
  })
  .meta({
    id: 'TriggerDisputeDeadlineRequest',
    description: 'The dispute whose deadline to answer becomes tomorrow.',
  });
