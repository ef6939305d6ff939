import { ENDPOINTS, type EndpointName, type Scope } from '#contract/endpoints.ts';
import type { Logger } from 'pino';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import type { Caller } from '../merchants/settings.ts';
import {
  authenticate,
  readCredentials,
  refuseMalformed,
  type ReadCredentials,
} from './authenticate.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { unauthorized } from './diagnose.ts';
import {
  parseParts,
  type AnyHandler,
  type Answer,
  type Handlers,
  type RawParts,
  type RequestSchemas,
} from './exchange.ts';
import { problemReply, refuse, type Refusal } from './problems.ts';
import { BODY_LIMIT_BYTES, readBody } from './read-body.ts';
import type { Reply } from './reply.ts';
import type { RequestLimit } from './request-limit.ts';
import { AnswerTimeout, refuseUnexpected, unavailable } from './unexpected.ts';
import type { Credentials, SignedRequest } from './signed-request.ts';

export interface ServeDeps {
  callers: CallerDirectory;
  handlers: Handlers;
  schemas: RequestSchemas;
  now: () => Date;
  log: Logger;
  documentationUrl: string;
  /** What a proxy in front took off the path that the caller signed. */
  publicPathPrefix: string;
  /** Undefined where keys may ask as often as they like. */
  requestLimit: RequestLimit | undefined;
  /** Of requests that may need the database. */
  concurrencyLimit: ConcurrencyLimit;
}

export interface IncomingCall {
  request: Request;
  requestId: string;
  /** Path as sent, up to the question mark, neither decoded nor normalised. */
  rawPath: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** No answer takes this long while the database is there; a client is told so before it gives up. */
const ANSWER_TIMEOUT_MS = 4_500;

/** An answer, and what its line in the log says of it. */
export interface Served {
  reply: Reply;
  logged: LoggedAnswer;
}

/** Nothing that a caller wrote, but for the id of the key: a UUID. */
export interface LoggedAnswer {
  endpoint?: EndpointName;
  path?: string;
  keyId?: string;
  /** Why it was refused. */
  problem?: string;
  check?: string;
}

/**
 * One call of one endpoint, from bytes to answer: headers, body within its limit, key, timestamp, MAC,
 * scope, and only then the parsing (decision 1). What goes wrong becomes a problem with its request id.
 */
export async function serve(
  deps: ServeDeps,
  name: EndpointName,
  call: IncomingCall,
): Promise<Served> {
  const { requestId } = call;
  const read = readCredentials(call.request.headers);
  const keyId = read.ok ? read.credentials.keyId : 'keyId' in read ? read.keyId : undefined;
  const outcome = await answerCall(deps, name, call, read).catch((error: unknown) =>
    refuseUnexpected(deps.log, requestId, error),
  );
  const logged = { endpoint: name, ...(keyId !== undefined && { keyId }) };
  if (!('problem' in outcome)) return { reply: successReply(outcome), logged };
  const path = publicPath(deps, call);
  const reply = problemReply(outcome, { path, requestId, documentationUrl: deps.documentationUrl });
  return { reply, logged: { ...logged, ...loggedRefusal(outcome) } };
}

export function loggedRefusal({ problem, check }: Refusal): LoggedAnswer {
  return { problem, ...(check !== undefined && { check }) };
}

/** The path that the caller sees, and signs. */
function publicPath({ publicPathPrefix }: ServeDeps, { rawPath }: IncomingCall): string {
  return publicPathPrefix + rawPath;
}

/**
 * Waiting for the database included. What goes on behind a timeout does no harm, for every call may be
 * repeated; but it goes on being counted until it has ended.
 */
async function inTime<T>(
  { concurrencyLimit }: ServeDeps,
  begin: () => Promise<T>,
): Promise<T | Refusal> {
  const leave = concurrencyLimit.enter();
  if (leave === undefined) return unavailable('busy');
  const answer = begin().finally(leave);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AnswerTimeout('No answer in time'));
    }, ANSWER_TIMEOUT_MS);
  });
  return Promise.race([answer, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

type Success = Extract<Answer, { kind: 'answer' }>;

async function answerCall(
  deps: ServeDeps,
  name: EndpointName,
  call: IncomingCall,
  read: ReadCredentials,
): Promise<Success | Refusal> {
  const { request } = call;
  if (!read.ok) {
    if (!('keyId' in read)) return unauthorized(read.check);
    return inTime(deps, () => refuseMalformed(deps.callers, read));
  }
  const body = await readBody(request);
  if (body === 'too_large') return refuse('too_large', { detail: TOO_LARGE }, CLOSE_CONNECTION);
  if (body === 'broken_off') return refuse('invalid', { detail: 'The body broke off.' });
  const signed: SignedRequest = {
    method: request.method,
    path: publicPath(deps, call),
    body,
    holdsCardData: name === 'submitCardData',
  };
  const raw: RawParts = {
    body,
    contentType: request.headers.get('content-type'),
    params: call.params,
    query: call.query,
  };
  const { credentials } = read;
  return inTime(deps, () => answerSigned(deps, name, { credentials, signed, raw }));
}

/** Once with what is known of the caller, and where that has changed, once more with what is true now. */
async function answerSigned(
  deps: ServeDeps,
  name: EndpointName,
  { credentials, signed, raw }: { credentials: Credentials; signed: SignedRequest; raw: RawParts },
): Promise<Success | Refusal> {
  for (const fresh of [false, true]) {
    const found = await authenticate(deps, credentials, signed, { fresh });
    if ('problem' in found) return found;
    const refusal = fresh ? undefined : limited(deps, found);
    if (refusal) return refusal;
    const outcome = await handle(deps, name, { caller: found.caller, credentials }, raw);
    if (outcome.kind === 'answer') return outcome;
    // A refusal never rests on memory alone: the key or the method may have changed since.
    const settled = outcome.kind === 'refused' && (await isSettled(deps, found));
    if (settled) return outcome.refusal;
  }
  throw new Error("The merchant's settings changed again and again while a request was answered");
}

/** The page has a limit of its own: all shoppers come by its one key. */
function limited({ requestLimit }: ServeDeps, { caller }: FoundCaller): Refusal | undefined {
  if (requestLimit === undefined || caller.scope === 'page') return undefined;
  const waitSeconds = requestLimit.take(caller.keyId);
  if (waitSeconds === undefined) return undefined;
  return refuse('too_many_requests', {}, { 'retry-after': String(waitSeconds) });
}

const TOO_LARGE = `The body is larger than ${String(BODY_LIMIT_BYTES)} bytes.`;
/** What was not read of the body must not be taken for the next request. */
const CLOSE_CONNECTION = { connection: 'close' };

async function handle(
  deps: ServeDeps,
  name: EndpointName,
  { caller, credentials }: { caller: Caller; credentials: Credentials },
  raw: RawParts,
): Promise<Answer> {
  const scopes: readonly Scope[] = ENDPOINTS[name].scopes;
  if (!scopes.includes(caller.scope)) {
    return { kind: 'refused', refusal: refuse('forbidden') };
  }
  const parts = parseParts(name, raw, deps.schemas);
  if ('problem' in parts) return { kind: 'refused', refusal: parts };
  const handler: AnyHandler = deps.handlers[name];
  return handler({ caller, credentials, ...parts });
}

async function isSettled(deps: ServeDeps, found: FoundCaller): Promise<boolean> {
  const { caller, fromMemory } = found;
  return !fromMemory || caller.scope === 'page' || deps.callers.isCurrent(caller);
}

function successReply({ body, headers = {} }: Success): Reply {
  if (body === undefined) return { status: 200, headers };
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
