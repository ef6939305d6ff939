import type { JsonSchema } from './json-schema.ts';

/* What every description of an interface for merchants has: credentials, and headers of answers. */

export const HEADERS = {
  RequestId: {
    description: "The request's id, named by the service; its log has it too.",
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  Replayed: {
    description:
      '`true` where the order existed already, made earlier by the same request; left out otherwise.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'After how many seconds to repeat the request.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
};

export const SECURITY_SCHEMES = {
  apiKeyId: credential('X-Api-Key-Id', "The API key's id, a UUID, from the operator."),
  timestamp: credential(
    'X-Timestamp',
    'When the request was signed: Unix seconds in digits, within 300 s of the server’s clock.',
  ),
  signature: credential(
    'X-Signature',
    'Lower-case hexadecimal HMAC-SHA-256, under the API secret, of method, path without query, ' +
      'timestamp and raw body, joined by line feeds.',
  ),
};

function credential(name: string, description: string): JsonSchema {
  return { type: 'apiKey', in: 'header', name, description };
}

/** All three, on every request. */
export const SECURITY = [{ apiKeyId: [], timestamp: [], signature: [] }];
