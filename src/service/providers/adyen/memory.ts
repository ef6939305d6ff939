/**
 * What is remembered of an attempt. Adyen cannot be asked about a payment, so this and its webhooks are
 * all that is known: `sent` is a payment without an answer, `received` one whose webhook will come,
 * `cancelling` one whose cancellation was asked for and not confirmed.
 */
export type Memory =
  | { state: 'nothing' | 'never_sent' | 'sent' | 'received' | 'cancelling' }
  | { state: 'authorised'; pspReference: string };

const AUTHORISED = 'authorised ';
const STATES = ['never_sent', 'sent', 'received', 'cancelling'] as const;

export function readMemory(reference: string | undefined): Memory {
  if (reference === undefined) return { state: 'nothing' };
  if (reference.startsWith(AUTHORISED)) {
    return { state: 'authorised', pspReference: reference.slice(AUTHORISED.length) };
  }
  const state = STATES.find((known) => known === reference);
  if (state === undefined) throw new Error('What is remembered of the attempt is not known here');
  return { state };
}

export function writeMemory(memory: Memory): string {
  return memory.state === 'authorised' ? AUTHORISED + memory.pspReference : memory.state;
}
