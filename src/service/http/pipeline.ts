import { ENDPOINTS, type EndpointName, type Scope } from '#contract/endpoints.ts';
import type { Violation } from '#contract/problem.ts';
import { isTestKey } from '../merchants/keys.ts';
import { withWarnings } from './query-warnings.ts';
import { failure } from '#domain/result.ts';
import type { Logger } from 'pino';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import type { Caller } from '../merchants/settings.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import {
  authenticate,
  explainInSandbox,
  namedKey,
  readCredentials,
  refuseMalformed,
  unauthorized,
  type Credentials,
  type ReadCredentials,
  type ReceivedRequest,
} from './authenticate.ts';
import {
  isSandboxOnly,
  refused,
  STALE_SETTINGS,
  type AnyHandler,
  type HandlerResult,
  type Handlers,
  type Success,
} from './handler.ts';
import {
  parseParts,
  BODY_LIMIT_BYTES,
  CLOSE_CONNECTION,
  readBody,
  type ParsedParts,
  type RawParts,
  type RequestSchemas,
} from './read-request.ts';
import { inTime, type CallLimits } from './concurrency-limit.ts';
import { problemReply, refuse, type ProblemName, type Refusal } from './problems.ts';
import type { Reply } from './reply.ts';
import type { RequestLimit } from './request-limit.ts';
import type { RequestLog } from './developer/request-log.ts';
import { refuseUnexpected } from './unexpected.ts';

export interface PipelineDeps extends CallLimits {
  callers: CallerDirectory;
  handlers: Handlers;
  schemas: RequestSchemas;
  now: () => Date;
  /** Whether this is a copy that must not act. */
  quiet: boolean;
  log: Logger;
  metrics: Metrics;
  documentationUrl: string;
  /** The path prefix that a proxy in front strips. Callers sign the path with it. */
  publicPathPrefix: string;
  /** Undefined if keys have no request limit. */
  requestLimit: RequestLimit | undefined;
  /** Undefined outside the sandbox. */
  requestLog: RequestLog | undefined;
}

export interface IncomingRequest {
  request: Request;
  requestId: string;
  /** Path as sent, up to the question mark, neither decoded nor normalised. */
  rawPath: string;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
}

/** An answer, and the fields of its log line. */
export interface PipelineResult {
  reply: Reply;
  logged: LoggedAnswer;
  /**
   * The errors in the input, for the developer. They contain names that the caller wrote, so they are not for the
   * log.
   */
  errors?: readonly Violation[];
}

/** What a request is about, for its log line: only ids, and the service's own words. */
export interface LoggedSubject {
  merchantId?: string | undefined;
  /** Of a refund or a dispute, the payin. */
  orderId?: string | undefined;
  refundId?: string | undefined;
  disputeId?: string | undefined;
  eventId?: string | undefined;
  linkId?: string | undefined;
  /** The resolution code of the order in the answer, if it ended without success. */
  reason?: string | undefined;
}

/**
 * The fields of an answer's log line. They contain nothing that the caller wrote except UUIDs and, for a request
 * that reached no endpoint, its path.
 */
export interface LoggedAnswer extends LoggedSubject {
  endpoint?: EndpointName;
  path?: string;
  keyId?: string;
  /** Why it was refused. */
  problem?: ProblemName;
  check?: string;
}

/**
 * Answers a request to an endpoint. Checks the headers, the body's size, the key, timestamp, MAC and scope, and
 * only then parses the request (decision 1). An error becomes a problem with the request's id.
 */
