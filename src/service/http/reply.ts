import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** An answer that is ready to be sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Returns the headers of every answer under `/api`: its request id, no caching, no content sniffing. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Sends an answer directly to the socket, if there is one: a Response that is only taken apart again, with its body
 * as a stream, costs more than the rest of a small answer. Without a socket, as in tests, it returns a Response.
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
