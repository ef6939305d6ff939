const LENGTH = 11;

/**
 * Tells whether eleven digits are a valid Brazilian taxpayer number (CPF): each of the last two is a check digit over
 * the digits before it.
 */
export function isCpf(digits: string): boolean {
  // Eleven equal digits pass the checksum too, but are never issued.
  if (/^(\d)\1*$/.test(digits)) return false;
  return [LENGTH - 2, LENGTH - 1].every(
    (place) => checkDigit(digits.slice(0, place)) === digits[place],
  );
}

/** Computes the check digit modulo 11, with weights that end in 2; a remainder of ten counts as zero. */
function checkDigit(before: string): string {
  const sum = Array.from(before).reduce(
    (total, digit, place) => total + Number(digit) * (before.length + 1 - place),
    0,
  );
  return String(((sum * 10) % LENGTH) % 10);
}
