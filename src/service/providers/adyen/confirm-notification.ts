import { ContradictionError, type KnownAttempt, type ReportedPayment } from '../acquirer.ts';
import type { ProviderOutcome } from '../provider.ts';
import { declineOf } from './decline.ts';
import { readMemory, writeMemory } from './memory.ts';
import { expectSameAmount } from './payment-result.ts';

/**
 * What a webhook means for its attempt, by what is remembered of it: they come late, twice and in any
 * order, and Adyen cannot be asked which of them is the last word.
 */
export async function confirmNotification(
  attempt: KnownAttempt,
  reported: ReportedPayment | undefined,
): Promise<ProviderOutcome> {
  const memory = readMemory(attempt.reference);
  if (memory.state === 'authorised') {
    return { outcome: 'approved', reference: memory.pspReference, rrn: undefined };
  }
  if (reported?.event === 'AUTHORISATION') {
    return reported.success
      ? authorised(attempt, reported)
      : declineOf(reported.reference, { name: reported.reason });
  }
  if (reported?.event === 'TECHNICAL_CANCEL' && reported.success) return cancelled(attempt);
  return undecided(attempt);
}

async function authorised(
  attempt: KnownAttempt,
  { amountMinor, currency, reference }: ReportedPayment,
): Promise<ProviderOutcome> {
  expectSameAmount(attempt, { currency, value: Number(amountMinor) });
  const { state } = readMemory(attempt.reference);
  if (state === 'never_sent' || state === 'nothing') {
    throw new ContradictionError('Adyen authorised a payment that was never sent');
  }
  // Its cancellation was asked for, and has the last word.
  if (state === 'cancelling') return { outcome: 'pending', reference };
  await attempt.remember(writeMemory({ state: 'authorised', pspReference: reference }));
  return { outcome: 'approved', reference, rrn: undefined };
}

function cancelled({ challengeUrl }: KnownAttempt): ProviderOutcome {
  return { outcome: challengeUrl === undefined ? 'never_seen' : 'abandoned' };
}

function undecided({ id, challengeUrl }: KnownAttempt): ProviderOutcome {
  return challengeUrl === undefined
    ? { outcome: 'pending', reference: id }
    : { outcome: 'challenge', reference: id, url: challengeUrl };
}
