import { Hono } from 'hono';
import type { Logger } from 'pino';
import { refuse } from './problems.ts';
import type { Reply } from './reply.ts';
import { commonMiddleware, sendProblem, sendReply, sentPath } from './request-context.ts';
import type { Environment } from './request-context.ts';
import { refuseUnexpected } from './unexpected.ts';

export interface BaseDeps {
  log: Logger;
  documentationUrl: string;
  publicPathPrefix: string;
}

/** What both of our interfaces have: common headers, a line in the log, and a problem for what is unknown. */
export function createBaseApp(deps: BaseDeps): Hono<Environment> {
  // Routed by the path as it was sent, which is the one that is signed: no other spelling is any path.
  const app = new Hono<Environment>({
    getPath: (request, options) => sentPath(request.url, options?.env?.incoming),
  });
  app.use(commonMiddleware(deps.log));
  app.notFound((c) => sendProblem(deps, c, refuse('no_such_path')));
  app.onError((error, c) =>
    sendProblem(deps, c, refuseUnexpected(deps.log, c.get('requestId'), error)),
  );
  return app;
}

/** A document that is the same for everybody. */
export function addDocument(app: Hono<Environment>, path: string, reply: Reply): void {
  app.get(path, (c) => sendReply(c, reply));
}

/** Behind all routes: whatever path is known by then knows its methods, and refuses the others. */
export function refuseOtherMethodsEverywhere(app: Hono<Environment>, deps: BaseDeps): void {
  for (const path of new Set(app.routes.map((route) => route.path))) {
    refuseOtherMethods(app, deps, path);
  }
}

export function refuseOtherMethods(app: Hono<Environment>, deps: BaseDeps, path: string): void {
  const methods = app.routes.filter((route) => route.path === path).map(({ method }) => method);
  // `ALL` is middleware, or this function's own work.
  if (methods.includes('ALL')) return;
  const allow = [...new Set(methods)].join(', ');
  app.all(path, (c) => sendProblem(deps, c, refuse('method_not_allowed', {}, { allow })));
}
