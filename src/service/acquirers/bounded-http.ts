import { boundedFetch } from '#contract/client/bounded-fetch.ts';
import { readJson } from '#contract/json/json.ts';
import { z } from 'zod';

/** Longer than any caller waits. */
const TIMEOUT_MS = 15_000;
/** The limit of an acquirer's answer. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Returns a fetch for an acquirer's official package. It limits time and size, follows no redirect and accepts only
 * JSON within the limits of `readJson`, so that the package cannot quote an unreadable answer in an error.
 *
 * The fetch throws NotReachedError if no connection was made, the signal's reason if it was aborted before, and
 * otherwise an error without any text from the answer.
 */
export function boundedHttp(signal: AbortSignal): typeof globalThis.fetch {
  return async (input, init = {}) => {
    signal.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input);
    const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
    const connection = { refused: false };
    const fetch = fetchUntil(signal, init.signal, connection);
    const answer = await boundedFetch(fetch, url, init, limits);
    if (connection.refused) throw new NotReachedError('The acquirer could not be reached');
    if (!answer.ok) throw new Error('The acquirer gave no answer');
    const { status, headers } = answer;
    const value = readJson(answer.body);
    if (value === undefined) throw new Error("The acquirer's answer is not JSON");
    const response = new Response(new Uint8Array(answer.body), { status, headers });
    // Whoever reads the answer as JSON gets what was parsed here.
    return Object.assign(response, { json: () => Promise.resolve(value) });
  };
}

/**
 * Thrown if the request was never sent: the name did not resolve, the connection failed, or the server's
 * certificate was invalid.
 */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}

/** Adds the caller's and the package's abort signals to the one that boundedFetch sets. */
function fetchUntil(
  signal: AbortSignal,
  other: AbortSignal | null | undefined,
  connection: { refused: boolean },
): typeof globalThis.fetch {
  return async (input, init) => {
    const signals = [signal, other, init?.signal].filter(
      (one) => one !== null && one !== undefined,
    );
    try {
      return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    } catch (error) {
      connection.refused = isBeforeConnection(error);
      throw error;
    }
  };
}

const networkError = z.object({ cause: z.object({ code: z.string() }) });

/** Whether a fetch failed before anything of its request left this machine. */
export function isBeforeConnection(error: unknown): boolean {
  const { data } = networkError.safeParse(error);
  return data !== undefined && BEFORE_CONNECTION.has(data.cause.code);
}

/** The error codes of Node and undici for which the request was never written. */
const BEFORE_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
