import { createHash } from 'node:crypto';
import { TIMESTAMP, UUID } from '#contract/patterns.ts';
import { DEFAULT_PROFILE, verifyRequest } from '#contract/signature/signature.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import { isTestKey } from '../merchants/keys.ts';
import { refuse, withoutCardNumbers, type Refusal } from './problems.ts';

/** The three headers, well formed but not verified. */
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

/** How far a timestamp may be from the server's clock, either way. */
const CLOCK_SKEW_SECONDS = 300;
const DIGITS = /^[0-9]{13,19}$/;
const SIGNATURE = /^[0-9a-fA-F]{64}$/;
/** Units finer than seconds, by their number of digits from 2001 to 2286. */
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

/** Returns the key that a request names, whether or not it signed the request. */
export function namedKey(read: ReadCredentials): string | undefined {
  if (read.ok) return read.credentials.keyId;
  return 'keyId' in read ? read.keyId : undefined;
}

/**
 * Returns the refusal of headers that cannot be read. It says only as much as the holder of the named key may know.
 */
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
 * Returns the caller of a request, after checking that the key is known and active, then the timestamp, then the
 * MAC (decision 1). The body has not been parsed by then.
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
  // Unsigned requests are examined only to help integrators in the sandbox.
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

/** The authentication check that failed. It is logged for every key. */
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

/** The same answer to every error in a key or a signature, so that an unauthenticated caller learns nothing. */
const UNAUTHORIZED_DETAIL =
  'X-Api-Key-Id, X-Timestamp and X-Signature must name an active key and sign the request.';

export function unauthorized(check: FailedCheck): Refusal {
  return { ...refuse('unauthorized', { detail: UNAUTHORIZED_DETAIL }), check };
}

const TEST_KEY_DETAILS = {
  x_timestamp: 'X-Timestamp must be Unix time in seconds, in digits.',
  x_signature: 'X-Signature must be 64 hexadecimal digits.',
  signature:
    "X-Signature is not the HMAC-SHA-256 of expected_base_string under this key's secret, in hexadecimal digits.",
} as const;

/**
 * Returns the refusal of a known key. It says what failed if that is a test key (decision 1); otherwise it is the
 * same for every error.
 */
function unauthorizedKey(
  secret: string,
  check: keyof typeof TEST_KEY_DETAILS,
  expectedBaseString?: string,
): Refusal {
  if (!isTestKey(secret)) return unauthorized(check);
  const details = {
    detail: TEST_KEY_DETAILS[check],
    failed_check: check,
    ...(expectedBaseString !== undefined && { expected_base_string: expectedBaseString }),
  };
  return { ...refuse('unauthorized', details), check };
}

const SANDBOX_DETAILS = {
  x_api_key_id: 'X-Api-Key-Id is malformed: it is the id of a key, a UUID.',
  key: 'No active key here has this X-Api-Key-Id. The keys of another sandbox, or of data that was removed, are none here: sandbox.json has those of this one.',
} as const;

const MISSING_HEADERS = {
  x_api_key_id: 'X-Api-Key-Id is missing: send the id of a key.',
  x_timestamp: 'X-Timestamp is missing: send Unix time in seconds, in digits.',
  x_signature: 'X-Signature is missing: send 64 hexadecimal digits.',
} as const;

/**
 * Returns a refusal that says which header is missing, malformed or unknown. For a sandbox, where a stranger who
 * learns that a key exists gains nothing. Live keys keep their one answer even there.
 */
export function explainInSandbox(refusal: Refusal, headers: Headers): Refusal {
  const { problem, check, details } = refusal;
  if (problem !== 'unauthorized' || check === undefined) return refusal;
  const isOfKey = isKeyOf(SANDBOX_DETAILS, check);
  const detail = isOfKey || details?.failed_check ? describeHeader(check, headers) : undefined;
  if (detail === undefined) return refusal;
  return { ...refusal, details: { ...details, detail, failed_check: check } };
}

function describeHeader(check: string, headers: Headers): string | undefined {
  if (isKeyOf(MISSING_HEADERS, check) && headers.get(check.replaceAll('_', '-')) === null) {
    return MISSING_HEADERS[check];
  }
  return isKeyOf(SANDBOX_DETAILS, check) ? SANDBOX_DETAILS[check] : undefined;
}

function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

/** Returns the text to be signed: exact, except for a body or path that must not be repeated. */
export function describeBaseString(
  { method, path, body, holdsCardData }: ReceivedRequest,
  { timestamp }: Credentials,
): string {
  const parts = [method.toUpperCase(), withoutCardNumbers(path), timestamp];
  return [...parts, describeBody(body, holdsCardData)].join('\n');
}

/**
 * The longest body that is shown. A longer one would make the problem hard to read, and its digest identifies it as
 * well.
 */
const MAX_SHOWN_BYTES = 4_096;

/**
 * Returns the body if it is short text, else its length and digest. If it may contain a card number it returns only
 * the length: an error must not repeat a card number, and a digest can be searched for the number.
 */
function describeBody(body: Uint8Array, holdsCardData: boolean): string {
  const length = `${String(body.length)} bytes`;
  const text = new TextDecoder().decode(body);
  if (body.length > 0 && (holdsCardData || findCardNumber(text) !== undefined)) {
    return `{body: ${length}}`;
  }
  // Bytes that are not UTF-8 change when they are decoded.
  const isUtf8 = Buffer.from(text).equals(body);
  if (isUtf8 && body.length <= MAX_SHOWN_BYTES) return text;
  return `{body: ${length}, SHA-256 ${createHash('sha256').update(body).digest('hex')}}`;
}
