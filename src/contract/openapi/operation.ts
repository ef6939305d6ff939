import { z } from 'zod';
import type { Endpoint, EndpointName } from '../endpoints.ts';
import { completeProblem, PROBLEM_CONTENT_TYPE } from '../problem.ts';
import type { ProblemName } from '../problem-names.ts';
import { examplesIn, problemExamples, RECORDED } from './examples.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { COMMON_REFUSALS, type Operation } from './operations.ts';

/** An endpoint with its description and its recorded examples. */
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

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

/** The parameters of a params or query schema. A list repeats the parameter, as OpenAPI's default has it. */
function parametersOf(place: Parameter['in'], schema: z.ZodType | undefined): Parameter[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const fields: [string, unknown][] = Object.entries(schema.shape);
  return fields.flatMap(([name, field]) =>
    field instanceof z.ZodType && !isRefused(field) ? parameterOf(place, name, field) : [],
  );
}

function parameterOf(place: Parameter['in'], name: string, field: z.ZodType): Parameter {
  const { description = '', example } = field.meta() ?? {};
  const { description: _, example: __, ...schema } = jsonSchemaOf(readAs(field), 'input');
  return {
    name,
    in: place,
    required: !isOptional(field),
    description,
    schema: { ...schema, ...defaultOf(field) },
    example,
  };
}

/** Named in the schema so that it is refused, not ignored. */
function isRefused(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNever;
}

function isOptional(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}

/** What is taken where it is left out. How a list is sorted then, words say. */
function defaultOf(field: z.ZodType): JsonSchema {
  if (!(field instanceof z.ZodDefault)) return {};
  const { defaultValue: taken } = field.def;
  return typeof taken === 'object' ? {} : { default: taken };
}

/**
 * A query's field first sorts out how often it was given, and then reads what it was given as: that
 * last schema, without what surrounds it, is the parameter's.
 */
function readAs(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    return readAsType(field.unwrap());
  }
  return field instanceof z.ZodPipe && !(field.out instanceof z.ZodTransform)
    ? readAsType(field.out)
    : field;
}

function readAsType(inner: unknown): z.ZodType {
  return inner instanceof z.ZodType ? readAs(inner) : z.unknown();
}

function bodyOf(name: EndpointName, operation: Operation, request: z.ZodType): JsonSchema {
  const schema = jsonSchemaOf(request, 'input');
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
  const schema = jsonSchemaOf(response, 'output');
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
  const schema = jsonSchemaOf(completeProblem, 'output');
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
