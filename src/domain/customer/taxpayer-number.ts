/**
 * Tells whether eleven digits are a valid taxpayer number of a Brazilian person (CPF): the last two are check digits,
 * with weights that count up from 2.
 */
export function isCpf(digits: string): boolean {
  return hasCheckDigits(digits, 10);
}

/** Tells whether fourteen digits are a valid taxpayer number of a Brazilian company (CNPJ), with weights of 2 to 9. */
export function isCnpj(digits: string): boolean {
  return hasCheckDigits(digits, 8);
}

/** Equal digits pass the checksum too, but are never issued. */
function hasCheckDigits(digits: string, weights: number): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  return [digits.length - 2, digits.length - 1].every(
    (place) => checkDigit(digits.slice(0, place), weights) === digits[place],
  );
}

/**
 * Computes the check digit modulo 11; a remainder of ten counts as zero. The weights count up from 2 at the last digit,
 * and begin again when all are used.
 */
function checkDigit(before: string, weights: number): string {
  const sum = Array.from(before).reduce(
    (total, digit, place) => total + Number(digit) * (2 + ((before.length - 1 - place) % weights)),
    0,
  );
  return String(((sum * 10) % 11) % 10);
}
