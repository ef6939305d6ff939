/** One HTTP request and its answer, with bounds: a time for all of it, a size for the answer, no redirects. */
export interface FetchLimits {
  timeoutMs: number;
  maxAnswerBytes: number;
}

export interface HttpAnswer {
  ok: true;
  status: number;
  headers: Headers;
  body: Uint8Array;
}

export interface FetchFailure {
  ok: false;
  cause: 'unreachable' | 'unexpected';
  /** The request may have arrived and taken effect. */
  effect: 'unknown';
  /** Of what is unreachable: `ECONNREFUSED`, `ENOTFOUND` and their like, or `TIMED_OUT`. */
  code?: string;
  /** Where nothing answered; set by the client, which knows its `baseUrl`. */
  url?: string;
}

/** Failures carry codes and no text: an error of the network layer may quote the request. */
export async function boundedFetch(
  fetch: typeof globalThis.fetch,
  url: URL,
  init: RequestInit,
  limits: FetchLimits,
): Promise<HttpAnswer | FetchFailure> {
  // A timeout of AbortSignal's own would go off though the answer has come, and make an error of it.
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort();
  }, limits.timeoutMs);
  try {
    // A redirect followed would carry the signature, or card data, to a server of its choice.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal });
    const body = await readBounded(response, limits.maxAnswerBytes);
    if (body === undefined) return { ok: false, cause: 'unexpected', effect: 'unknown' };
    return { ok: true, status: response.status, headers: response.headers, body };
  } catch (error) {
    const code = limit.signal.aborted ? 'TIMED_OUT' : networkCode(error);
    return { ok: false, cause: 'unreachable', effect: 'unknown', ...(code && { code }) };
  } finally {
    clearTimeout(timer);
  }
}

/** Node has it one or two causes down; of several addresses each has one. */
function networkCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && CODE.test(cause.code)) {
      return cause.code;
    }
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return undefined;
}

const CODE = /^[A-Z][A-Z0-9_]{2,40}$/;

/** The whole body, or undefined when it is larger than allowed. */
async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    sizeBytes += read.value.byteLength;
    if (sizeBytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  return joined(chunks, sizeBytes);
}

function joined(chunks: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
