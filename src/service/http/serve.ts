import { randomUUID } from 'node:crypto';
import { ENDPOINTS, type EndpointName, type Scope } from '#contract/endpoints.ts';
import type { Logger } from 'pino';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import {
  authenticate,
  readCredentials,
  UNAUTHORIZED,
  type Credentials,
  type SignedRequest,
} from './authenticate.ts';
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
import { AnswerTimeout, refuseUnexpected } from './unexpected.ts';

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
}

export interface IncomingCall {
  request: Request;
  /** Path as sent, up to the question mark, neither decoded nor normalised. */
  rawPath: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** No answer takes this long while the database is there; a client is told so before it gives up. */
const ANSWER_TIMEOUT_MS = 4_500;

/**
 * One call of one endpoint, from bytes to answer: headers, body within its limit, key, timestamp, MAC,
 * scope, and only then the parsing (decision 1). What goes wrong becomes a problem with its request id.
 */
export async function serve(
  deps: ServeDeps,
  name: EndpointName,
  call: IncomingCall,
): Promise<Reply> {
  const requestId = randomUUID();
  const startedMs = performance.now();
  const outcome = await answerCall(deps, name, call).catch((error: unknown) =>
    refuseUnexpected(deps.log, requestId, error),
  );
  const reply =
    'problem' in outcome
      ? problemReply(outcome, {
          path: call.rawPath,
          requestId,
          documentationUrl: deps.documentationUrl,
        })
      : successReply(outcome, requestId);
  deps.log.info({
    requestId,
    endpoint: name,
    status: reply.status,
    durationMs: Math.round(performance.now() - startedMs),
  });
  return reply;
}

/** What goes on behind a timeout does no harm: every call may be repeated. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
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
): Promise<Success | Refusal> {
  const { request } = call;
  const credentials = readCredentials(request.headers);
  if (credentials === undefined) return UNAUTHORIZED;
  const body = await readBody(request);
  if (body === 'too_large') return refuse('too_large', { detail: TOO_LARGE }, CLOSE_CONNECTION);
  if (body === 'broken_off') return refuse('invalid', { detail: 'The body broke off.' });
  const path = `${deps.publicPathPrefix}${call.rawPath}`;
  const signed: SignedRequest = { method: request.method, path, body };
  const raw: RawParts = {
    body,
    contentType: request.headers.get('content-type'),
    params: call.params,
    query: call.query,
  };
  return inTime(answerSigned(deps, name, { credentials, signed, raw }));
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
    const outcome = await handle(deps, name, found, raw);
    if (outcome.kind === 'answer') return outcome;
    // A refusal never rests on memory alone: the key or the method may have changed since.
    const settled = outcome.kind === 'refused' && (await isSettled(deps, found));
    if (settled) return outcome.refusal;
  }
  throw new Error("The merchant's settings changed again and again while a request was answered");
}

/** The page has a limit of its own: all shoppers come by its one key. */
function limited({ requestLimit, now }: ServeDeps, { caller }: FoundCaller): Refusal | undefined {
  if (requestLimit === undefined || caller.scope === 'page') return undefined;
  const waitSeconds = requestLimit.take(caller.keyId, now().getTime());
  if (waitSeconds === undefined) return undefined;
  return refuse('too_many_requests', {}, { 'retry-after': String(waitSeconds) });
}

const TOO_LARGE = `The body is larger than ${String(BODY_LIMIT_BYTES)} bytes.`;
/** What was not read of the body must not be taken for the next request. */
const CLOSE_CONNECTION = { connection: 'close' };

async function handle(
  deps: ServeDeps,
  name: EndpointName,
  { caller }: FoundCaller,
  raw: RawParts,
): Promise<Answer> {
  const scopes: readonly Scope[] = ENDPOINTS[name].scopes;
  if (!scopes.includes(caller.scope)) {
    return { kind: 'refused', refusal: refuse('forbidden') };
  }
  const parts = parseParts(name, raw, deps.schemas);
  if ('problem' in parts) return { kind: 'refused', refusal: parts };
  const handler: AnyHandler = deps.handlers[name];
  return handler({ caller, ...parts });
}

async function isSettled(deps: ServeDeps, found: FoundCaller): Promise<boolean> {
  const { caller, fromMemory } = found;
  return !fromMemory || caller.scope === 'page' || deps.callers.isCurrent(caller);
}

function successReply({ body, headers = {} }: Success, requestId: string): Reply {
  const own = { 'x-request-id': requestId, ...headers };
  if (body === undefined) return { status: 200, headers: own };
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...own },
    body: JSON.stringify(body),
  };
}
