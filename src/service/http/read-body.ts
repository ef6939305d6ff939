import { parseJson } from '#contract/json/json.ts';

/** The body limit by default. No request of the interface comes near it. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** The headers of an answer to a body that is too large: its unread rest must not be taken for the next request. */
export const CLOSE_CONNECTION = { connection: 'close' };

/** `broken_off`: the client disconnected, or was too slow for the server's timeout, before the end. */
export type ReadBody = Uint8Array | 'too_large' | 'broken_off';

/**
 * Reads the raw bytes of a body exactly as sent, since they are what was signed. Never keeps more than the limit in
 * memory.
 */
export async function readBody(request: Request, limitBytes = BODY_LIMIT_BYTES): Promise<ReadBody> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limitBytes) return 'too_large';
  try {
    // The HTTP parser enforces the announced length.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    // Reading a GET, which has no body, would make the adapter build a whole Request.
    if (request.method === 'GET' || request.body === null) return new Uint8Array();
    return await readStream(request.body, limitBytes);
  } catch {
    return 'broken_off';
  }
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

export function isJson(headers: Headers): boolean {
  return JSON_TYPE.test(headers.get('content-type') ?? '');
}

/**
 * Reads the unsigned JSON body of an internal interface; undefined if it is too large, incomplete, or not a JSON
 * object.
 */
export async function readJson(request: Request): Promise<unknown> {
  const body = await readBody(request);
  const json = typeof body === 'string' ? undefined : parseJson(body, 'as numbers');
  return json?.ok === true ? json.value : undefined;
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limitBytes) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
