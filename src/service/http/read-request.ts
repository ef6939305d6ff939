import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/json.ts';
import { validate } from '#contract/problem.ts';
import { unbracketed } from '#contract/schemas/list.ts';
import { success, type Result } from '#domain/result.ts';
import type { z } from 'zod';
import { refused } from './handler.ts';
import type { Refusal } from './problems.ts';

/** The body limit by default. No request of the interface comes near it. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** The headers of an answer to a body that is too large: its unread rest must not be taken for the next request. */
export const CLOSE_CONNECTION = { connection: 'close' };

/** `broken_off`: the client disconnected, or was too slow for the server's timeout, before the end. */
export type ReadBody = Uint8Array | 'too_large' | 'broken_off';

/**
 * Reads the raw bytes of a body exactly as sent, since they are what was signed. Never keeps more than the limit in
 * memory.
 */
export async function readBody(request: Request, limitBytes = BODY_LIMIT_BYTES): Promise<ReadBody> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limitBytes) return 'too_large';
  try {
    // The HTTP parser enforces the announced length.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    // Reading a GET, which has no body, would make the adapter build a whole Request.
    if (request.method === 'GET' || request.body === null) return new Uint8Array();
    return await readStream(request.body, limitBytes);
  } catch {
    return 'broken_off';
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limitBytes) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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

const JSON_TYPE = /^application\/json\s*(;|$)/i;

export function isJson(headers: Headers): boolean {
  return JSON_TYPE.test(headers.get('content-type') ?? '');
}

/**
 * Reads the unsigned JSON body of an internal interface; undefined if it is too large, incomplete, or not a JSON
 * object.
 */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readBody(request);
  const json = typeof body === 'string' ? undefined : parseJson(body, 'as numbers');
  return json?.ok === true ? json.value : undefined;
}
