import type { DeclineReason } from '#domain/card/decline-reason.ts';
import { endingInAmount, pendingAmount } from './amounts.ts';

/** What the embedded acquirer does with a payment; `afterMs` is how long it is pending. */
export type CardBehaviour =
  | { does: 'approve'; afterMs: number }
  | {
      does: 'decline';
      hardness: 'soft_decline' | 'hard_decline';
      decline: Decline;
      afterMs: number;
    }
  | { does: 'challenge' }
  | { does: 'approve_silently' }
  | { does: 'break_connection' };

/** An acquirer's message, and the decline reason that it means. */
export interface Decline {
  message: string;
  reason: DeclineReason;
}

function approve(afterMs = 0): CardBehaviour {
  return { does: 'approve', afterMs };
}

function soft(message: string, reason: DeclineReason, afterMs = 0): CardBehaviour {
  return {
    does: 'decline',
    hardness: 'soft_decline',
    decline: { message, reason },
    afterMs,
  };
}

/** The test cards that have a behaviour of their own. */
export const BY_CARD: ReadonlyMap<string, CardBehaviour> = new Map<string, CardBehaviour>([
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
      afterMs: 0,
    },
  ],
  ['4000000000003220', { does: 'challenge' }],
  ['4000000000000077', approve(3_000)],
  ['4000000000000119', { does: 'approve_silently' }],
  ['4000000000000341', { does: 'break_connection' }],
]);

const BY_ENDING: ReadonlyMap<string, CardBehaviour> = new Map(
  [...BY_CARD].map(([number, behaviour]) => [number.slice(-2), behaviour]),
);

/** Returns the behaviour of a listed card; for any other card, that of the amount, or approval. */
export function behaviourOf(cardNumber: string, amountMinor: bigint): CardBehaviour {
  return BY_CARD.get(cardNumber) ?? behaviourOfAmount(amountMinor) ?? approve();
}

function behaviourOfAmount(amountMinor: bigint): CardBehaviour | undefined {
  const pending = pendingAmount(amountMinor);
  if (pending === undefined) return BY_ENDING.get(endingInAmount(amountMinor) ?? '');
  const { decision, afterMs } = pending;
  return decision === 'good' ? approve(afterMs) : soft('do not honor', 'other', afterMs);
}
