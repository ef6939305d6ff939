import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, half minutes. */
const STEP_MS = 30_000;
const DIGITS = 6;
const MODULUS = 10 ** DIGITS;
/** Clocks differ, and typing takes a while. */
const STEPS_EITHER_WAY = 1;

const SIGN_BIT = 0x7fffffff;
const LAST_NIBBLE = 0xf;

/** RFC 4226: a code of six digits for a counter. */
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
 * @param after no code of this step or an earlier one is good any more
 * @returns the step whose code it is, undefined where it is none
 */
export function findStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: bigint },
): bigint | undefined {
  const middle = stepAt(now);
  let found: bigint | undefined;
  // All are compared, whichever it is.
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

/** What an authenticator app reads from a link or a QR code. */
export function otpauthUri(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`Tollgate:${account}`);
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Tollgate`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{1,${BITS}}`, 'g')) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(BITS, '0'), 2)]).join('');
}
