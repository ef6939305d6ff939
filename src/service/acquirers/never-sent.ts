import type { CardAcquirer, KnownAttempt, AcquirerOutcome } from './port.ts';

/** Saved instead of an acquirer's reference: the card was not sent and never will be. */
export const NEVER_SENT = 'never sent';

/**
 * Returns a `findOutcome` for an acquirer that finds payments by its own reference. An attempt without one is given
 * up: saves `NEVER_SENT` first, so that a call still in progress fails to save its reference and does not send the
 * card.
 */
export function findByReference(
  find: (attempt: KnownAttempt, signal: AbortSignal) => Promise<AcquirerOutcome>,
): CardAcquirer['findOutcome'] {
  return async (attempt, saveReference, signal) => {
    if (attempt.reference !== undefined) return find(attempt, signal);
    await saveReference(NEVER_SENT);
    return { outcome: 'never_seen' };
  };
}
