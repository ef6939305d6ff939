import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { refuse, type Refusal } from './problems.ts';
import type { Reply } from './reply.ts';
import {
  commonMiddleware,
  sendReply,
  sentPath,
  type Environment,
  type RequestContext,
} from './request-context.ts';
import { refuseUnexpected } from './unexpected.ts';

/** The refusals that every interface has. */
type BaseRefusal = Refusal<'no_such_path' | 'method_not_allowed' | 'unavailable' | 'internal'>;

/** Answers a refusal in the wording of one interface. */
export type AnswerRefusal = (c: RequestContext, refusal: BaseRefusal) => Response;

/**
 * Creates the base of both interfaces: common headers, a log line, and problems for unknown paths and for errors.
 *
 * @param defaultEndpoint the name, in metrics and traces, of requests that reach no endpoint of the table
 */
export function createBaseApp(
  deps: { log: Logger; metrics: Metrics },
  defaultEndpoint: string,
  answerRefusal: AnswerRefusal,
): Hono<Environment> {
  const { log } = deps;
  // Routes by the path as sent, which is the one that was signed. A path in any other spelling is unknown.
  const app = new Hono<Environment>({
    getPath: (request, options) => sentPath(request.url, options?.env?.incoming),
  });
  app.use(commonMiddleware(deps, defaultEndpoint));
  app.notFound((c) => answerRefusal(c, refuse('no_such_path')));
  app.onError((error, c) => answerRefusal(c, refuseUnexpected(log, c.get('requestId'), error)));
  return app;
}

/**
 * Adds a document that is the same for every caller. It is created on the first request, since few processes get
 * one.
 */
export function addDocument(app: Hono<Environment>, path: string, make: () => Reply): void {
  let made: Reply | undefined;
  app.get(path, (c) => sendReply(c, (made ??= make())));
}

/** Refuses other methods on every path that has routes so far. Call it after adding all routes. */
export function refuseOtherMethodsEverywhere(
  app: Hono<Environment>,
  answerRefusal: AnswerRefusal,
): void {
  for (const path of new Set(app.routes.map((route) => route.path))) {
    refuseOtherMethods(app, answerRefusal, path);
  }
}

export function refuseOtherMethods(
  app: Hono<Environment>,
  answerRefusal: AnswerRefusal,
  path: string,
): void {
  const methods = app.routes.filter((route) => route.path === path).map(({ method }) => method);
  // `ALL` is middleware, or was added by this function.
  if (methods.includes('ALL')) return;
  const allow = [...new Set(methods)].join(', ');
  app.all(path, (c) => answerRefusal(c, refuse('method_not_allowed', {}, { allow })));
}
