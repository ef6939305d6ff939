const UTC_MINUS_12_MS = 12 * 60 * 60 * 1000;

/**
 * Tells whether a card has expired. A card is good through the last day of its month anywhere on Earth: until that
 * month has ended at UTC−12. `month` is '01' to '12', `year` two digits of this century.
 */
export function isExpired(month: string, year: string, nowMs: number): boolean {
  // Date.UTC counts months from zero, so the card's own month number names the month after it.
  const firstInstantAfterMs = Date.UTC(2000 + Number(year), Number(month), 1) + UTC_MINUS_12_MS;
  return nowMs >= firstInstantAfterMs;
}
