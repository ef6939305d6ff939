import { randomInt } from 'node:crypto';
import { passesLuhn } from '#domain/card/number.ts';

/** Returns a random card number with a valid check digit. */
export function newCard(bin = '40000000'): string {
  const digits = bin + String(randomInt(10 ** 7)).padStart(7, '0');
  const check = Array.from({ length: 10 }, (_, digit) => digits + String(digit));
  return check.find(passesLuhn) ?? digits;
}
