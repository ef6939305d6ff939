import type { z } from 'zod';
import { ENDPOINTS, type Endpoint, type PublishedName } from '../endpoints.ts';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { componentSchemas, schemaOf } from './components.ts';
import { examplesIn, problemExamples, RECORDED } from './examples.ts';
import { referenceTo, type JsonSchema } from './json-schema.ts';
import { COMMON_REFUSALS, OPERATIONS, REFUSALS, type Operation } from './operations.ts';
import { parametersOf } from './parameters.ts';
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
    openapi: '3.1.1',
    info: {
      title: 'Tollgate merchant payment orders',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl, description: 'This deployment.' }],
    security: [{ apiKeyId: [], timestamp: [], signature: [] }],
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
  const operation = OPERATIONS[name];
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...parametersOf('header', endpoint.headers),
  ];
  const statuses = [...COMMON_REFUSALS, ...operation.refusals].toSorted();
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.request && { requestBody: bodyOf(name, operation, endpoint.request) }),
    responses: {
      '200': successOf(name, operation, endpoint),
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

function bodyOf(name: PublishedName, operation: Operation, request: z.ZodType): JsonSchema {
  const schema = schemaOf(request, 'input');
  return {
    required: true,
    description: operation.request,
    content: { 'application/json': { schema, ...examplesIn(RECORDED.requests[name]) } },
  };
}

function successOf(
  name: PublishedName,
  { answer }: Operation,
  { response, responseKind, request }: Endpoint,
): JsonSchema {
  const headers = {
    ...ALWAYS,
    ...(request && responseKind !== 'none' && { 'Idempotent-Replayed': header('Replayed') }),
  };
  if (responseKind === 'none') return { description: answer, headers };
  const schema = schemaOf(response, 'output');
  const content = { 'application/json': { schema, ...examplesIn(RECORDED.answers[name]) } };
  return { description: answer, headers, content };
}

function header(name: string): JsonSchema {
  return { $ref: `#/components/headers/${name}` };
}

const ALWAYS = { 'X-Request-Id': header('RequestId') };
/** Statuses that say when to come back. */
const RETRIED = ['429', '503'];

function refusal(status: string, description: string): JsonSchema {
  const schema = referenceTo('Problem');
  return {
    description,
    headers: {
      ...ALWAYS,
      ...(RETRIED.includes(status) && { 'Retry-After': header('RetryAfter') }),
    },
    content: { [PROBLEM_CONTENT_TYPE]: { schema, examples: problemExamples(Number(status)) } },
  };
}

function components(): JsonSchema {
  return {
    schemas: componentSchemas(),
    responses: Object.fromEntries(
      Object.entries(REFUSALS).map(([status, says]) => [status, refusal(status, says)]),
    ),
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
}

const HEADERS = {
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
