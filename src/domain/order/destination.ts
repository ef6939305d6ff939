import { findCardNumber } from '../card/find-number.ts';
import { maskCardNumber } from '../card/number.ts';
import type { PaymentSource } from './payment-source.ts';

type Sha256 = (bytes: Uint8Array) => Uint8Array;
type Check = (destination: string, sha256: Sha256) => boolean;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const TRON_PREFIX = 0x41;
const ADDRESS_BYTES = 21;

const isGiven: Check = (destination) => destination.trim() !== '';

const CHECKS = {
  CARD: (destination) => findCardNumber(destination) !== undefined,
  PHONE: (destination) => /^\+[0-9]{5,30}$/.test(destination),
  CRYPTO: isTronAddress,
  P2P: isGiven,
  PIX: isGiven,
  BLIK: isGiven,
} as const satisfies Record<PaymentSource, Check>;

/** Whether a payout of this kind can go there at all; the hash is the caller's, since the domain has none. */
export function isDestinationValid(
  source: PaymentSource,
  destination: string,
  sha256: Sha256,
): boolean {
  const check: Check = CHECKS[source];
  return check(destination, sha256);
}

/**
 * The card number that a destination holds, in whatever spelling. A telephone number of a method that
 * pays to telephones is none, though one in ten passes the same check.
 */
export function cardNumberIn(source: PaymentSource, destination: string): string | undefined {
  const isPhone = source === 'PHONE' && PHONE.test(destination);
  return isPhone ? undefined : findCardNumber(destination);
}

/**
 * A destination as answers may show it: of one that holds a card number, only that, masked. What is
 * given to a card method and holds none may be one with a wrong digit, so nothing of it is shown.
 */
export function maskDestination(source: PaymentSource, destination: string): string {
  const number = cardNumberIn(source, destination);
  if (number !== undefined) return maskCardNumber(number);
  return source === 'CARD' ? '*'.repeat(Array.from(destination).length) : destination;
}

/** What a provider is to pay to: of a card method the number alone, in digits. */
export function payableDestination(source: PaymentSource, destination: string): string {
  const number = source === 'CARD' ? findCardNumber(destination) : undefined;
  return number ?? destination;
}

/** At most 15 digits (E.164). */
const PHONE = /^\+[1-9][0-9]{4,14}$/;

/** TRON's base58check: prefix byte, 20 bytes of address, first 4 bytes of the double hash. */
function isTronAddress(destination: string, sha256: Sha256): boolean {
  if (!TRON_ADDRESS.test(destination)) return false;
  const bytes = decodeBase58(destination);
  if (bytes[0] !== TRON_PREFIX) return false;
  const checksum = sha256(sha256(bytes.subarray(0, ADDRESS_BYTES)));
  return bytes.subarray(ADDRESS_BYTES).every((byte, index) => byte === checksum[index]);
}

/** What TRON_ADDRESS matches is a number of exactly 25 bytes, because of its T in front. */
function decodeBase58(text: string): Uint8Array {
  let number = 0n;
  for (const character of text) number = number * 58n + BigInt(BASE58.indexOf(character));
  return Uint8Array.from(number.toString(16).match(/../g) ?? [], (byte) =>
    Number.parseInt(byte, 16),
  );
}
