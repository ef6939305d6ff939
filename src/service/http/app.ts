import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import type { Hono } from 'hono';
import { namedKey, readCredentials } from './authenticate.ts';
import { createBaseApp, refuseOtherMethods, type AnswerRefusal } from './base-app.ts';
import {
  sendProblem,
  sendReply,
  rawPath,
  type Environment,
  type RequestContext,
} from './request-context.ts';
import { PROBLEM_REFERENCE_PATH, problemReference } from './problem-reference.ts';
import { PROBLEMS, refuse, type Refusal } from './problems.ts';
import { suggestEndpoint } from './suggest-path.ts';
import { runPipeline, type IncomingRequest, type PipelineDeps } from './pipeline.ts';
import type { AnsweredRequest } from './developer/request-log.ts';

/**
 * Creates the merchants' interface: a route for each row of the endpoint table, and a problem for everything else.
 */
export function createApp(deps: PipelineDeps): Hono<Environment> {
  const answerRefusal = answerRefusalOf(deps);
  const app = createBaseApp(deps, 'other', answerRefusal);
  if (deps.quiet) {
    app.use(async (c, next) =>
      c.req.method === 'POST' && isHeldInQuiet(rawPath(c))
        ? sendProblem(deps, c, refuse('quiet'))
        : next(),
    );
  }
  const names = Object.keys(ENDPOINTS).filter(isEndpointName);
  // Fixed paths before those with parameters, so that no name is taken for an id.
  const inOrder = names.toSorted((a, b) => parameterCount(a) - parameterCount(b));
  for (const [path, onPath] of groupByPath(inOrder)) {
    for (const name of onPath) {
      app.on(ENDPOINTS[name].method, path, async (c) => {
        const startedMs = performance.now();
        const call = incoming(c);
        const { reply, logged, errors } = await runPipeline(deps, name, call);
        deps.requestLog?.record({ ...call, status: reply.status, startedMs, ...logged, errors });
        return sendReply(c, reply, logged);
      });
    }
    refuseOtherMethods(app, answerRefusal, path);
  }
  app.notFound((c) => {
    const meant = suggestEndpoint(c.req.method, rawPath(c));
    const detail = meant && `No endpoint has this path: did you mean ${meant}?`;
    return answerRefusal(c, refuse('no_such_path', detail === undefined ? {} : { detail }));
  });
  const reference = { status: 200, headers: HTML, body: problemReference() };
  app.get(PROBLEM_REFERENCE_PATH, (c) => sendReply(c, reference));
  return app;
}

/**
 * Returns a function that refuses with a problem of the merchants' interface, and records that in the request log.
 */
export function answerRefusalOf(deps: PipelineDeps): AnswerRefusal {
  return (c, refusal) => {
    deps.requestLog?.record(refusedRequest(c, refusal));
    return sendProblem(deps, c, refusal);
  };
}

/** Returns the record of a request that reached no endpoint. It was refused before its signature was checked. */
function refusedRequest(c: RequestContext, { problem }: Refusal): AnsweredRequest {
  const keyId = namedKey(readCredentials(c.req.raw.headers));
  return {
    requestId: c.get('requestId'),
    request: c.req.raw,
    rawPath: rawPath(c),
    status: PROBLEMS[problem][0],
    startedMs: performance.now(),
    problem,
    ...(keyId !== undefined && { keyId }),
  };
}

/** Operators' commands decide for themselves; everything else that is posted would act. */
function isHeldInQuiet(path: string): boolean {
  return !path.startsWith('/api/operator/');
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
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

function incoming(c: RequestContext): IncomingRequest {
  return {
    request: c.req.raw,
    requestId: c.get('requestId'),
    rawPath: rawPath(c),
    params: c.req.param(),
    query: Object.fromEntries(
      Object.entries(c.req.queries()).map(([name, values]) => [name, single(values)]),
    ),
  };
}

/**
 * Returns text for a parameter given once, and a list for a repeated one. The schemas decide which of them is
 * allowed.
 */
function single(values: string[]): string | string[] {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : values;
}
