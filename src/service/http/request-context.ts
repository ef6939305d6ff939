import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { ADDRESS_HEADER } from '#contract/client-address.ts';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import type { Logger } from 'pino';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { problemReply, withoutCardNumbers, type Refusal } from './problems.ts';
import { commonHeaders, send, type Reply } from './reply.ts';
import { loggedRefusal, type LoggedAnswer } from './pipeline.ts';

/** Requests reach Hono through node:http. In tests they reach it directly, without `incoming`. */
export interface Environment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The answer's fields in the request's log line. */
    logged: LoggedLine | undefined;
    /** Whether a program sends this request again and again, so that success is logged only at level debug. */
    isRoutine: boolean | undefined;
    /** Whether an operator's request may have changed something by now; undefined if its method decides. */
    mayHaveChanged: boolean | undefined;
    /** The public URL of the operators' listener; undefined if none is set. */
    operatorUrl: string | undefined;
  };
}

/** The log fields of a merchant's or an operator's request. The names of their problems differ. */
interface LoggedLine extends Omit<LoggedAnswer, 'problem'> {
  problem?: string;
  command?: string;
  actor?: string;
}

const MS_PER_SECOND = 1_000;
const FIRST_REFUSAL = 300;

export type RequestContext = Context<Environment>;

/** Returns the middleware for every answer on every path: its common headers, its log line, metric and span. */
export function commonMiddleware(
  { log, metrics }: { log: Logger; metrics: Metrics },
  defaultEndpoint: string,
): MiddlewareHandler<Environment> {
  const answer: MiddlewareHandler<Environment> = async (c, next) => {
    const startedMs = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    await next();
    if (c.res !== RESPONSE_ALREADY_SENT) setCommonHeaders(c.res.headers, requestId);
    const logged = c.get('logged');
    const status = statusOf(c);
    const durationMs = performance.now() - startedMs;
    metrics.requestAnswered(
      logged?.endpoint ?? defaultEndpoint,
      status,
      durationMs / MS_PER_SECOND,
    );
    const level = c.get('isRoutine') === true && status < FIRST_REFUSAL ? 'debug' : 'info';
    log[level]({
      requestId,
      ...(logged ?? { path: withoutCardNumbers(rawPath(c)) }),
      status,
      durationMs: Math.round(durationMs),
      address: c.env.incoming?.headers[ADDRESS_HEADER]?.toString(),
    });
  };
  return (c, next) =>
    inSpan(defaultEndpoint, spanOptions(c), async (span) => {
      await answer(c, next);
      span.updateName(c.get('logged')?.endpoint ?? defaultEndpoint);
      span.setAttribute('http.response.status_code', statusOf(c));
    });
}

function spanOptions(c: RequestContext) {
  const attributes = { 'http.request.method': c.req.method };
  return { kind: SpanKind.SERVER, attributes, traceparent: c.req.header('traceparent') };
}

export function sendReply(c: RequestContext, reply: Reply, logged?: LoggedLine): Response {
  if (logged !== undefined) c.set('logged', logged);
  return send(reply, c.get('requestId'), c.env.outgoing);
}

export function sendProblem(
  deps: { documentationUrl: string; publicPathPrefix: string },
  c: RequestContext,
  refusal: Refusal,
): Response {
  const path = rawPath(c);
  const reply = problemReply(refusal, {
    path: deps.publicPathPrefix + path,
    requestId: c.get('requestId'),
    documentationUrl: deps.documentationUrl,
  });
  return sendReply(c, reply, { path: withoutCardNumbers(path), ...loggedRefusal(refusal) });
}

/** Returns the path as it was sent, which is what was signed; a URL parser would normalize it. */
export function rawPath(c: RequestContext): string {
  return sentPath(c.req.url, c.env.incoming);
}

export function sentPath(url: string, incoming: Environment['Bindings']['incoming']): string {
  const sent = incoming?.url;
  return sent === undefined ? new URL(url).pathname : sent.replace(/\?.*$/s, '');
}

function setCommonHeaders(headers: Headers, requestId: string): void {
  for (const [name, value] of Object.entries(commonHeaders(requestId))) headers.set(name, value);
}

/** Returns the answer's status: from the socket if the answer was sent there directly, or else from the response. */
function statusOf(c: RequestContext): number {
  const isSent = c.res === RESPONSE_ALREADY_SENT;
  return isSent && c.env.outgoing ? c.env.outgoing.statusCode : c.res.status;
}
