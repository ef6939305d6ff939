import type { CardAcquirer, KnownAttempt, ProviderOutcome } from './port.ts';

/** Saved in place of an acquirer's reference: the card has not left, and will not. */
export const NEVER_SENT = 'never sent';

/**
 * Finds outcomes at an acquirer that knows payments by its own reference. An attempt without one is given up: that
 * is saved first, so that a call still on the way finds that it must not send the card.
 */
export function findByReference(
  find: (attempt: KnownAttempt, signal: AbortSignal) => Promise<ProviderOutcome>,
): CardAcquirer['findOutcome'] {
  return async (attempt, saveReference, signal) => {
    if (attempt.reference !== undefined) return find(attempt, signal);
    await saveReference(NEVER_SENT);
    return { outcome: 'never_seen' };
  };
}
