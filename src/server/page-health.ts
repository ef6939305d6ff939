import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';

const PATH = /^\/api\/health(\/live|\/ready)?(?:\?|$)/;
const RETRY_AFTER_SECONDS = '2';

/**
 * The health addresses of a process that is the page alone: it has no database, so it is ready from its
 * start until it is stopped. Everything else is the page's.
 */
export function withPageHealth(page: RequestListener, isStopping: () => boolean): RequestListener {
  return (request, response) => {
    const found = PATH.exec(request.url ?? '');
    if (found === null) {
      page(request, response);
      return;
    }
    const mayAsk = request.method === 'GET' || request.method === 'HEAD';
    const ready = found[1] === '/live' || !isStopping();
    const body = mayAsk ? JSON.stringify({ status: ready ? 'ok' : 'not ready' }) : '';
    response.writeHead(mayAsk ? (ready ? 200 : 503) : 405, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(!mayAsk && { allow: 'GET' }),
      ...(!ready && { 'retry-after': RETRY_AFTER_SECONDS }),
    });
    response.end(body);
  };
}
