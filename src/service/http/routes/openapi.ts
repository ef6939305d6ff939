import { openApiDocument } from '#contract/openapi/document.ts';
import type { Reply } from '../reply.ts';

/** GET /api/v1/openapi.json: the interface for machines to read, without authentication. */
export function describeInterface(serverUrl: string): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    // The same bytes for everybody: answers that wait in sockets hold no copies of it.
    body: Buffer.from(JSON.stringify(openApiDocument(serverUrl))),
  };
}
