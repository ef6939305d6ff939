import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { AnswerBroken } from '#service/process.ts';
import type { Fetch } from '#service/service.ts';
import { isApiTarget } from './api-target.ts';
import { decodableTarget } from './request-target.ts';

/** One of the service's listeners. Where not even a URL can be made of a request, it is a broken one. */
export function apiListener(fetch: Fetch, answerBroken: AnswerBroken): RequestListener {
  const api = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // In HTTP/1.0 nobody has to say whom they ask; nothing depends on it.
    hostname: 'localhost',
    errorHandler: () => {
      const { status, headers, body } = answerBroken('malformed');
      return new Response(body === undefined ? null : Buffer.from(body), { status, headers });
    },
  });
  return (request, response) => void api(request, response);
}

/** The service answers what lies under `/api`, the page everything else. */
export function dispatch(api: RequestListener, page: RequestListener): RequestListener {
  return (request, response) => {
    if (isApiTarget(request.url ?? '')) {
      api(request, response);
      return;
    }
    page(request, response);
  };
}

/** The page, which is to meet no target that it cannot decode. */
export function pageListener(page: RequestListener): RequestListener {
  return (request, response) => {
    request.url = decodableTarget(request.url ?? '');
    page(request, response);
  };
}
