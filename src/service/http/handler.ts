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
import { unavailable } from './unexpected.ts';

/** A request that has been authenticated and parsed by its row of the endpoint table. */
export interface HandlerInput<Name extends EndpointName> {
  /** A caller with a scope that the endpoint's row allows. */
  caller: Extract<Caller, { scope: Row<Name>['scopes'][number] }>;
  /** The credentials that signed the request. The same credentials again mean the same request. */
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
  /** Undefined for an answer of nothing but status 200. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type HandlerResult = Result<Success, Refusal>;

/**
 * The result of a handler that met settings which have changed since its caller was authenticated, and did nothing. The
 * pipeline then handles the request again, a bounded number of times.
 */
export const STALE_SETTINGS = failure(unavailable('settings'));

export type Handler<Name extends EndpointName> = (
  input: HandlerInput<Name>,
) => Promise<HandlerResult>;

/**
 * The handler of any row. It is declared as a method, because TypeScript compares the parameters of methods both
 * ways. The compiler cannot check that each handler gets what its own schemas produced: `parseParts` ensures that.
 */
export type AnyHandler = { handle(input: unknown): Promise<HandlerResult> }['handle'];

/** The endpoints that only a sandbox has. */
const SANDBOX_ONLY = [
  'listRequests',
  'triggerCode',
  'triggerDispute',
  'triggerExpiry',
  'triggerRelease',
  'triggerRedelivery',
  'triggerDisputeDeadline',
] as const satisfies EndpointName[];
type SandboxOnly = (typeof SANDBOX_ONLY)[number];
const SANDBOX_NAMES: ReadonlySet<EndpointName> = new Set(SANDBOX_ONLY);

export function isSandboxOnly(name: EndpointName): boolean {
  return SANDBOX_NAMES.has(name);
}

export type SandboxHandlers = { [Name in SandboxOnly]: Handler<Name> };

/** One handler for each row; a row without one does not compile, except that a live deployment has no sandbox. */
export type Handlers = {
  [Name in Exclude<EndpointName, SandboxOnly>]: Handler<Name>;
} & Partial<SandboxHandlers>;

export function answer(body?: unknown, headers: Record<string, string> = {}): HandlerResult {
  return success({ body, headers });
}

/** The headers of an answer whose order was created by an earlier, identical request. */
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

/**
 * Schemas that replace a row's own if a check needs more than the contract: the service's clock or configuration.
 */
export type RequestSchemas = Partial<Record<EndpointName, z.ZodType>>;

export interface ParsedParts {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
}

/** Parses each part by its schema; parts without one are undefined. */
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

/** Returns the sent headers that a schema names. */
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

const GZIP_BODY =
  'The body is compressed with gzip, and has no Content-Encoding: send it uncompressed, and sign the bytes that you send.';

/** Returns whether bytes begin as gzip does (RFC 1952, 2.3.1). */
function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function parseBody(schema: z.ZodType, raw: RawParts): Result<unknown, Refusal> {
  if (!isJson(raw.headers)) {
    return refused('unsupported_type', { detail: 'Content-Type must be application/json.' });
  }
  const json = parseJson(raw.body);
  if (!json.ok) {
    if (isGzip(raw.body)) return refused('invalid', { detail: GZIP_BODY });
    const { ok: _, ...fault } = json;
    return refused('invalid', fault);
  }
  const parsed = validate(schema, json.value);
  return parsed.ok ? parsed : refused('invalid', { errors: parsed.violations });
}
