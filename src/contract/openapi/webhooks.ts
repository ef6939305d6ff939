import type { z } from 'zod';
import { completePayinOrder } from '../schemas/payin.ts';
import { completePayoutOrder } from '../schemas/payout.ts';
import {
  extendedPayinOrder,
  extendedPayoutOrder,
  webhookDispute,
  webhookRefund,
} from '../schemas/webhook.ts';
import { RECORDED, examplesIn } from './examples.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';

/** Returns the webhooks of orders, in both shapes that a merchant can choose. */
export function orderWebhooks(): JsonSchema {
  return {
    payinEnded: {
      post: webhook({
        operationId: 'payinEnded',
        tag: 'Payins',
        summary: 'A payin reached its final status',
        shapes: [completePayinOrder, extendedPayinOrder],
        direction: 'payin',
        ...ORDER_WEBHOOK_TEXTS,
      }),
    },
    payoutEnded: {
      post: webhook({
        operationId: 'payoutEnded',
        tag: 'Payouts',
        summary: 'A payout and all of its parts reached their final status',
        shapes: [completePayoutOrder, extendedPayoutOrder],
        direction: 'payout',
        ...ORDER_WEBHOOK_TEXTS,
      }),
    },
  };
}

/** Returns the webhooks of refunds and disputes, which have one shape each. */
export function developerWebhooks(): JsonSchema {
  return {
    refundEnded: {
      post: webhook({
        operationId: 'refundEnded',
        tag: 'Refunds',
        summary: 'A refund reached its final status',
        shapes: [webhookRefund],
        direction: 'refund',
        description: `Sent to the merchant's address for refunds, where there is one, and never to that of orders. ${DELIVERY}`,
        body: 'One refund, which is final.',
      }),
    },
    disputeChanged: {
      post: webhook({
        operationId: 'disputeChanged',
        tag: 'Disputes',
        summary: 'A dispute changed, or its answer is due soon',
        shapes: [webhookDispute],
        direction: 'dispute',
        description: `Sent to the merchant's address for disputes, else to that for refunds, and never to that of orders. ${DELIVERY}`,
        body: 'One dispute, as it is after the event.',
      }),
    },
  };
}

interface Webhook {
  operationId: string;
  tag: string;
  summary: string;
  shapes: readonly z.ZodType[];
  direction: string;
  description: string;
  /** Description of the body. */
  body: string;
}

const DELIVERY =
  'Check a signature over the raw body before parsing it. A delivery that is not confirmed within 10 s is ' +
  'repeated: 14 attempts over almost three days. Deliveries can be repeated and out of order.';

const ORDER_WEBHOOK_TEXTS = {
  description:
    "Sent to the order's `callback_url`, else to the merchant's URL for payins or payouts. An array of " +
    'orders in the shape that the merchant has chosen: `retrieval`, as in the answer by reference ' +
    `(the default), or \`extended\`. ${DELIVERY}`,
  body: 'The orders of one request, which are all final.',
};

function webhook({ operationId, tag, summary, shapes, direction, ...words }: Webhook): JsonSchema {
  return {
    operationId,
    tags: [tag],
    summary,
    description: words.description,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      description: words.body,
      content: {
        'application/json': {
          schema: bodyOf(shapes),
          ...examplesIn(RECORDED.webhooks[direction]),
        },
      },
    },
    responses: {
      '2XX': { description: 'Confirms the delivery; a body is not read.' },
      default: { description: 'Any other status: the delivery will be repeated.' },
    },
  };
}

function bodyOf(shapes: readonly z.ZodType[]): JsonSchema {
  const arrays = shapes.map((shape) => ({
    type: 'array',
    minItems: 1,
    items: jsonSchemaOf(shape, 'output'),
  }));
  const [first, ...others] = arrays;
  if (first !== undefined && others.length === 0) return first;
  return { description: 'All orders have the same shape.', anyOf: arrays };
}

const HEADERS = [
  header(
    'X-Signature',
    'Lower-case hexadecimal HMAC-SHA-256 of the raw body, under the text of the webhook secret.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ),
  header('webhook-id', "The event's id, the same on each delivery.", {
    type: 'string',
    pattern: '^evt_[0-9a-f-]{36}$',
  }),
  header('webhook-timestamp', 'When this delivery was sent, in Unix seconds.', {
    type: 'string',
    pattern: '^[0-9]{1,12}$',
  }),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and raw body joined by dots, ' +
      'under the bytes of the secret. While a secret is rotated there are several, separated by spaces.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]{44}(?: v1,[A-Za-z0-9+/=]{44})*$' },
  ),
];

function header(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'header', required: true, description, schema };
}
