const SPACES = /[\s'’]/g;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;
const GROUPED = /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$|^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/;
/** Longer text is never an amount, percentage or rate. */
const MAX_LENGTH = 40;

/**
 * Parses a number as people write it to decimal text: "12,50", "1.234,56", "1,234.56" and "1 234,56". A
 * single separator starts the decimals, so "1,234" has three of them and is not a valid amount: nobody can tell which
 * was meant.
 *
 * @returns undefined if the text is not such a number; signs are not accepted
 */
export function typedDecimal(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const compact = text.replaceAll(SPACES, '');
  const [, digits, decimals] = PLAIN.exec(compact) ?? [];
  if (digits !== undefined) return joined(digits, decimals);
  const [, commas, afterPoint, points, afterComma] = GROUPED.exec(compact) ?? [];
  const whole = commas ?? points;
  return whole && joined(whole.replaceAll(/[.,]/g, ''), afterPoint ?? afterComma);
}

function joined(whole: string, decimals: string | undefined): string {
  return decimals === undefined ? whole : `${whole}.${decimals}`;
}
