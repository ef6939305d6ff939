import type { ENDPOINTS, EndpointName } from '#contract/endpoints.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { z } from 'zod';
import type { Caller } from '../merchants/settings.ts';
import type { Credentials } from './authenticate.ts';
import { refuse, type Refusal } from './problems.ts';
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
