import { TIMESTAMP, UUID } from '#contract/patterns.ts';
import { DEFAULT_PROFILE, verifyRequest } from '#contract/signature.ts';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import { refuse, type Refusal } from './problems.ts';

/** How far a timestamp may lie from the server's clock, either way. */
const CLOCK_SKEW_SECONDS = 300;
const SIGNATURE = /^[0-9a-fA-F]{64}$/;

/** The three headers, well formed; whether they are true is another question. */
export interface Credentials {
  keyId: string;
  signature: string;
  timestamp: string;
}

export interface SignedRequest {
  method: string;
  /** The public path as the caller sent it. */
  path: string;
  body: Uint8Array;
}

/** One answer for everything that is wrong with a key or a signature: it tells a stranger nothing. */
export const UNAUTHORIZED = refuse('unauthorized', {
  detail: 'X-Api-Key-Id, X-Timestamp and X-Signature must name an active key and sign the request.',
});

export function readCredentials(headers: Headers): Credentials | undefined {
  const keyId = headers.get('x-api-key-id') ?? '';
  const signature = headers.get('x-signature') ?? '';
  const timestamp = headers.get('x-timestamp') ?? '';
  return UUID.test(keyId) && SIGNATURE.test(signature) && TIMESTAMP.test(timestamp)
    ? { keyId: keyId.toLowerCase(), signature, timestamp }
    : undefined;
}

/**
 * Who sent a request: key known and active, then the timestamp, then the MAC (decision 1). Nothing of
 * the body has been looked at.
 */
export async function authenticate(
  deps: { callers: CallerDirectory; now: () => Date },
  credentials: Credentials,
  request: SignedRequest,
  options: { fresh: boolean },
): Promise<FoundCaller | Refusal> {
  const found = await deps.callers.find(credentials.keyId, options);
  const { timestamp } = credentials;
  const authentic = verifyRequest(
    DEFAULT_PROFILE,
    found?.caller.secret,
    { ...request, timestamp },
    credentials.signature,
  );
  if (found === undefined) return UNAUTHORIZED;
  const refusal = judgeTimestamp(timestamp, deps.now()) ?? (authentic ? undefined : UNAUTHORIZED);
  if (refusal !== undefined) return refusal;
  deps.callers.recordUse(found.caller);
  return found;
}

function judgeTimestamp(timestamp: string, now: Date): Refusal | undefined {
  const nowSeconds = Math.floor(now.getTime() / 1_000);
  if (Math.abs(Number(timestamp) - nowSeconds) <= CLOCK_SKEW_SECONDS) return undefined;
  return refuse('timestamp_out_of_range', {
    detail: `X-Timestamp must lie within ${String(CLOCK_SKEW_SECONDS)} s of the server's time, ${String(nowSeconds)}.`,
  });
}
