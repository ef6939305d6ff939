import type { CardAcquirer } from './acquirer.ts';

/** Remembered in place of an acquirer's reference: the card has not left, and will not. */
export const NEVER_SENT = 'never sent';

/**
 * Finds outcomes at an acquirer that is asked by its reference. An attempt without one is given up: that
 * is remembered first, so that a call still on the way finds that it must not send the card.
 */
export function findByReference(ask: CardAcquirer['findOutcome']): CardAcquirer['findOutcome'] {
  return async (attempt, signal) => {
    if (attempt.reference !== undefined) return ask(attempt, signal);
    await attempt.remember(NEVER_SENT);
    return { outcome: 'never_seen' };
  };
}
