/** What the embedded acquirer does with a card; every number not listed is approved. */
export type CardBehaviour =
  | { does: 'approve' }
  | { does: 'decline'; hardness: 'soft_decline' | 'hard_decline'; message: string }
  | { does: 'challenge' }
  | { does: 'approve_later'; afterMs: number }
  | { does: 'approve_silently' }
  | { does: 'break_connection' };

const soft = (message: string): CardBehaviour => ({
  does: 'decline',
  hardness: 'soft_decline',
  message,
});

const BEHAVIOURS: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
  ['4000000000000002', soft('do not honor')],
  ['4000000000009995', soft('insufficient funds')],
  ['4000000000000127', soft('incorrect security code')],
  ['4000000000000069', soft('expired card')],
  ['4000000000009979', { does: 'decline', hardness: 'hard_decline', message: 'stolen card' }],
  ['4000000000003220', { does: 'challenge' }],
  ['4000000000000077', { does: 'approve_later', afterMs: 3_000 }],
  ['4000000000000119', { does: 'approve_silently' }],
  ['4000000000000341', { does: 'break_connection' }],
]);

export function behaviourOf(cardNumber: string): CardBehaviour {
  return BEHAVIOURS.get(cardNumber) ?? { does: 'approve' };
}
