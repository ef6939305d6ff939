import type { DeclineReason } from '#domain/card/decline-reason.ts';

/** What the embedded acquirer does with a card; every number not listed is approved. */
export type CardBehaviour =
  | { does: 'approve' }
  | { does: 'decline'; hardness: 'soft_decline' | 'hard_decline'; decline: Decline }
  | { does: 'challenge' }
  | { does: 'approve_later'; afterMs: number }
  | { does: 'approve_silently' }
  | { does: 'break_connection' };

/** What an acquirer says, and which of the reasons it means by it. */
export interface Decline {
  message: string;
  reason: DeclineReason;
}

const soft = (message: string, reason: DeclineReason): CardBehaviour => ({
  does: 'decline',
  hardness: 'soft_decline',
  decline: { message, reason },
});

const BEHAVIOURS: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
  ['4000000000000002', soft('do not honor', 'other')],
  ['4000000000009995', soft('insufficient funds', 'insufficient_funds')],
  ['4000000000000127', soft('incorrect security code', 'incorrect_code')],
  ['4000000000000069', soft('expired card', 'expired_card')],
  [
    '4000000000009979',
    {
      does: 'decline',
      hardness: 'hard_decline',
      decline: { message: 'stolen card', reason: 'stolen' },
    },
  ],
  ['4000000000003220', { does: 'challenge' }],
  ['4000000000000077', { does: 'approve_later', afterMs: 3_000 }],
  ['4000000000000119', { does: 'approve_silently' }],
  ['4000000000000341', { does: 'break_connection' }],
]);

export function behaviourOf(cardNumber: string): CardBehaviour {
  return BEHAVIOURS.get(cardNumber) ?? { does: 'approve' };
}
