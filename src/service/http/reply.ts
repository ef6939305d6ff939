import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** An answer that is ready to be sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** On every answer under `/api`: not to be cached, and of the type that it says. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Sends it to the socket where there is one: a Response made only to be taken apart again, its body as
 * a stream, costs more than all the rest of a small answer. Tests that call the app without one, get one.
 */
export function send(
  { status, headers: own, body = '' }: Reply,
  requestId: string,
  outgoing: HttpBindings['outgoing'] | undefined,
): Response {
  const headers = { ...commonHeaders(requestId), ...own };
  if (outgoing === undefined) return new Response(body === '' ? null : body, { status, headers });
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}
