import { ContradictionError, type KnownAttempt, type ReportedPayment } from '../acquirer.ts';
import type { ProviderOutcome } from '../provider.ts';
import { declineOf } from './decline.ts';
import { takenNever } from './find-outcome.ts';
import { pspReferenceIn, readMemory, writeMemory, type Memory } from './memory.ts';
import { expectSameAmount } from './payment-result.ts';

/** The events that say how a payment goes on or ends; every other one is a notice for a person. */
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
 * What a webhook means for its attempt, by what is remembered of it: they come late, twice and in any
 * order, and Adyen cannot be asked which of them is the last word.
 */
export async function confirmNotification(
  { now }: { now: () => Date },
  attempt: KnownAttempt,
  reported: ReportedPayment | undefined,
): Promise<ProviderOutcome> {
  const memory = readMemory(attempt.reference);
  if (reported === undefined) return undecided(attempt, memory);
  const saysTaken = reported.success && TAKEN.has(reported.event);
  if (saysTaken) expectSameAmount(attempt, { ...reported, value: Number(reported.amountMinor) });
  const outcome =
    attempt.outcome === undefined
      ? await OF_OPEN[nameOf(reported)]?.({ attempt, memory, reported, now: now() })
      : ofEnded(memory, reported);
  if (outcome === 'taken') return approve(attempt, memory, reported);
  return outcome === 'taken_never'
    ? cancel(attempt, memory, reported)
    : (outcome ?? undecided(attempt, memory));
}

const TAKEN: ReadonlySet<string> = new Set<OutcomeEvent>(['AUTHORISATION', 'CAPTURE']);

const nameOf = ({ event, success }: ReportedPayment) => `${event} ${String(success)}`;

type Meaning = ProviderOutcome | 'taken' | 'taken_never' | undefined;

interface Told {
  attempt: KnownAttempt;
  memory: Memory;
  reported: ReportedPayment;
  now: Date;
}

/** What an event means for an open attempt; one that is not here changes nothing. */
const OF_OPEN: Readonly<Record<string, ((told: Told) => Meaning | Promise<Meaning>) | undefined>> =
  {
    'AUTHORISATION true': authorised,
    'AUTHORISATION false': ({ memory, reported: { reference, reason } }) =>
      KNOWN_TAKEN.has(memory.state) ? undefined : declineOf(reference, { name: reason }),
    // What is captured cannot be cancelled any more.
    'CAPTURE true': ({ memory }) => (memory.state === 'reversing' ? undefined : 'taken'),
    'TECHNICAL_CANCEL true': () => 'taken_never',
    'TECHNICAL_CANCEL false': notCancelled,
    'CANCELLATION true': () => 'taken_never',
    'CANCEL_OR_REFUND true': () => 'taken_never',
    'CANCEL_OR_REFUND false': ({ memory }) => (memory.state === 'reversing' ? 'taken' : undefined),
    'EXPIRE true': () => 'taken_never',
    'OFFER_CLOSED true': ({ memory }) =>
      KNOWN_TAKEN.has(memory.state) ? undefined : 'taken_never',
  };

async function authorised({ attempt, memory, reported }: Told): Promise<Meaning> {
  if (wasCancelled(memory, reported)) return 'taken_never';
  if (memory.state === 'cancelling') {
    // The cancellation may still have the last word; without one it is reversed.
    const { reference: pspReference } = reported;
    await attempt.remember(writeMemory({ state: 'authorised_late', pspReference }));
  }
  return GIVEN_UP.has(memory.state) ? undefined : 'taken';
}

async function notCancelled({ attempt, memory, reported, now }: Told): Promise<Meaning> {
  if (memory.state === 'authorised_late') return 'taken';
  if (memory.state !== 'cancelling') return undefined;
  const { reference: pspReference } = reported;
  await attempt.remember(writeMemory({ state: 'uncancelled', pspReference, since: now }));
  return undefined;
}

const GIVEN_UP: ReadonlySet<Memory['state']> = new Set([
  'cancelling',
  'authorised_late',
  'reversing',
]);
const KNOWN_TAKEN: ReadonlySet<Memory['state']> = new Set([
  'authorised',
  'authorised_late',
  'reversing',
]);

/** What came after the attempt's end. Reversals are notices, and a person has asked for them. */
function ofEnded(memory: Memory, reported: ReportedPayment): Meaning {
  const { reference, reason } = reported;
  switch (nameOf(reported)) {
    case 'AUTHORISATION true':
    case 'CAPTURE true':
      return wasCancelled(memory, reported) ? 'taken_never' : 'taken';
    case 'AUTHORISATION false':
      return declineOf(reference, { name: reason });
    case 'TECHNICAL_CANCEL true':
    case 'EXPIRE true':
      return 'taken_never';
    default:
      return undefined;
  }
}

/** Webhooks of one payment change places: it was authorised first. */
function wasCancelled(memory: Memory, { reference }: ReportedPayment): boolean {
  return memory.state === 'cancelled' && memory.pspReference === reference;
}

async function approve(
  attempt: KnownAttempt,
  memory: Memory,
  { reference }: ReportedPayment,
): Promise<ProviderOutcome> {
  if (attempt.outcome === undefined && memory.state !== 'authorised') {
    if (memory.state === 'never_sent' || memory.state === 'nothing') {
      throw new ContradictionError('Adyen authorised a payment that was never sent');
    }
    await attempt.remember(writeMemory({ state: 'authorised', pspReference: reference }));
  }
  const pspReference = memory.state === 'authorised' ? memory.pspReference : reference;
  return { outcome: 'approved', reference: pspReference, rrn: undefined };
}

/** Remembered, so that an authorisation that is notified after it is known to be over. */
async function cancel(
  attempt: KnownAttempt,
  memory: Memory,
  { reference }: ReportedPayment,
): Promise<ProviderOutcome> {
  if (attempt.outcome === undefined && memory.state !== 'cancelled') {
    await attempt.remember(writeMemory({ state: 'cancelled', pspReference: reference }));
  }
  return takenNever(attempt);
}

function undecided({ id, challengeUrl }: KnownAttempt, memory: Memory): ProviderOutcome {
  if (memory.state === 'authorised') {
    return { outcome: 'approved', reference: memory.pspReference, rrn: undefined };
  }
  const reference = pspReferenceIn(memory) ?? id;
  return challengeUrl === undefined || memory.state !== 'sent'
    ? { outcome: 'pending', reference }
    : { outcome: 'challenge', reference, url: challengeUrl };
}
