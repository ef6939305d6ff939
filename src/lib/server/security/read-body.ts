export type Body =
  | { ok: true; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: 'too-large' | 'broken-off' };

/** Reads a request's body up to a limit. */
export async function readBody(request: Request, limitBytes: number): Promise<Body> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) {
    return { ok: false, reason: 'too-large' };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size <= limitBytes) chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: size > limitBytes ? 'too-large' : 'broken-off' };
  }
  if (size > limitBytes) return { ok: false, reason: 'too-large' };
  return { ok: true, bytes: new Uint8Array(Buffer.concat(chunks)) };
}
