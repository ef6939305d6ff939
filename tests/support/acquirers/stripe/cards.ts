/** What the stand-in does with a card; numbers not listed are approved. */
const BEHAVIOURS = {
  '4000000000009995': 'insufficient_funds',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000069': 'expired_card',
  '4000000000009979': 'stolen_card',
  '4000000000000077': 'processing',
  '4000000000003220': 'challenge',
} as const;

type Behaviour = (typeof BEHAVIOURS)[keyof typeof BEHAVIOURS] | 'approve';

export function cardBehaviour(number: string): Behaviour {
  const listed: Partial<Record<string, Behaviour>> = BEHAVIOURS;
  return listed[number] ?? 'approve';
}

/** Members of Stripe's error object. */
export const DECLINES = {
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: 'Your card’s security code is incorrect.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  stolen_card: {
    code: 'card_declined',
    decline_code: 'stolen_card',
    message: 'Your card was declined.',
  },
  payment_intent_authentication_failure: {
    code: 'payment_intent_authentication_failure',
    message: 'The provided PaymentMethod has failed authentication.',
  },
};
