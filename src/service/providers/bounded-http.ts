import { boundedFetch } from '#contract/client/bounded-fetch.ts';
import { readJson } from '#contract/json/json.ts';
import { z } from 'zod';

/** Longer than any caller waits. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * A fetch for an acquirer's own package: bounded in time and size, following no redirect, and answering
 * JSON only, so that the package has nothing to quote from an answer that it cannot read.
 *
 * @throws NotReachedError where no connection was made; else an error without a text of the answer's
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
    if (readJson(answer.body) === undefined) throw new Error('The acquirer answered no JSON');
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** Nothing of the request left this machine: no address, no connection, or nobody known at its end. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}

/** boundedFetch brings a signal of its own; this adds the caller's and the package's. */
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

/** Of Node's and undici's codes, those of a request that was never written. */
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
