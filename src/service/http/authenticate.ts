import { TIMESTAMP, UUID } from '#contract/patterns.ts';
import { DEFAULT_PROFILE, verifyRequest } from '#contract/signature/signature.ts';
import type { CallerDirectory, FoundCaller } from '../merchants/caller-directory.ts';
import { isTestKey } from '../merchants/issue-key.ts';
import { describeBaseString, unauthorized, unauthorizedKey } from './diagnose.ts';
import { refuse, type Refusal } from './problems.ts';
import type { Credentials, ReceivedRequest } from './signed-request.ts';

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
    detail: `X-Timestamp must lie within ${String(CLOCK_SKEW_SECONDS)} s of the server's time, ${String(nowSeconds)}.`,
  });
  return { ...refusal, check: 'timestamp' };
}
