import { ENDPOINTS, type Endpoint, type EndpointName } from '../endpoints.ts';
import type { ProblemName } from '../problem.ts';
import { withNamed, type JsonSchema } from './json-schema.ts';
import { operationObject, refusalObject } from './operation.ts';
import {
  DEVELOPER_OPERATIONS,
  DEVELOPER_REFUSALS,
  OPERATIONS,
  REFUSALS,
  type Operation,
  type RefusalStatus,
} from './operations.ts';
import { developerWebhooks, orderWebhooks } from './webhooks.ts';

const DESCRIPTION = `Payins, payouts, their retrieval, and balances.

Amounts are JSON numbers in major units of their currency, with at most two decimals. Members of answers
without a value are left out, never null; members may be added. Text in requests has no NUL, does
not begin with a byte order mark and is valid Unicode. Unknown members of a request's body are refused, unknown
query parameters are ignored.

A 4xx has no effect. After 500, 503 and no answer the effect is unknown: repeat the same request.`;

/** Returns the orders API as OpenAPI 3.1, generated from the endpoint table. */
export function openApiDocument(serverUrl: string): JsonSchema {
  return withNamed({
    ...documentHead({
      title: 'Tollgate merchant payment orders',
      description: DESCRIPTION,
      server: merchantsServer(serverUrl),
    }),
    security: SECURITY,
    tags: [
      { name: 'Payins', description: 'Incoming funds, from an external source to a gate.' },
      { name: 'Payouts', description: 'Outgoing funds, from a gate to an external destination.' },
      { name: 'Balances', description: 'Balances of the gates and the wallet, by currency.' },
    ],
    paths: pathsOf(OPERATIONS),
    webhooks: orderWebhooks(),
    components: {
      responses: responsesOf(REFUSALS, [
        'refund-not-found',
        'dispute-not-found',
        'link-not-found',
        'no-such-webhook',
        'no-such-path',
        'not-refundable',
        'nothing-to-trigger',
      ]),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

const DEVELOPER_DESCRIPTION = `For a merchant's developers, signed like the orders interface: refunds; disputes;
links to pay; webhooks and resending; and, in a sandbox, the requests of a key, resolution codes on demand and triggers for
what otherwise takes time.`;

/**
 * Returns the developer API as OpenAPI 3.1. It is separate from the orders API, whose paths are the specification's.
 */
export function developerDocument(serverUrl: string): JsonSchema {
  return withNamed({
    ...documentHead({
      title: 'Tollgate developer API',
      description: DEVELOPER_DESCRIPTION,
      server: merchantsServer(serverUrl),
    }),
    security: SECURITY,
    tags: [
      { name: 'Refunds', description: 'Refunds of payins, in full or in part.' },
      { name: 'Disputes', description: 'Disputes of payins, from the acquirers.' },
      { name: 'Links', description: 'Links to pay: each makes payins when payers open it.' },
      { name: 'Payments', description: 'Cancel a payin; list the payment methods.' },
      { name: 'Webhooks', description: 'Webhooks sent or waiting, with their deliveries.' },
      { name: 'Requests', description: 'Requests made with a key, with reasons for refusals.' },
      { name: 'Codes', description: 'Resolution codes on demand, in a sandbox.' },
      { name: 'Time', description: 'What otherwise takes time, on demand, in a sandbox.' },
    ],
    paths: pathsOf(DEVELOPER_OPERATIONS),
    webhooks: developerWebhooks(),
    components: {
      responses: responsesOf(DEVELOPER_REFUSALS, ['not-awaiting-card-data']),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

interface DocumentHead {
  title: string;
  description: string;
  server: { url: string; description: string };
}

/** Returns the head that all OpenAPI documents of the service share. */
export function documentHead({ title, description, server }: DocumentHead) {
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [server],
  };
}

/** Returns the entry for the listener that merchants call. */
function merchantsServer(url: string): DocumentHead['server'] {
  return { url, description: 'This deployment.' };
}

/** Returns the paths in the order of the endpoint table. */
function pathsOf(operations: Partial<Record<EndpointName, Operation>>): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const name of Object.keys(ENDPOINTS).filter(isEndpointName)) {
    const operation = operations[name];
    if (operation === undefined) continue;
    const endpoint: Endpoint = ENDPOINTS[name];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(name, endpoint, operation),
    };
  }
  return paths;
}

function isEndpointName(name: string): name is EndpointName {
  return name in ENDPOINTS;
}

/** Returns the shared refusal responses. `unmet` are problems that only the other API has. */
function responsesOf(
  refusals: Record<RefusalStatus, string>,
  unmet: readonly ProblemName[],
): JsonSchema {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      refusalObject(status, description, unmet),
    ]),
  );
}

const HEADERS = {
  RequestId: {
    description: "The request's id, from the service; also in its log.",
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  Replayed: {
    description:
      '`true` where the order existed already, made earlier by the same request; left out otherwise.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before repeating the request.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
};

const SECURITY_SCHEMES = {
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

/** Every request needs all three. */
const SECURITY = [{ apiKeyId: [], timestamp: [], signature: [] }];
