import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/json.ts';
import { unbracketed } from '#contract/schemas/list.ts';
import { validate } from '#contract/problem.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { z } from 'zod';
import type { Caller } from '../merchants/settings.ts';
import type { Credentials } from './authenticate.ts';
import { refuse, type Refusal } from './problems.ts';
import { isJson } from './read-body.ts';

/** A request that has been authenticated and parsed by its row of the endpoint table. */
export interface HandlerInput<Name extends EndpointName> {
  /** Of a scope that the endpoint's row allows. */
  caller: Extract<Caller, { scope: Row<Name>['scopes'][number] }>;
  /** What it was signed with: the same again is the very same request. */
  credentials: Credentials;
  body: Parsed<Name, 'request'>;
  params: Parsed<Name, 'params'>;
  query: Parsed<Name, 'query'>;
  headers: Parsed<Name, 'headers'>;
}

type Row<Name extends EndpointName> = (typeof ENDPOINTS)[Name];
type Parsed<Name extends EndpointName, Part extends string> =
  Row<Name> extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

export interface Success {
  /** Undefined where there is nothing to say but 200. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a handler comes back with. Stale settings are thrown: the request is handled again. */
export type HandlerResult = Result<Success, Refusal>;

export type Handler<Name extends EndpointName> = (
  input: HandlerInput<Name>,
) => Promise<HandlerResult>;

/**
 * Any row's handler. Declared as a method, whose parameters TypeScript compares both ways: that each
 * name's handler gets what its own schemas made is ensured by `parseParts`, where the compiler cannot
 * check it.
 */
export type AnyHandler = { handle(input: unknown): Promise<HandlerResult> }['handle'];

/** One handler for each row; a row without one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };

export function answer(body?: unknown, headers: Record<string, string> = {}): HandlerResult {
  return success({ body, headers });
}

/** Marks an answer as the order that an earlier, identical request made. */
export const REPLAYED = { 'idempotent-replayed': 'true' };

export function refused(...refusal: Parameters<typeof refuse>): Result<never, Refusal> {
  return failure(refuse(...refusal));
}

export interface RawParts {
  body: Uint8Array;
  headers: Headers;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** Schemas that replace the row's own where the service knows more than the contract: the clock. */
export type RequestSchemas = Partial<Record<EndpointName, z.ZodType>>;

export interface ParsedParts {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
}

/** Every part by its schema; parts without one are undefined. */
export function parseParts(
  name: EndpointName,
  raw: RawParts,
  schemas: RequestSchemas,
): Result<ParsedParts, Refusal> {
  const row: Endpoint = ENDPOINTS[name];
  const params = parseParameters(row.params, raw.params);
  if (!params.ok) return params;
  const query = parseParameters(row.query, unbracketed(raw.query));
  if (!query.ok) return query;
  const headers = parseParameters(row.headers, named(row.headers, raw.headers));
  if (!headers.ok) return headers;
  const body = row.request ? parseBody(schemas[name] ?? row.request, raw) : NOTHING;
  if (!body.ok) return body;
  return success({
    params: params.value,
    query: query.value,
    headers: headers.value,
    body: body.value,
  });
}

/** The headers that a schema names, as far as they were sent. */
function named(schema: z.ZodObject | undefined, headers: Headers): Record<string, string> {
  const sent = Object.keys(schema?.shape ?? {}).flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(sent);
}

const NOTHING = success(undefined);

function parseParameters(schema: z.ZodType | undefined, given: object): Result<unknown, Refusal> {
  if (schema === undefined) return NOTHING;
  const parsed = validate(schema, given, 'parameters');
  return parsed.ok ? parsed : refused('invalid', { errors: parsed.violations });
}

function parseBody(schema: z.ZodType, raw: RawParts): Result<unknown, Refusal> {
  if (!isJson(raw.headers)) {
    return refused('unsupported_type', { detail: 'Content-Type must be application/json.' });
  }
  const json = parseJson(raw.body);
  if (!json.ok) {
    const { ok: _, ...fault } = json;
    return refused('invalid', fault);
  }
  const parsed = validate(schema, json.value);
  return parsed.ok ? parsed : refused('invalid', { errors: parsed.violations });
}
