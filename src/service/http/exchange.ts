import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json.ts';
import { unbracketed } from '#contract/list.ts';
import { validate } from '#contract/problem.ts';
import type { z } from 'zod';
import type { Caller } from '../merchants/settings.ts';
import { refuse, type Refusal } from './problems.ts';
import type { Credentials } from './signed-request.ts';

/** A request that has been authenticated and parsed by its row of the endpoint table. */
export interface Exchange<Name extends EndpointName> {
  caller: Caller;
  /** What it was signed with: the same again is the very same request. */
  credentials: Credentials;
  body: Parsed<Name, 'request'>;
  params: Parsed<Name, 'params'>;
  query: Parsed<Name, 'query'>;
}

type Row<Name extends EndpointName> = (typeof ENDPOINTS)[Name];
type Parsed<Name extends EndpointName, Part extends string> =
  Row<Name> extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** What a handler comes back with; `settings_changed` has the whole exchange run again, afresh. */
export type Answer =
  | { kind: 'answer'; body?: unknown; headers?: Record<string, string> }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'settings_changed' };

export type Handler<Name extends EndpointName> = (exchange: Exchange<Name>) => Promise<Answer>;

/**
 * Any row's handler. Declared as a method, whose parameters TypeScript compares both ways: that each
 * name's handler gets what its own schemas made is held by `parseParts`, out of the compiler's sight.
 */
export type AnyHandler = { handle(exchange: unknown): Promise<Answer> }['handle'];

/** One handler for each row; a row without one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };

export function answer(body?: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', body, headers };
}

/** Marks an answer as the order that an earlier, identical request made. */
export const REPLAYED = { 'idempotent-replayed': 'true' };

export function refused(...refusal: Parameters<typeof refuse>): Answer {
  return { kind: 'refused', refusal: refuse(...refusal) };
}

export interface RawParts {
  body: Uint8Array;
  contentType: string | null;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** Schemas that replace the row's own where the service knows more than the contract: the clock. */
export type RequestSchemas = Partial<Record<EndpointName, z.ZodType>>;

export interface ParsedParts {
  body: unknown;
  params: unknown;
  query: unknown;
}

/** Every part by its schema; parts without one are undefined. */
export function parseParts(
  name: EndpointName,
  raw: RawParts,
  schemas: RequestSchemas,
): ParsedParts | Refusal {
  const row: Endpoint = ENDPOINTS[name];
  const params = parseParameters(row.params, raw.params);
  if ('problem' in params) return params;
  const query = parseParameters(row.query, unbracketed(raw.query));
  if ('problem' in query) return query;
  if (row.request === undefined) {
    return { body: undefined, params: params.value, query: query.value };
  }
  const body = parseBody(schemas[name] ?? row.request, raw);
  return 'problem' in body ? body : { body: body.value, params: params.value, query: query.value };
}

function parseParameters(
  schema: z.ZodType | undefined,
  given: object,
): { value: unknown } | Refusal {
  if (schema === undefined) return { value: undefined };
  const parsed = validate(schema, given, 'parameters');
  return parsed.ok ? { value: parsed.value } : refuse('invalid', { errors: parsed.violations });
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

function parseBody(schema: z.ZodType, raw: RawParts): { value: unknown } | Refusal {
  if (!JSON_TYPE.test(raw.contentType ?? '')) {
    return refuse('unsupported_type', { detail: 'Content-Type must be application/json.' });
  }
  const json = parseJson(raw.body);
  if (!json.ok) {
    const { ok: _, ...fault } = json;
    return refuse('invalid', fault);
  }
  const parsed = validate(schema, json.value);
  return parsed.ok ? { value: parsed.value } : refuse('invalid', { errors: parsed.violations });
}
