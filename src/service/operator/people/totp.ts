import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
const MODULUS = 10 ** DIGITS;
/** Accepts neighbouring steps, because clocks differ and typing takes time. */
const STEPS_EITHER_WAY = 1;

const SIGN_BIT = 0x7fffffff;
const LAST_NIBBLE = 0xf;

/** Returns the six-digit code for a counter (RFC 4226). */
export function hotp(secret: Uint8Array, counter: bigint): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(counter);
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & LAST_NIBBLE;
  const number = digest.readUInt32BE(offset) & SIGN_BIT;
  return String(number % MODULUS).padStart(DIGITS, '0');
}

export function stepAt(time: Date): bigint {
  return BigInt(Math.floor(time.getTime() / STEP_MS));
}

/**
 * Finds the step that a code belongs to.
 *
 * @param after codes of this step or an earlier one are no longer valid
 * @returns undefined if the code is invalid
 */
export function findStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: bigint },
): bigint | undefined {
  const middle = stepAt(now);
  let found: bigint | undefined;
  // Compares all steps without stopping early, so that timing reveals nothing.
  for (let offset = -STEPS_EITHER_WAY; offset <= STEPS_EITHER_WAY; offset += 1) {
    const step = middle + BigInt(offset);
    if (isSame(code, hotp(secret, step)) && step > after) found = step;
  }
  return found;
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the URI that authenticator apps read from a link or QR code. */
export function otpauthUri(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`Tollgate:${account}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Tollgate`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{1,${BITS}}`, 'g')) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(BITS, '0'), 2)]).join('');
}
