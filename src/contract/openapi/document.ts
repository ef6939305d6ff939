import { ENDPOINTS, type Endpoint, type PublishedName } from '../endpoints.ts';
import { HEADERS, SECURITY, SECURITY_SCHEMES } from './common-components.ts';
import { componentSchemas, INTERFACE } from './components.ts';
import { documentHead, merchantsServer } from './document-head.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationObject, refusalObject } from './operation-object.ts';
import { OPERATIONS, REFUSALS } from './operations.ts';
import { webhooks } from './webhooks.ts';

const DESCRIPTION = `Payins, payouts, their retrieval, and balances.

Amounts are JSON numbers in major units of their currency, with at most two decimals. Members of answers
that have no value are left out, never null; members may be added. Text in requests holds no NUL, does
not begin with a byte order mark and is valid Unicode. Unknown members of a request's body are refused, unknown
query parameters are ignored.

Every 4xx made nothing. After 500, 503 and no answer the effect is unknown: repeat the same request.`;

/** The interface as OpenAPI 3.1, made from the endpoint table. */
export function openApiDocument(serverUrl: string): JsonSchema {
  return {
    ...documentHead({
      title: 'Tollgate merchant payment orders',
      description: DESCRIPTION,
      server: merchantsServer(serverUrl),
    }),
    security: SECURITY,
    tags: [
      { name: 'Payins', description: 'Incoming funds, from an external source to a gate.' },
      { name: 'Payouts', description: 'Outgoing funds, from a gate to an external destination.' },
      { name: 'Balances', description: 'What the gates and the wallet hold, by currency.' },
    ],
    paths: pathsOf(),
    webhooks: webhooks(),
    components: components(),
  };
}

/** A published endpoint without its operation does not compile, nor an operation of no endpoint. */
function pathsOf(): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const name of PUBLISHED) {
    const endpoint: Endpoint = ENDPOINTS[name];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(name, endpoint, OPERATIONS[name]),
    };
  }
  return paths;
}

/** In the order of the endpoint table. */
const PUBLISHED = Object.keys(ENDPOINTS).filter(isPublished);

function isPublished(name: string): name is PublishedName {
  return name in OPERATIONS;
}

/** What merchants' tools alone refuse with. */
const OF_TOOLS = ['no-such-webhook', 'no-such-path'] as const;

function components(): JsonSchema {
  return {
    schemas: componentSchemas(INTERFACE),
    responses: Object.fromEntries(
      Object.entries(REFUSALS).map(([status, says]) => [
        status,
        refusalObject(status, says, OF_TOOLS),
      ]),
    ),
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
}
