import type { PayinCause } from '#domain/order/payin-status.ts';
import type { PayoutCause } from '#domain/order/payout-status.ts';
import type { AttemptOutcome, PayoutOutcome } from '#domain/order/attempt.ts';

/** What happened, for each cause of a transition. */
const CAUSES: Readonly<Record<PayinCause | PayoutCause, string>> = {
  accepted: 'The order was made',
  refused: 'The order was refused',
  card_data_accepted: 'A card was given',
  amount_reserved: 'The amount was reserved',
  provider_pending: 'The acquirer is still at it',
  challenge_required: "The card's bank asks the payer to confirm",
  provider_silent: 'The acquirer did not answer: it is asked again',
  provider_approved: 'The acquirer approved',
  provider_declined: 'The acquirer declined for good',
  provider_paid: 'The acquirer paid out',
  provider_refused: 'The acquirer refused the payout',
  soft_decline: 'The card was declined; another may be tried',
  attempt_never_seen: 'The acquirer has never seen the attempt',
  waiting_time_exceeded: 'Nobody paid in time',
  cancelled: 'The order was cancelled',
  challenge_given_up: "The payer left the bank's question",
  challenge_abandoned: "Nobody answered the bank's question",
  operator: 'It was failed by hand',
};

const OUTCOMES: Readonly<Record<AttemptOutcome | PayoutOutcome, readonly [Tone, string]>> = {
  approved: ['good', 'Approved'],
  paid: ['good', 'Paid out'],
  soft_decline: ['bad', 'Declined'],
  hard_decline: ['bad', 'Declined for good'],
  refused: ['bad', 'Refused'],
  never_seen: ['quiet', 'Never seen'],
  not_taken: ['quiet', 'Not taken'],
  abandoned: ['quiet', 'Abandoned'],
};
type Tone = 'good' | 'bad' | 'waiting' | 'quiet';

const EVENT_STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  pending: ['waiting', 'Waiting'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Given up'],
  no_destination: ['bad', 'No address'],
};

export function causeInWords(cause: string): string {
  return Object.entries(CAUSES).find(([name]) => name === cause)?.[1] ?? inWords(cause);
}

export function outcomeInWords(outcome: string | null): readonly [Tone, string] {
  if (outcome === null) return ['waiting', 'Not known yet'];
  return (
    Object.entries(OUTCOMES).find(([name]) => name === outcome)?.[1] ?? ['quiet', inWords(outcome)]
  );
}

export function eventInWords(state: string): readonly [Tone, string] {
  return EVENT_STATES[state] ?? ['quiet', inWords(state)];
}

/** A name of the interface as words: `payin_success` is "Payin success". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
