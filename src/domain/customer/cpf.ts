const LENGTH = 11;

/** Whether eleven digits are a Brazilian taxpayer's number: each of the last two is made of those before it. */
export function isCpf(digits: string): boolean {
  // A number of one digit eleven times adds up as well, and is never given out.
  if (/^(\d)\1*$/.test(digits)) return false;
  return [LENGTH - 2, LENGTH - 1].every(
    (place) => checkDigit(digits.slice(0, place)) === digits[place],
  );
}

/** Modulo 11, with weights that end in 2; a remainder of ten counts as zero. */
function checkDigit(before: string): string {
  const sum = Array.from(before).reduce(
    (total, digit, place) => total + Number(digit) * (before.length + 1 - place),
    0,
  );
  return String(((sum * 10) % LENGTH) % 10);
}
