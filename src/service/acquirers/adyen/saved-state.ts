import type { KnownAttempt, AcquirerAnswer, SaveReference } from '../port.ts';

/**
 * The state of an attempt, saved as its reference. Adyen has no status inquiry, so this state and the webhooks are
 * all that is known:
 *
 * - `sent`: no answer yet, or the shopper is completing a challenge.
 * - `received`: the webhook will bring the outcome.
 * - `cancelling`: a cancellation was requested.
 * - `uncancelled`: Adyen did not cancel it.
 * - `authorised_late`: it was authorised although its cancellation was requested.
 * - `reversing`: the reversal of such a payment was requested.
 * - `cancelled`: it was cancelled, so its authorisation is older.
 * - `lapsed`: its offer or authorisation expired, so nothing was cancelled.
 * - `reversed`: the reversal was confirmed, so its authorisation and capture are older.
 * - `ended`: the attempt has ended; its reference is the plain pspReference, if its end had one.
 */
export type SavedState =
  | { state: 'nothing' }
  | { state: 'never_sent' }
  | Each<
      'sent' | 'received' | 'cancelled' | 'lapsed' | 'reversed',
      { pspReference?: string | undefined }
    >
  | Each<'cancelling' | 'uncancelled', { pspReference?: string | undefined; since: Date }>
  | Each<'authorised' | 'authorised_late' | 'reversing' | 'ended', { pspReference: string }>;

/** One member of the union for each state. */
type Each<State extends string, Members> = State extends string
  ? { state: State } & Members
  : never;

const UNKNOWN_PSP = '-';

const OPEN_STATES = ['sent', 'received', 'cancelled', 'lapsed', 'reversed'] as const;
const DATED_STATES = ['cancelling', 'uncancelled'] as const;
const TAKEN_STATES = ['authorised', 'authorised_late', 'reversing'] as const;

/** @throws if a state lacks the pspReference that it must have */
export function readState(reference: string | undefined): SavedState {
  if (reference === undefined) return { state: 'nothing' };
  if (reference === 'never_sent') return { state: reference };
  const [word = '', psp = UNKNOWN_PSP, since = ''] = reference.split(' ');
  const pspReference = psp === UNKNOWN_PSP ? undefined : psp;
  const open = OPEN_STATES.find((state) => state === word);
  if (open !== undefined) return { state: open, pspReference };
  const dated = DATED_STATES.find((state) => state === word);
  if (dated !== undefined) return { state: dated, pspReference, since: new Date(since) };
  const taken = TAKEN_STATES.find((state) => state === word);
  if (taken === undefined) return { state: 'ended', pspReference: word };
  if (pspReference === undefined) throw new Error('No pspReference is saved');
  return { state: taken, pspReference };
}

/** Writes a state. Its second word is the pspReference, so that operators can search for the attempt by it. */
export function writeState(saved: SavedState): string {
  if (saved.state === 'never_sent') return saved.state;
  const words = [saved.state, pspReferenceOf(saved) ?? UNKNOWN_PSP];
  return ('since' in saved ? [...words, saved.since.toISOString()] : words).join(' ');
}

export function pspReferenceOf(saved: SavedState): string | undefined {
  return 'pspReference' in saved ? saved.pspReference : undefined;
}

/** Saves the state that an answer leads to. A decline leaves nothing to save. */
export async function saveOutcome(
  { id }: Pick<KnownAttempt, 'id'>,
  answer: AcquirerAnswer,
  saveReference: SaveReference,
): Promise<void> {
  const state = STATE_AFTER[answer.outcome];
  if (state === undefined) return;
  const known = answer.reference === id ? undefined : answer.reference;
  if (state !== 'authorised') await saveReference(writeState({ state, pspReference: known }));
  else await saveReference(writeState({ state, pspReference: answer.reference }));
}

const STATE_AFTER = {
  approved: 'authorised',
  pending: 'received',
  challenge: 'sent',
  soft_decline: undefined,
  hard_decline: undefined,
} as const satisfies Record<AcquirerAnswer['outcome'], string | undefined>;
