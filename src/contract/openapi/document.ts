import type { z } from 'zod';
import { balance } from '../schemas/balance.ts';
import { ENDPOINTS, type Endpoint, type PublishedName } from '../endpoints.ts';
import { completePayinOrder } from '../schemas/payin.ts';
import { completePayoutOrder } from '../schemas/payout.ts';
import { problem, PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { COMMON_REFUSALS, OPERATIONS, REFUSALS } from './operations.ts';
import { parametersOf } from './parameters.ts';

/** The interface as OpenAPI 3.1, made from the endpoint table. */
export function openApiDocument(serverUrl: string): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tollgate merchant payment orders',
      version: '1',
      description: 'Payins, payouts, their retrieval, and balances. Amounts are in major units.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKeyId: [], timestamp: [], signature: [] }],
    tags: [
      { name: 'Payins', description: 'Incoming funds, from an external source to a gate.' },
      { name: 'Payouts', description: 'Outgoing funds, from a gate to an external destination.' },
      { name: 'Balances', description: 'What the gates and the wallet hold, by currency.' },
    ],
    paths: pathsOf(),
    components: COMPONENTS,
  };
}

/** A published endpoint without its operation does not compile, nor an operation of no endpoint. */
function pathsOf(): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const name of PUBLISHED) {
    const endpoint: Endpoint = ENDPOINTS[name];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    };
  }
  return paths;
}

/** In the order of the endpoint table. */
const PUBLISHED = Object.keys(ENDPOINTS).filter(isPublished);

function isPublished(name: string): name is PublishedName {
  return name in OPERATIONS;
}

function operationOf(name: PublishedName, endpoint: Endpoint): JsonSchema {
  const { tag, summary, description, refusals } = OPERATIONS[name];
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
  ];
  const statuses = [...COMMON_REFUSALS, ...refusals].toSorted();
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.request && { requestBody: bodyOf(endpoint.request) }),
    responses: {
      '200': successOf(endpoint),
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function bodyOf(request: z.ZodType): JsonSchema {
  const schema = jsonSchemaOf(request, 'input');
  return { required: true, content: { 'application/json': { schema } } };
}

function successOf({ response, responseKind }: Endpoint): JsonSchema {
  if (responseKind === 'none') return { description: 'Done; there is no body.' };
  const schema = withNames(jsonSchemaOf(response, 'output'));
  return { description: 'The answer.', content: { 'application/json': { schema } } };
}

/** Schemas that are referred to by name wherever they occur. */
const NAMED = {
  PayinOrder: jsonSchemaOf(completePayinOrder, 'output'),
  PayoutOrder: jsonSchemaOf(completePayoutOrder, 'output'),
  Balance: jsonSchemaOf(balance, 'output'),
};
const NAME_OF = new Map(
  Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]),
);

function withNames(schema: JsonSchema): JsonSchema {
  const name = NAME_OF.get(JSON.stringify(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isSchema(value) ? withNames(value) : value]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const COMPONENTS: JsonSchema = {
  schemas: { ...NAMED, Problem: jsonSchemaOf(problem, 'output') },
  responses: Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      status,
      {
        description,
        content: { [PROBLEM_CONTENT_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  ),
  securitySchemes: {
    apiKeyId: header('X-Api-Key-Id', 'The API key, a UUID.'),
    timestamp: header('X-Timestamp', 'Unix seconds, within 300 s of the server’s clock.'),
    signature: header(
      'X-Signature',
      'Lower-case hexadecimal HMAC-SHA-256, under the API secret, of method, path without query, ' +
        'timestamp and raw body, joined by line feeds.',
    ),
  },
};

function header(name: string, description: string): JsonSchema {
  return { type: 'apiKey', in: 'header', name, description };
}
