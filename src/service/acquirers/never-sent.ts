import type { CardAcquirer, KnownAttempt, AcquirerOutcome, ReportedPayment } from './port.ts';

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

/**
 * Returns the reference to inquire about after a notification. That another payment of the attempt failed does not mean
 * that the attempt's own did: a report of another one counts only if it says that money was taken.
 */
export function referenceToInquire(
  { reference }: Pick<KnownAttempt, 'reference'>,
  reported: ReportedPayment | undefined,
): string | undefined {
  if (reported === undefined) return reference;
  const isSaved = reference !== undefined && reference !== NEVER_SENT;
  return isSaved && !reported.approves ? reference : reported.reference;
}
