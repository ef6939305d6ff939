import {
  ContradictionError,
  type KnownAttempt,
  type AcquirerOutcome,
  type ReportedPayment,
  type SaveReference,
} from '../port.ts';
import { declineOf } from './decline.ts';
import { unpaidOutcome } from './find-outcome.ts';
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
): Promise<AcquirerOutcome> {
  const saved = readState(attempt.reference);
  if (reported === undefined) return undecided(attempt, saved);
  // A refusal of another amount is of another payment as well.
  if (APPROVALS.has(reported.event))
    expectSameAmount(attempt, { ...reported, value: Number(reported.amountMinor) });
  const outcome =
    attempt.outcome === undefined
      ? await MEANINGS_WHILE_OPEN[nameOf(reported)]?.({
          saved,
          reported,
          saveReference,
          now: now(),
        })
      : meaningAfterEnd(saved, reported);
  if (outcome === 'paid') return approve({ attempt, saved, reported, saveReference });
  return outcome === 'not_paid'
    ? end({ attempt, saved, reported, saveReference })
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

type Meaning = AcquirerOutcome | 'paid' | 'not_paid' | undefined;

interface Reading {
  saved: SavedState;
  reported: ReportedPayment;
  saveReference: SaveReference;
}

interface OpenReading extends Reading {
  now: Date;
}

interface AttemptReading extends Reading {
  attempt: KnownAttempt;
}

/** What each event means for an open attempt. Other events change nothing. */
const MEANINGS_WHILE_OPEN: Readonly<
  Record<string, ((reading: OpenReading) => Meaning | Promise<Meaning>) | undefined>
> = {
  'AUTHORISATION true': authorised,
  'AUTHORISATION false': ({ saved, reported: { reference, reason } }) =>
    AUTHORISED_STATES.has(saved.state) ? undefined : declineOf(reference, { name: reason }),
  // A captured payment can no longer be cancelled.
  'CAPTURE true': captured,
  'TECHNICAL_CANCEL true': () => 'not_paid',
  'TECHNICAL_CANCEL false': notCancelled,
  'CANCELLATION true': () => 'not_paid',
  'CANCEL_OR_REFUND true': () => 'not_paid',
  'CANCEL_OR_REFUND false': ({ saved }) => (saved.state === 'reversing' ? 'paid' : undefined),
  'EXPIRE true': () => 'not_paid',
  'OFFER_CLOSED true': ({ saved }) => (AUTHORISED_STATES.has(saved.state) ? undefined : 'not_paid'),
};

function captured({ saved, reported }: OpenReading): Meaning {
  if (saved.state === 'reversing') return undefined;
  return isOlderThanEnd(saved, reported) ? 'not_paid' : 'paid';
}

async function authorised({ saved, reported, saveReference }: OpenReading): Promise<Meaning> {
  if (isOlderThanEnd(saved, reported)) return 'not_paid';
  if (saved.state === 'cancelling') {
    // The cancellation may still take effect. If it is not reported, the next status inquiry reverses the payment.
    const { reference: pspReference } = reported;
    await saveReference(writeState({ state: 'authorised_late', pspReference }));
  }
  return CANCELLING_STATES.has(saved.state) ? undefined : 'paid';
}

async function notCancelled({
  saved,
  reported,
  saveReference,
  now,
}: OpenReading): Promise<Meaning> {
  if (saved.state === 'authorised_late') return 'paid';
  if (saved.state !== 'cancelling') return undefined;
  const { reference: pspReference } = reported;
  await saveReference(writeState({ state: 'uncancelled', pspReference, since: now }));
  return undefined;
}

const CANCELLING_STATES: ReadonlySet<SavedState['state']> = new Set([
  'cancelling',
  'authorised_late',
  'reversing',
]);
const AUTHORISED_STATES: ReadonlySet<SavedState['state']> = new Set([
  'authorised',
  'authorised_late',
  'reversing',
]);

/**
 * Returns what an event means for an attempt that has ended. Reversals that someone requested change nothing here;
 * they are notices.
 */
function meaningAfterEnd(saved: SavedState, reported: ReportedPayment): Meaning {
  const { reference, reason } = reported;
  switch (nameOf(reported)) {
    case 'AUTHORISATION true':
    case 'CAPTURE true':
      return isOlderThanEnd(saved, reported) ? 'not_paid' : 'paid';
    case 'AUTHORISATION false':
      return declineOf(reference, { name: reason });
    case 'TECHNICAL_CANCEL true':
    case 'EXPIRE true':
      return 'not_paid';
    default:
      return undefined;
  }
}

/** The ends of a payment that each approval may precede. After any other end, it means that money was taken. */
const LATER_ENDS: Readonly<Record<string, ReadonlySet<SavedState['state']> | undefined>> = {
  AUTHORISATION: new Set(['cancelled', 'reversed']),
  // A payment that was cancelled was not captured before that.
  CAPTURE: new Set(['reversed']),
};

/** Whether an approval is older than the payment's end. Webhooks come in any order. */
function isOlderThanEnd(saved: SavedState, { event, reference }: ReportedPayment): boolean {
  return LATER_ENDS[event]?.has(saved.state) === true && pspReferenceOf(saved) === reference;
}

async function approve({
  attempt,
  saved,
  reported: { reference },
  saveReference,
}: AttemptReading): Promise<AcquirerOutcome> {
  if (attempt.outcome === undefined && saved.state !== 'authorised') {
    if (saved.state === 'never_sent' || saved.state === 'nothing') {
      throw new ContradictionError('Adyen authorised a payment that was never sent');
    }
    await saveReference(writeState({ state: 'authorised', pspReference: reference }));
  }
  const pspReference = saved.state === 'authorised' ? saved.pspReference : reference;
  return { outcome: 'approved', reference: pspReference, rrn: undefined };
}

const END_STATES: ReadonlySet<SavedState['state']> = new Set(['cancelled', 'lapsed', 'reversed']);
const LAPSES: ReadonlySet<string> = new Set<OutcomeEvent>(['EXPIRE', 'OFFER_CLOSED']);

/** Saves how the payment ended, which decides what a late approval means. The first end counts. */
async function end({
  attempt,
  saved,
  reported: { event, reference: pspReference },
  saveReference,
}: AttemptReading): Promise<AcquirerOutcome> {
  if (attempt.outcome === undefined && !END_STATES.has(saved.state)) {
    await saveReference(writeState({ state: endStateOf(saved, event), pspReference }));
  }
  return unpaidOutcome(attempt);
}

function endStateOf({ state }: SavedState, event: string): 'cancelled' | 'lapsed' | 'reversed' {
  if (LAPSES.has(event)) return 'lapsed';
  return state === 'reversing' && event === 'CANCEL_OR_REFUND' ? 'reversed' : 'cancelled';
}

function undecided({ id, challengeUrl }: KnownAttempt, saved: SavedState): AcquirerOutcome {
  if (saved.state === 'authorised') {
    return { outcome: 'approved', reference: saved.pspReference, rrn: undefined };
  }
  const reference = pspReferenceOf(saved) ?? id;
  return challengeUrl === undefined || saved.state !== 'sent'
    ? { outcome: 'pending', reference }
    : { outcome: 'challenge', reference, url: challengeUrl };
}
