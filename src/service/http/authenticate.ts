import { createHash } from 'node:crypto';
import { TIMESTAMP, UUID } from '#contract/patterns.ts';
import { DEFAULT_PROFILE, verifyRequest } from '#contract/signature/signature.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import { isTestKey } from '../merchants/keys.ts';
import { refuse, withoutCardNumbers, type Refusal } from './problems.ts';

/** The three headers, well formed; whether they are true is another question. */
export interface Credentials {
  keyId: string;
  signature: string;
  timestamp: string;
}

export interface ReceivedRequest {
  method: string;
  /** The public path as the caller sent it. */
  path: string;
  body: Uint8Array;
  holdsCardData: boolean;
}

/** How far a timestamp may lie from the server's clock, either way. */
const CLOCK_SKEW_SECONDS = 300;
const DIGITS = /^[0-9]{13,19}$/;
const SIGNATURE = /^[0-9a-fA-F]{64}$/;
/** Finer units than seconds, by how many digits they have from 2001 to 2286. */
const FINER_UNITS: Readonly<Record<number, TimestampUnit>> = {
  13: 'timestamp_in_milliseconds',
  16: 'timestamp_in_microseconds',
  19: 'timestamp_in_nanoseconds',
};
type TimestampUnit =
  | 'timestamp_in_milliseconds'
  | 'timestamp_in_microseconds'
  | 'timestamp_in_nanoseconds';

export type ReadCredentials =
  | { ok: true; credentials: Credentials }
  | { ok: false; check: 'x_api_key_id' }
  | { ok: false; check: MalformedHeader; keyId: string };
type MalformedHeader = 'x_timestamp' | 'x_signature' | TimestampUnit;

export function readCredentials(headers: Headers): ReadCredentials {
  const keyId = (headers.get('x-api-key-id') ?? '').toLowerCase();
  const signature = headers.get('x-signature') ?? '';
  const timestamp = headers.get('x-timestamp') ?? '';
  if (!UUID.test(keyId)) return { ok: false, check: 'x_api_key_id' };
  const finer = DIGITS.test(timestamp) ? FINER_UNITS[timestamp.length] : undefined;
  if (finer !== undefined) return { ok: false, check: finer, keyId };
  if (!TIMESTAMP.test(timestamp)) return { ok: false, check: 'x_timestamp', keyId };
  if (!SIGNATURE.test(signature)) return { ok: false, check: 'x_signature', keyId };
  return { ok: true, credentials: { keyId, signature, timestamp } };
}

/** The key that a request names, signed by it or not. */
export function namedKey(read: ReadCredentials): string | undefined {
  if (read.ok) return read.credentials.keyId;
  return 'keyId' in read ? read.keyId : undefined;
}

/** Why headers that cannot be read are refused: as much of it as the key they name may know. */
export async function refuseMalformed(
  callers: CallerDirectory,
  { check, keyId }: { check: MalformedHeader; keyId: string },
): Promise<Refusal> {
  const found = await callers.find(keyId, { fresh: false });
  if (found === undefined) return unauthorized('key');
  if (check === 'x_timestamp' || check === 'x_signature') {
    return unauthorizedKey(found.caller.secret, check);
  }
  return { ...refuse(check), check };
}

/**
 * Who sent a request: key known and active, then the timestamp, then the MAC (decision 1). Nothing of
 * the body has been looked at.
 */
export async function authenticate(
  deps: { callers: CallerDirectory; now: () => Date },
  credentials: Credentials,
  request: ReceivedRequest,
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
  if (found === undefined) return unauthorized('key');
  const late = checkTimestamp(timestamp, deps.now());
  if (late !== undefined) return late;
  if (authentic) {
    deps.callers.recordUse(found.caller);
    return found;
  }
  const { secret } = found.caller;
  // Nothing unsigned is looked at, but to help an integrator in the sandbox.
  return isTestKey(secret)
    ? unauthorizedKey(secret, 'signature', describeBaseString(request, credentials))
    : unauthorized('signature');
}

function checkTimestamp(timestamp: string, now: Date): Refusal | undefined {
  const nowSeconds = Math.floor(now.getTime() / 1_000);
  if (Math.abs(Number(timestamp) - nowSeconds) <= CLOCK_SKEW_SECONDS) return undefined;
  const refusal = refuse('timestamp_out_of_range', {
    detail: `X-Timestamp must be within ${String(CLOCK_SKEW_SECONDS)} s of the server's time, ${String(nowSeconds)}.`,
  });
  return { ...refusal, check: 'timestamp' };
}

/** What of a request's authentication was wrong; the log says it of every key. */
type FailedCheck =
  | 'x_api_key_id'
  | 'x_timestamp'
  | 'x_signature'
  | 'key'
  | 'timestamp'
  | 'timestamp_in_milliseconds'
  | 'timestamp_in_microseconds'
  | 'timestamp_in_nanoseconds'
  | 'signature';

/**
 * One answer for everything that is wrong with a key or a signature: an unauthenticated caller finds out
 * nothing.
 */
const UNAUTHORIZED_DETAIL =
  'X-Api-Key-Id, X-Timestamp and X-Signature must name an active key and sign the request.';

export function unauthorized(check: FailedCheck): Refusal {
  return { ...refuse('unauthorized', { detail: UNAUTHORIZED_DETAIL }), check };
}

const SAID_TO_TEST_KEYS = {
  x_timestamp: 'X-Timestamp must be Unix time in seconds, in digits.',
  x_signature: 'X-Signature must be 64 hexadecimal digits.',
  signature:
    "X-Signature is not the HMAC-SHA-256 of expected_base_string under this key's secret, in hexadecimal digits.",
} as const;

/** To a test key it says what failed (decision 33); the holder of any other key gets the one answer. */
function unauthorizedKey(
  secret: string,
  check: keyof typeof SAID_TO_TEST_KEYS,
  expectedBaseString?: string,
): Refusal {
  if (!isTestKey(secret)) return unauthorized(check);
  const details = {
    detail: SAID_TO_TEST_KEYS[check],
    failed_check: check,
    ...(expectedBaseString !== undefined && { expected_base_string: expectedBaseString }),
  };
  return { ...refuse('unauthorized', details), check };
}

/** What was to be signed: to the letter, but for a body that is not to be repeated. */
export function describeBaseString(
  { method, path, body, holdsCardData }: ReceivedRequest,
  { timestamp }: Credentials,
): string {
  const parts = [method.toUpperCase(), withoutCardNumbers(path), timestamp];
  return [...parts, describeBody(body, holdsCardData)].join('\n');
}

/** A longer body would make the problem hard to read: its digest says as much. */
const MAX_SHOWN_BYTES = 4_096;

/**
 * The body itself where it is short text. An error repeats no card number, and a digest of one can be
 * searched back to it: where there may be one, the length is all that is said.
 */
function describeBody(body: Uint8Array, holdsCardData: boolean): string {
  const length = `${String(body.length)} bytes`;
  const text = new TextDecoder().decode(body);
  if (body.length > 0 && (holdsCardData || findCardNumber(text) !== undefined)) {
    return `{body: ${length}}`;
  }
  // What is no UTF-8 does not come out as it went in.
  const isUtf8 = Buffer.from(text).equals(body);
  if (isUtf8 && body.length <= MAX_SHOWN_BYTES) return text;
  return `{body: ${length}, SHA-256 ${createHash('sha256').update(body).digest('hex')}}`;
}
