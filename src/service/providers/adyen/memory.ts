/**
 * What is remembered of an attempt. Adyen cannot be asked about a payment, so this and its webhooks are
 * all that is known. `sent` is a payment without an answer, or one whose shopper passes a challenge;
 * `received` one whose webhook will come; `cancelling` one whose cancellation was asked for;
 * `uncancelled` one that Adyen did not cancel; `authorised_late` one that was authorised though its
 * cancellation was asked for; `reversing` such a one whose reversal was asked for. `cancelled` is over.
 *
 * An attempt that has ended is known by the pspReference alone, where its end had one.
 */
export type Memory =
  | { state: 'nothing' | 'never_sent' }
  | { state: 'sent' | 'received' | 'cancelled'; pspReference?: string | undefined }
  | { state: 'cancelling' | 'uncancelled'; pspReference?: string | undefined; since: Date }
  | { state: 'authorised' | 'authorised_late' | 'reversing' | 'ended'; pspReference: string };

const UNKNOWN_PSP = '-';

/** @throws for what this adapter never wrote */
export function readMemory(reference: string | undefined): Memory {
  if (reference === undefined) return { state: 'nothing' };
  const [state = '', psp = UNKNOWN_PSP, since = ''] = reference.split(' ');
  const pspReference = psp === UNKNOWN_PSP ? undefined : psp;
  switch (state) {
    case 'never_sent':
      return { state };
    case 'sent':
    case 'received':
    case 'cancelled':
      return { state, pspReference };
    case 'cancelling':
    case 'uncancelled':
      return { state, pspReference, since: new Date(since) };
    case 'authorised':
    case 'authorised_late':
    case 'reversing':
      if (pspReference === undefined) throw new Error('No pspReference is remembered');
      return { state, pspReference };
    default:
      return { state: 'ended', pspReference: state };
  }
}

/** The pspReference is its second word, by which operators find the attempt. */
export function writeMemory(memory: Memory): string {
  if (memory.state === 'never_sent') return memory.state;
  const words = [memory.state, pspReferenceIn(memory) ?? UNKNOWN_PSP];
  return ('since' in memory ? [...words, memory.since.toISOString()] : words).join(' ');
}

export function pspReferenceIn(memory: Memory): string | undefined {
  return 'pspReference' in memory ? memory.pspReference : undefined;
}
