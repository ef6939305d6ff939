import { z } from 'zod';
import type { Endpoint, EndpointName } from '../endpoints.ts';
import { completeProblem, PROBLEM_CONTENT_TYPE, type ProblemName } from '../problem.ts';
import { examplesIn, problemExamples, RECORDED } from './examples.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { COMMON_REFUSALS, type Operation } from './operations.ts';

/** Returns an endpoint's operation, with its description and recorded examples. */
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

/**
 * Returns the parameters of a params, query or headers schema. A list repeats the parameter, which is OpenAPI's
 * default.
 */
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

/** Recognizes a parameter that the schema names only to refuse it instead of ignoring it. */
function isRefused(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNever;
}

function isOptional(field: z.ZodType): boolean {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}

/** Returns a parameter's default. The default order of a list is left to its description. */
function defaultOf(field: z.ZodType): JsonSchema {
  if (!(field instanceof z.ZodDefault)) return {};
  const { defaultValue: taken } = field.def;
  return typeof taken === 'object' ? {} : { default: taken };
}

/**
 * Returns the inner schema that a query field's value is parsed by, without the wrappers that handle repetition and
 * defaults. That schema describes the parameter.
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
/** Statuses with a Retry-After header. */
const RETRIED = ['429', '503'];

/** Returns the response for a refusal status, without examples of `unmet` problems. */
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