export async function runPipeline(
  deps: PipelineDeps,
  name: EndpointName,
  call: IncomingRequest,
): Promise<PipelineResult> {
  const { requestId } = call;
  const read = readCredentials(call.request.headers);
  const keyId = namedKey(read);
  const subject: LoggedSubject = {};
  const answered = await answerCall(deps, name, { ...call, subject }, read).catch(
    (error: unknown) => failure(refuseUnexpected(deps.log, requestId, error)),
  );
  const logged = { endpoint: name, ...(keyId !== undefined && { keyId }), ...subject };
  if (answered.ok) return { reply: successReply(answered.value), logged };
  const path = publicPath(deps, call);
  // Only a sandbox keeps a request log.
  const refusal =
    deps.requestLog === undefined
      ? answered.problem
      : explainInSandbox(answered.problem, call.request.headers);
  const reply = problemReply(refusal, { path, requestId, documentationUrl: deps.documentationUrl });
  const { errors = [] } = refusal.details ?? {};
  return { reply, logged: { ...logged, ...loggedRefusal(refusal) }, errors };
}

export function loggedRefusal({ problem, check }: Refusal): LoggedAnswer {
  return { problem, ...(check !== undefined && { check }) };
}

/** Returns the path that the caller sees and signs. */
function publicPath({ publicPathPrefix }: PipelineDeps, { rawPath }: IncomingRequest): string {
  return publicPathPrefix + rawPath;
}

/** A request with its subject, which is filled in as it becomes known. */
type SubjectedCall = IncomingRequest & { subject: LoggedSubject };

async function answerCall(
  deps: PipelineDeps,
  name: EndpointName,
  call: SubjectedCall,
  read: ReadCredentials,
): Promise<HandlerResult> {
  const { request } = call;
  if (!read.ok) {
    if (!('keyId' in read)) return failure(unauthorized(read.check));
    return inTime(deps, async () => failure(await refuseMalformed(deps.callers, read)));
  }
  const body = await readBody(request);
  if (body === 'too_large') return refused('too_large', { detail: TOO_LARGE }, CLOSE_CONNECTION);
  if (body === 'broken_off')
    return refused('invalid', { detail: 'The body ended early: send it again.' });
  if (body.length > 0 && isEncoded(request.headers)) {
    return refused('unsupported_encoding', {}, { 'accept-encoding': 'identity' });
  }
  const signed: ReceivedRequest = {
    method: request.method,
    path: publicPath(deps, call),
    body,
    holdsCardData: name === 'submitCardData' || name === 'beginTransfer',
  };
  const raw: RawParts = {
    body,
    headers: request.headers,
    params: call.params,
    query: call.query,
  };
  const { credentials } = read;
  return inTime(deps, () =>
    answerSigned(deps, name, { credentials, signed, raw, subject: call.subject }),
  );
}

/**
 * Returns whether a body is encoded, which the service does not support. This is refused before the signature is
 * checked, because a library that compresses does so after signing.
 */
function isEncoded(headers: Headers): boolean {
  const coding = headers.get('content-encoding')?.trim().toLowerCase();
  return coding !== undefined && coding !== '' && coding !== 'identity';
}

interface SignedCall {
  credentials: Credentials;
  signed: ReceivedRequest;
  raw: RawParts;
  subject: LoggedSubject;
}

/**
 * Answers a request with what is remembered of the caller. If that was stale, repeats it with current settings,
 * until they are no longer stale or `MOST_TIMES_ANSWERED` is reached. Only this function handles stale settings.
 */
async function answerSigned(
  deps: PipelineDeps,
  name: EndpointName,
  { credentials, signed, raw, subject }: SignedCall,
): Promise<HandlerResult> {
  for (let times = 0; times < MOST_TIMES_ANSWERED; times += 1) {
    const fresh = times > 0;
    const found = await authenticate(deps, credentials, signed, { fresh });
    if ('problem' in found) return failure(found);
    if (found.caller.scope === 'merchant') subject.merchantId = found.caller.merchantId;
    const refusal = fresh ? undefined : limited(deps, found);
    if (refusal) return failure(refusal);
    if (!COMPARES_SETTINGS.has(name) && !(await isSettled(deps, found))) continue;
    const answered = await handle(deps, name, { caller: found.caller, credentials, subject }, raw);
    if (answered.ok) return answered;
    // A refusal must not rest on remembered settings: the key or the method may have changed since.
    if (answered.problem !== STALE_SETTINGS.problem && (await isSettled(deps, found))) {
      return answered;
    }
  }
  deps.log.warn({ ...subject }, 'Settings changed during every try to answer a request');
  return STALE_SETTINGS;
}

