import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { Hono, type Context } from 'hono';
import { PROBLEM_REFERENCE_PATH, problemReference } from './problem-reference.ts';
import { problemReply, refuse, type Refusal } from './problems.ts';
import { send } from './reply.ts';
import { serve, type IncomingCall, type ServeDeps } from './serve.ts';
import { refuseUnexpected } from './unexpected.ts';

/** Requests reach Hono through node:http, or directly in tests: then there is no `incoming`. */
interface Environment {
  Bindings: Partial<HttpBindings>;
}

/** The service over HTTP: a route for each row of the endpoint table, and a problem for all the rest. */
export function createApp(deps: ServeDeps): Hono<Environment> {
  // Routed by the path as it was sent, which is the one that is signed: no other spelling is any path.
  const app = new Hono<Environment>({
    getPath: (request, options) => sentPath(request.url, options?.env?.incoming),
  });
  const names = Object.keys(ENDPOINTS).filter(isEndpointName);
  // Fixed paths before those with parameters, so that no name is taken for an id.
  const inOrder = names.toSorted((a, b) => parameterCount(a) - parameterCount(b));
  for (const [path, onPath] of groupByPath(inOrder)) {
    for (const name of onPath) {
      app.on(ENDPOINTS[name].method, path, async (c) =>
        send(await serve(deps, name, incoming(c)), c.env.outgoing),
      );
    }
    const allow = onPath.map((name) => ENDPOINTS[name].method).join(', ');
    app.all(path, (c) => answerProblem(deps, c, refuse('method_not_allowed', {}, { allow })));
  }
  app.get(PROBLEM_REFERENCE_PATH, (c) =>
    send({ status: 200, headers: HTML, body: problemReference() }, c.env.outgoing),
  );
  app.notFound((c) => answerProblem(deps, c, refuse('no_such_path')));
  app.onError((error, c) => {
    const requestId = randomUUID();
    return answerProblem(deps, c, refuseUnexpected(deps.log, requestId, error), requestId);
  });
  return app;
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
};

function isEndpointName(name: string): name is EndpointName {
  return name in ENDPOINTS;
}

function parameterCount(name: EndpointName): number {
  return ENDPOINTS[name].path.split('{').length - 1;
}

function groupByPath(names: EndpointName[]): Map<string, EndpointName[]> {
  return Map.groupBy(names, (name) => ENDPOINTS[name].path.replaceAll(/\{(\w+)\}/g, ':$1'));
}

function incoming(c: Context<Environment>): IncomingCall {
  return {
    request: c.req.raw,
    rawPath: rawPath(c),
    params: c.req.param(),
    query: Object.fromEntries(
      Object.entries(c.req.queries()).map(([name, values]) => [name, single(values)]),
    ),
  };
}

/** A parameter given once is text, one that is repeated a list: the schemas tell which may be which. */
function single(values: string[]): string | string[] {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : values;
}

/** What was signed is the path as it was sent; a URL parser would tidy it up. */
function rawPath(c: Context<Environment>): string {
  return sentPath(c.req.url, c.env.incoming);
}

function sentPath(url: string, incoming: Environment['Bindings']['incoming']): string {
  const sent = incoming?.url;
  return sent === undefined ? new URL(url).pathname : sent.replace(/\?.*$/s, '');
}

function answerProblem(
  deps: ServeDeps,
  c: Context<Environment>,
  refusal: Refusal,
  requestId: string = randomUUID(),
): Response {
  const reply = problemReply(refusal, {
    path: rawPath(c),
    requestId,
    documentationUrl: deps.documentationUrl,
  });
  return send(reply, c.env.outgoing);
}
