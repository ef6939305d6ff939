import { randomUUID } from 'node:crypto';
import { openApiDocument } from '#contract/openapi/document.ts';

/** GET /api/v1/openapi.json: the interface for machines to read, without authentication. */
export function describeInterface(serverUrl: string): () => Response {
  const body = JSON.stringify(openApiDocument(serverUrl));
  return () =>
    new Response(body, {
      headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
    });
}