/**
 * The endpoints whose statements compare the version of the remembered settings, at no cost. For every other one it is
 * compared before: a key that another process revoked must not read anything.
 */
const COMPARES_SETTINGS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createPayin',
  'submitCardData',
  'findPayins',
  'listPayins',
  'getPayin',
  'createPayout',
  'findPayouts',
  'listPayouts',
  'getPayout',
  'getBalances',
  'createRefund',
]);

/**
 * How often a request is answered while settings keep changing. An answer that met stale settings has done nothing.
 */
const MOST_TIMES_ANSWERED = 5;

/**
 * Returns a refusal if the key is over its limit. The page is not limited here but has its own limit, since all
 * shoppers use its one key.
 */
function limited({ requestLimit }: PipelineDeps, { caller }: FoundCaller): Refusal | undefined {
  if (requestLimit === undefined || caller.scope === 'page') return undefined;
  const waitSeconds = requestLimit.take(caller.keyId);
  if (waitSeconds === undefined) return undefined;
  return refuse('too_many_requests', {}, { 'retry-after': String(waitSeconds) });
}

const TOO_LARGE = `The body is larger than ${String(BODY_LIMIT_BYTES)} bytes.`;

interface KnownCall {
  caller: Caller;
  credentials: Credentials;
  subject: LoggedSubject;
}

async function handle(
  deps: PipelineDeps,
  name: EndpointName,
  { caller, credentials, subject }: KnownCall,
  raw: RawParts,
): Promise<HandlerResult> {
  const scopes: readonly Scope[] = ENDPOINTS[name].scopes;
  if (!scopes.includes(caller.scope)) {
    return refused('forbidden');
  }
  const handler: AnyHandler | undefined = deps.handlers[name];
  // For a live key, a sandbox looks like a live deployment.
  if (handler === undefined || (isSandboxOnly(name) && !isTestKey(caller.secret))) {
    return refused('no_such_path');
  }
  const parts = parseParts(name, raw, deps.schemas);
  if (!parts.ok) return parts;
  const input = { caller, credentials, ...parts.value };
  const answer = await handler(input);
  Object.assign(subject, subjectIn(name, parts.value, answer));
  return withWarnings(answer, name, caller, raw);
}

/** What the id of these endpoints is logged as. The id of any other endpoint is an order's. */
const ID_MEMBERS: Partial<Record<EndpointName, 'refundId' | 'disputeId' | 'eventId' | 'linkId'>> = {
  createRefund: 'refundId',
  getRefund: 'refundId',
  getDispute: 'disputeId',
  triggerDispute: 'disputeId',
  triggerDisputeDeadline: 'disputeId',
  getWebhook: 'eventId',
  resendWebhook: 'eventId',
  createLink: 'linkId',
  getLink: 'linkId',
  closeLink: 'linkId',
  getLinkView: 'linkId',
  payLink: 'linkId',
};

/** Returns the ids that a request names or creates. */
function subjectIn(name: EndpointName, parts: ParsedParts, answer: HandlerResult): LoggedSubject {
  const answered = answer.ok ? answer.value.body : undefined;
  const id = idNamed(parts) ?? textIn(answered, 'id');
  const reason = textIn(answered, 'resolution_code');
  const member = ID_MEMBERS[name];
  if (member === undefined) return { orderId: id ?? textIn(answered, 'order_id'), reason };
  const orderId = textIn(answered, 'payin_id') ?? textIn(parts.body, 'payin_id');
  return { [member]: id, orderId, reason };
}

/** Returns the id in a request's path, or else the order id in its body. */
function idNamed({ params, body }: Pick<ParsedParts, 'params' | 'body'>) {
  return textIn(params, 'id') ?? textIn(body, 'order_id');
}

function textIn(value: unknown, member: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text: unknown = Reflect.get(value, member);
  return typeof text === 'string' ? text : undefined;
}

async function isSettled(deps: PipelineDeps, found: FoundCaller): Promise<boolean> {
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
