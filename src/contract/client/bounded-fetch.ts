/** Limits of one HTTP request: a timeout for the whole exchange and a maximum size for the answer. */
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
  /** Set if `unreachable`: `ECONNREFUSED`, `ENOTFOUND` and the like, or `TIMED_OUT`. */
  code?: string;
  /** The URL that did not answer; set by the client, which knows its `baseUrl`. */
  url?: string;
}

/**
 * Sends a request within the limits, without following redirects. Failures carry codes but no text, since a network
 * error's message may quote the request.
 */
export async function boundedFetch(
  fetch: typeof globalThis.fetch,
  url: URL,
  init: RequestInit,
  limits: FetchLimits,
): Promise<HttpAnswer | FetchFailure> {
  // `AbortSignal.timeout` would still fire after the answer has arrived, and turn it into an error.
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort();
  }, limits.timeoutMs);
  try {
    // Following a redirect would send the signature, or card data, to a server of the redirect's choice.
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

/**
 * Finds the error code, which Node puts one or two causes down. If a host has several addresses, each failed address
 * has its own error.
 */
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

/** Returns the whole body, or undefined if it is larger than allowed. */
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
