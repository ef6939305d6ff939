import type { DeclineReason } from '#domain/card/decline-reason.ts';
import { declineMessage } from '../decline-message.ts';
import type { ProviderAnswer } from '../provider.ts';

type Declined = Extract<ProviderAnswer, { message: string }>;

interface Said {
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}

/** By Stripe's closed lists of codes (docs.stripe.com/declines/codes, /error-codes), never its prose. */
export function declineOf(reference: string, said: Said): Declined {
  const code = said.decline_code ?? said.code ?? '';
  const reason = REASONS[code] ?? 'other';
  return {
    outcome: HARD.has(reason) ? 'hard_decline' : 'soft_decline',
    reference,
    message: declineMessage(said.message),
    reason,
    ...(OF_THE_ACCOUNT.has(code) && { mayTryAnother: true }),
  };
}

const REASONS: Record<string, DeclineReason | undefined> = {
  insufficient_funds: 'insufficient_funds',
  incorrect_cvc: 'incorrect_code',
  invalid_cvc: 'incorrect_code',
  incorrect_pin: 'incorrect_code',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  card_not_supported: 'not_permitted',
  currency_not_supported: 'not_permitted',
  invalid_amount: 'not_permitted',
  not_permitted: 'not_permitted',
  restricted_card: 'not_permitted',
  service_not_allowed: 'not_permitted',
  transaction_not_allowed: 'not_permitted',
  authentication_required: 'not_authenticated',
  payment_intent_authentication_failure: 'not_authenticated',
  lost_card: 'stolen',
  pickup_card: 'stolen',
  stolen_card: 'stolen',
  fraudulent: 'fraud',
  merchant_blacklist: 'fraud',
  security_violation: 'fraud',
  invalid_account: 'closed_account',
  new_account_information_available: 'closed_account',
  issuer_not_available: 'try_later',
  processing_error: 'try_later',
  reenter_transaction: 'try_later',
  try_again_later: 'try_later',
};

const HARD: ReadonlySet<DeclineReason> = new Set(['stolen', 'fraud', 'closed_account']);

/** What this account of ours cannot take, and another might. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set([
  'card_not_supported',
  'currency_not_supported',
  'processing_error',
]);
