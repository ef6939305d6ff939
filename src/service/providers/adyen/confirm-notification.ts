import {
  ContradictionError,
  type KnownAttempt,
  type ProviderOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../port.ts';
import { declineOf } from './decline.ts';
import { takenNever } from './find-outcome.ts';
import { expectSameAmount } from './payment-result.ts';
import { pspReferenceOf, readState, writeState, type SavedState } from './saved-state.ts';

/** The events that advance or end a payment. Every other event becomes a notice for an operator. */
export const OUTCOME_EVENTS = [
  'AUTHORISATION',
  'CAPTURE',
  'TECHNICAL_CANCEL',
  'CANCELLATION',
  'CANCEL_OR_REFUND',
  'EXPIRE',
  'OFFER_CLOSED',
] as const;
export type OutcomeEvent = (typeof OUTCOME_EVENTS)[number];

/**
 * Returns what a webhook means for its attempt, given the saved state. Webhooks come late, repeatedly and in any
 * order, and Adyen has no status inquiry to tell which of them is final.
 */
export async function confirmNotification(
  { now }: { now: () => Date },
  attempt: KnownAttempt,
  reported: ReportedPayment | undefined,
  saveReference: SaveReference,
): Promise<ProviderOutcome> {
  const saved = readState(attempt.reference);
  if (reported === undefined) return undecided(attempt, saved);
  if (reported.approves)
    expectSameAmount(attempt, { ...reported, value: Number(reported.amountMinor) });
  const outcome =
    attempt.outcome === undefined
      ? await OF_OPEN[nameOf(reported)]?.({ saved, reported, saveReference, now: now() })
      : ofEnded(saved, reported);
  if (outcome === 'taken') return approve({ attempt, saved, reported, saveReference });
  return outcome === 'taken_never'
    ? cancel({ attempt, saved, reported, saveReference })
    : (outcome ?? undecided(attempt, saved));
}

const APPROVALS: ReadonlySet<string> = new Set<OutcomeEvent>(['AUTHORISATION', 'CAPTURE']);

/** Whether an event says that the payment was taken. */
export function isApproval(event: string, success: boolean): boolean {
  return success && APPROVALS.has(event);
}

function nameOf({ event, success }: ReportedPayment) {
  return `${event} ${String(success)}`;
}

type Meaning = ProviderOutcome | 'taken' | 'taken_never' | undefined;

interface Reading {
  saved: SavedState;
  reported: ReportedPayment;
  saveReference: SaveReference;
}

interface OpenReading extends Reading {
  now: Date;
}

interface KnownReading extends Reading {
  attempt: KnownAttempt;
}

/** What each event means for an open attempt. Other events change nothing. */
const OF_OPEN: Readonly<
  Record<string, ((reading: OpenReading) => Meaning | Promise<Meaning>) | undefined>
> = {
  'AUTHORISATION true': authorised,
  'AUTHORISATION false': ({ saved, reported: { reference, reason } }) =>
    KNOWN_TAKEN.has(saved.state) ? undefined : declineOf(reference, { name: reason }),
  // A captured payment can no longer be cancelled.
  'CAPTURE true': ({ saved }) => (saved.state === 'reversing' ? undefined : 'taken'),
  'TECHNICAL_CANCEL true': () => 'taken_never',
  'TECHNICAL_CANCEL false': notCancelled,
  'CANCELLATION true': () => 'taken_never',
  'CANCEL_OR_REFUND true': () => 'taken_never',
  'CANCEL_OR_REFUND false': ({ saved }) => (saved.state === 'reversing' ? 'taken' : undefined),
  'EXPIRE true': () => 'taken_never',
  'OFFER_CLOSED true': ({ saved }) => (KNOWN_TAKEN.has(saved.state) ? undefined : 'taken_never'),
};

async function authorised({ saved, reported, saveReference }: OpenReading): Promise<Meaning> {
  if (wasCancelled(saved, reported)) return 'taken_never';
  if (saved.state === 'cancelling') {
    // The cancellation may still take effect. If it is not reported, the next status inquiry reverses the payment.
    const { reference: pspReference } = reported;
    await saveReference(writeState({ state: 'authorised_late', pspReference }));
  }
  return GIVEN_UP.has(saved.state) ? undefined : 'taken';
}

async function notCancelled({
  saved,
  reported,
  saveReference,
  now,
}: OpenReading): Promise<Meaning> {
  if (saved.state === 'authorised_late') return 'taken';
  if (saved.state !== 'cancelling') return undefined;
  const { reference: pspReference } = reported;
  await saveReference(writeState({ state: 'uncancelled', pspReference, since: now }));
  return undefined;
}

const GIVEN_UP: ReadonlySet<SavedState['state']> = new Set([
  'cancelling',
  'authorised_late',
  'reversing',
]);
const KNOWN_TAKEN: ReadonlySet<SavedState['state']> = new Set([
  'authorised',
  'authorised_late',
  'reversing',
]);

/**
 * Returns what an event means for an attempt that has ended. Reversals that someone requested change nothing here;
 * they are notices.
 */
function ofEnded(saved: SavedState, reported: ReportedPayment): Meaning {
  const { reference, reason } = reported;
  switch (nameOf(reported)) {
    case 'AUTHORISATION true':
    case 'CAPTURE true':
      return wasCancelled(saved, reported) ? 'taken_never' : 'taken';
    case 'AUTHORISATION false':
      return declineOf(reference, { name: reason });
    case 'TECHNICAL_CANCEL true':
    case 'EXPIRE true':
      return 'taken_never';
    default:
      return undefined;
  }
}

/**
 * Whether the payment is already known to be cancelled. Webhooks come in any order: the authorisation was earlier.
 */
function wasCancelled(saved: SavedState, { reference }: ReportedPayment): boolean {
  return saved.state === 'cancelled' && saved.pspReference === reference;
}

async function approve({
  attempt,
  saved,
  reported: { reference },
  saveReference,
}: KnownReading): Promise<ProviderOutcome> {
  if (attempt.outcome === undefined && saved.state !== 'authorised') {
    if (saved.state === 'never_sent' || saved.state === 'nothing') {
      throw new ContradictionError('Adyen authorised a payment that was never sent');
    }
    await saveReference(writeState({ state: 'authorised', pspReference: reference }));
  }
  const pspReference = saved.state === 'authorised' ? saved.pspReference : reference;
  return { outcome: 'approved', reference: pspReference, rrn: undefined };
}

/** Saves the cancellation, so that a late authorisation webhook does not approve the payment. */
async function cancel({
  attempt,
  saved,
  reported: { reference },
  saveReference,
}: KnownReading): Promise<ProviderOutcome> {
  if (attempt.outcome === undefined && saved.state !== 'cancelled') {
    await saveReference(writeState({ state: 'cancelled', pspReference: reference }));
  }
  return takenNever(attempt);
}

function undecided({ id, challengeUrl }: KnownAttempt, saved: SavedState): ProviderOutcome {
  if (saved.state === 'authorised') {
    return { outcome: 'approved', reference: saved.pspReference, rrn: undefined };
  }
  const reference = pspReferenceOf(saved) ?? id;
  return challengeUrl === undefined || saved.state !== 'sent'
    ? { outcome: 'pending', reference }
    : { outcome: 'challenge', reference, url: challengeUrl };
}
