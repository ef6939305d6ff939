import type { z } from 'zod';
import { completePayinOrder } from '../schemas/payin.ts';
import { completePayoutOrder } from '../schemas/payout.ts';
import { extendedPayinOrder, extendedPayoutOrder } from '../schemas/webhook.ts';
import { RECORDED, examplesIn } from './examples.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';

/** What the service sends, in both of the shapes that a merchant can choose. */
export function webhooks(): JsonSchema {
  return {
    payinEnded: {
      post: webhook({
        operationId: 'payinEnded',
        tag: 'Payins',
        summary: 'A payin came to its final status',
        shapes: [completePayinOrder, extendedPayinOrder],
        direction: 'payin',
      }),
    },
    payoutEnded: {
      post: webhook({
        operationId: 'payoutEnded',
        tag: 'Payouts',
        summary: 'A payout, with all of its parts, came to its final status',
        shapes: [completePayoutOrder, extendedPayoutOrder],
        direction: 'payout',
      }),
    },
  };
}

interface Webhook {
  operationId: string;
  tag: string;
  summary: string;
  /** As retrieval answers it; as the specification's samples have it. */
  shapes: readonly [retrieval: z.ZodType, extended: z.ZodType];
  direction: string;
}

const DESCRIPTION =
  "Sent to the order's `callback_url`, else to the merchant's address for payins or payouts. An array of " +
  'orders in one of two shapes, as the merchant has chosen: `retrieval`, that of reading by reference ' +
  '(the default), or `extended`. Check a signature over the raw body before parsing it. A delivery ' +
  'that is not confirmed within 10 s is repeated: 14 attempts over almost three days; it may come more ' +
  'than once, and out of order.';

function webhook({ operationId, tag, summary, shapes, direction }: Webhook): JsonSchema {
  return {
    operationId,
    tags: [tag],
    summary,
    description: DESCRIPTION,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      description: 'The orders of one request, which are all final.',
      content: {
        'application/json': {
          schema: {
            description: 'All in the same shape.',
            anyOf: shapes.map((shape) => ({
              type: 'array',
              minItems: 1,
              items: jsonSchemaOf(shape, 'output'),
            })),
          },
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

const HEADERS = [
  header(
    'X-Signature',
    'Lower-case hexadecimal HMAC-SHA-256 of the raw body, under the text of the webhook secret.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ),
  header('webhook-id', 'The event, named by the service: the same on each delivery of it.', {
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
