import { findCardNumber } from '../card/find-number.ts';
import { maskCardNumber } from '../card/number.ts';
import type { PaymentSource } from './payment-source.ts';
import { isNumericPixKey } from './pix-key.ts';

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

/**
 * Tells whether a destination is valid for a payout of this kind. The caller passes SHA-256, which the domain does
 * not have.
 */
export function isDestinationValid(
  source: PaymentSource,
  destination: string,
  sha256: Sha256,
): boolean {
  const check: Check = CHECKS[source];
  return check(destination, sha256);
}

/**
 * Returns the card number in a destination, however it is written. Skips telephone numbers for PHONE payouts and keys
 * of digits for PIX payouts, although one in ten passes the Luhn check.
 */
export function cardNumberIn(source: PaymentSource, destination: string): string | undefined {
  const isPhone = source === 'PHONE' && PHONE.test(destination);
  const isKey = source === 'PIX' && isNumericPixKey(destination);
  return isPhone || isKey ? undefined : findCardNumber(destination);
}

/**
 * Returns a destination as answers may show it: if it holds a card number, the masked number alone. For card payouts,
 * text without a valid number may be a mistyped one, so every character is masked.
 */
export function maskDestination(source: PaymentSource, destination: string): string {
  const number = cardNumberIn(source, destination);
  if (number !== undefined) return maskCardNumber(number);
  return source === 'CARD' ? '*'.repeat(Array.from(destination).length) : destination;
}

/** Returns the destination to send to the acquirer: for card payouts just the number's digits. */
export function payableDestination(source: PaymentSource, destination: string): string {
  const number = source === 'CARD' ? findCardNumber(destination) : undefined;
  return number ?? destination;
}

/** At most 15 digits (E.164). */
const PHONE = /^\+[1-9][0-9]{4,14}$/;

/** Validates a TRON address (base58check): prefix byte, 20 bytes of address, first 4 bytes of the double hash. */
function isTronAddress(destination: string, sha256: Sha256): boolean {
  if (!TRON_ADDRESS.test(destination)) return false;
  const bytes = decodeBase58(destination);
  if (bytes[0] !== TRON_PREFIX) return false;
  const checksum = sha256(sha256(bytes.subarray(0, ADDRESS_BYTES)));
  return bytes.subarray(ADDRESS_BYTES).every((byte, index) => byte === checksum[index]);
}

/** Decodes base58. Text that matches TRON_ADDRESS always gives exactly 25 bytes, because of its leading T. */
function decodeBase58(text: string): Uint8Array {
  let number = 0n;
  for (const character of text) number = number * 58n + BigInt(BASE58.indexOf(character));
  return Uint8Array.from(number.toString(16).match(/../g) ?? [], (byte) =>
    Number.parseInt(byte, 16),
  );
}
