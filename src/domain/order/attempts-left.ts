/** Whatever the method allows: a page must not serve card testing (decision 10). */
export const MAX_ATTEMPTS_PER_ORDER = 5;

/** Attempts that a shopper may still make, from what was made and what was declined of it. */
export function attemptsLeft(
  maxAttempts: number,
  { made, declined }: { made: number; declined: number },
): number {
  return Math.max(0, Math.min(maxAttempts - declined, MAX_ATTEMPTS_PER_ORDER - made));
}
