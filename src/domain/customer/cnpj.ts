/** The weights of the digits before each of the two check digits. */
const WEIGHTS = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
];

/** Tells whether fourteen digits are a valid Brazilian company number (CNPJ): the last two are check digits. */
export function isCnpj(digits: string): boolean {
  // Fourteen equal digits are never issued.
  if (/^(\d)\1*$/.test(digits)) return false;
  return WEIGHTS.every((weights) => checkDigit(digits, weights) === digits[weights.length]);
}

/** Computes the check digit modulo 11 over the digits that have weights; a remainder below two counts as zero. */
function checkDigit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, place) => total + Number(digits[place]) * weight, 0);
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
