import type { z } from 'zod';
import type { Endpoint, EndpointName } from '../endpoints.ts';
import type { ProblemName } from '../problem-names.ts';
import { PROBLEM_CONTENT_TYPE } from '../problem.ts';
import { schemaOf } from './components.ts';
import { examplesIn, problemExamples, RECORDED } from './examples.ts';
import { referenceTo, type JsonSchema } from './json-schema.ts';
import { COMMON_REFUSALS, type Operation } from './operations.ts';
import { parametersOf } from './parameters.ts';

/** An endpoint with what is said of it, and its recorded examples. */
export function operationObject(
  name: EndpointName,
  endpoint: Endpoint,
  operation: Operation,
): JsonSchema {
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

function bodyOf(name: EndpointName, operation: Operation, request: z.ZodType): JsonSchema {
  const schema = schemaOf(request, 'input');
  return {
    required: true,
    description: operation.request,
    content: { 'application/json': { schema, ...examplesIn(RECORDED.requests[name]) } },
  };
}

function successOf(
  name: EndpointName,
  { answer, replays }: Operation,
  { response, responseKind }: Endpoint,
): JsonSchema {
  const headers = {
    ...ALWAYS,
    ...(replays && { 'Idempotent-Replayed': header('Replayed') }),
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

/** What a refusal with a status answers; its examples leave out what the interface never refuses with. */
export function refusalObject(
  status: string,
  description: string,
  unmet: readonly ProblemName[],
): JsonSchema {
  const schema = referenceTo('Problem');
  return {
    description,
    headers: {
      ...ALWAYS,
      ...(RETRIED.includes(status) && { 'Retry-After': header('RetryAfter') }),
    },
    content: {
      [PROBLEM_CONTENT_TYPE]: { schema, examples: problemExamples(Number(status), unmet) },
    },
  };
}
