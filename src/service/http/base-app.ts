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

/** What is refused whatever interface it is. */
type BaseRefusal = Refusal<'no_such_path' | 'method_not_allowed' | 'unavailable' | 'internal'>;

/** Answers a refusal as an interface words it. */
export type AnswerRefusal = (c: RequestContext, refusal: BaseRefusal) => Response;

/**
 * What both of our interfaces have: common headers, a line in the log, and a problem for what is unknown.
 *
 * @param defaultEndpoint what a request counts as that is for none of the table's endpoints
 */
export function createBaseApp(
  deps: { log: Logger; metrics: Metrics },
  defaultEndpoint: string,
  answerRefusal: AnswerRefusal,
): Hono<Environment> {
  const { log } = deps;
  // Routed by the path as it was sent, which is the one that is signed: no other spelling is any path.
  const app = new Hono<Environment>({
    getPath: (request, options) => sentPath(request.url, options?.env?.incoming),
  });
  app.use(commonMiddleware(deps, defaultEndpoint));
  app.notFound((c) => answerRefusal(c, refuse('no_such_path')));
  app.onError((error, c) => answerRefusal(c, refuseUnexpected(log, c.get('requestId'), error)));
  return app;
}

/** A document that is the same for everybody, made when somebody first asks for it: few processes are asked. */
export function addDocument(app: Hono<Environment>, path: string, make: () => Reply): void {
  let made: Reply | undefined;
  app.get(path, (c) => sendReply(c, (made ??= make())));
}

/** Behind all routes: whatever path is known by then knows its methods, and refuses the others. */
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
  // `ALL` is middleware, or this function's own work.
  if (methods.includes('ALL')) return;
  const allow = [...new Set(methods)].join(', ');
  app.all(path, (c) => answerRefusal(c, refuse('method_not_allowed', {}, { allow })));
}
