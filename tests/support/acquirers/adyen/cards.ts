/** What the stand-in does with a card: Adyen's refusals by code and name, or something else. */
export type CardBehaviour = 'approve' | 'receive' | 'challenge' | Refusal;

export interface Refusal {
  refusalReasonCode: string;
  refusalReason: string;
}

export const NOT_AUTHENTICATED: Refusal = {
  refusalReasonCode: '11',
  refusalReason: '3D Not Authenticated',
};

export const PHONE_REFUSALS: Record<'cancel' | 'suspected_fraud', Refusal> = {
  cancel: { refusalReasonCode: '16', refusalReason: 'Shopper Cancelled' },
  suspected_fraud: { refusalReasonCode: '20', refusalReason: 'FRAUD' },
};

const BEHAVIOURS: Record<string, CardBehaviour | undefined> = {
  '4000000000009995': { refusalReasonCode: '12', refusalReason: 'Not enough balance' },
  '4000000000000127': { refusalReasonCode: '24', refusalReason: 'CVC Declined' },
  '4000000000000069': { refusalReasonCode: '6', refusalReason: 'Expired Card' },
  '4000000000009979': { refusalReasonCode: '5', refusalReason: 'Blocked Card' },
  '4000000000000077': 'receive',
  '4000000000003220': 'challenge',
};

export function cardBehaviour(number: string): CardBehaviour {
  return BEHAVIOURS[number] ?? 'approve';
}
