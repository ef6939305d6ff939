import type { JsonSchema } from '#contract/openapi/json-schema.ts';
import type { Reply } from '../reply.ts';

/** An OpenAPI document for machines to read, without authentication. */
export function describeInterface(document: JsonSchema): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    // The same bytes for everybody: answers that wait in sockets hold no copies of it.
    body: Buffer.from(JSON.stringify(document)),
  };
}
