/** Caps what payment methods allow, so that a page cannot serve card testing (decision 5). */
export const MAX_ATTEMPTS_PER_ORDER = 5;

/** Returns how many attempts a shopper has left, given how many were made and how many of those were declined. */
export function attemptsLeft(
  maxAttempts: number,
  { made, declined }: { made: number; declined: number },
): number {
  return Math.max(0, Math.min(maxAttempts - declined, MAX_ATTEMPTS_PER_ORDER - made));
}
