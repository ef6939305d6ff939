import { createHash } from 'node:crypto';
import { findCardNumber } from '#domain/card/find-number.ts';
import { isTestKey } from '../merchants/issue-key.ts';
import { refuse, withoutCardNumbers, type Refusal } from './problems.ts';
import type { Credentials, ReceivedRequest } from './signed-request.ts';

/** What of a request's authentication was wrong; the log says it of every key. */
export type FailedCheck =
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
export function unauthorizedKey(
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
