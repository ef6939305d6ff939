/** No request of the interface comes near it. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * The raw bytes of a body, exactly as they were sent: they are what was signed.
 *
 * @returns undefined when it is over the limit; no more than the limit is ever held
 */
export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > BODY_LIMIT_BYTES) return undefined;
    // The HTTP parser holds a sender to the length that was announced.
    return new Uint8Array(await request.arrayBuffer());
  }
  return request.body === null ? new Uint8Array() : readStream(request.body);
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
