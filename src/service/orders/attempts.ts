/** Whatever the method allows: a page must not become a machine for trying cards (decision 10). */
export const MAX_ATTEMPTS_PER_ORDER = 5;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When the provider is asked about an attempt whose outcome is unknown; the last step repeats. */
const ASK_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
] as const;

/**
 * `asked` is how often the provider was asked already. The end of the order's waiting time is an
 * occasion of its own: a challenge that is still open then is given up.
 */
export function nextAskAt(now: Date, asked: number, expiresAt?: Date): Date {
  const due = new Date(now.getTime() + (ASK_AFTER_MS[asked] ?? HOUR_MS));
  return expiresAt !== undefined && now < expiresAt && expiresAt < due ? expiresAt : due;
}

/** Attempts that a shopper may still make, from what was made and what was declined of it. */
export function attemptsLeft(
  maxAttempts: number,
  { made, declined }: { made: number; declined: number },
): number {
  return Math.max(0, Math.min(maxAttempts - declined, MAX_ATTEMPTS_PER_ORDER - made));
}
