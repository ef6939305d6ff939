import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { schemeAdvice } from '#domain/card/scheme-advice.ts';
import { z } from 'zod';
import { declineMessage } from '../decline-message.ts';
import type { AcquirerAnswer } from '../port.ts';

type Declined = Extract<AcquirerAnswer, { message: string }>;

const text = z.string().optional().catch(undefined);

/**
 * The members of an error or a payment intent that describe a decline. The package sets an empty code if Stripe
 * gave none.
 */
export const declineFields = {
  code: text,
  decline_code: z.string().min(1).optional().catch(undefined),
  advice_code: text,
  network_advice_code: text,
  network_decline_code: text,
  payment_method: z
    .object({ card: z.object({ brand: z.enum(CARD_BRANDS).optional().catch(undefined) }) })
    .nullish()
    .catch(undefined),
  message: text,
};
type DeclineFields = Partial<z.output<z.ZodObject<typeof declineFields>>>;

/** Returns the decline for Stripe's codes, which are closed lists. Never parses its prose. */
export function declineOf(reference: string, reported: DeclineFields): Declined {
  const code = reported.decline_code ?? reported.code ?? '';
  const decline: Decline = DECLINES[code] ?? { reason: 'other' };
  const scheme = schemeAdvice({
    scheme: reported.payment_method?.card.brand,
    adviceCode: reported.network_advice_code,
    responseCode: reported.network_decline_code,
  });
  const advice = ADVICES[reported.advice_code ?? ''] ?? decline.advice ?? scheme?.advice;
  return {
    outcome: decline.hard ? 'hard_decline' : 'soft_decline',
    reference,
    message: declineMessage(reported.message),
    reason: decline.reason,
    ...(!(code in DECLINES) && { unmappedCode: code }),
    ...(advice && { advice }),
    ...(scheme && { schemeCode: scheme.code }),
    ...(decline.accountSpecific && { mayTryAnother: true }),
  };
}

/** Stripe's advice codes: docs.stripe.com/declines/card, "Retrying issuer declines", September 2026. */
const ADVICES: Partial<Record<string, DeclineAdvice>> = {
  confirm_card_data: 'confirm_card_data',
  do_not_try_again: 'do_not_try_again',
  try_again_later: 'try_again_later',
};

interface Decline {
  reason: DeclineReason;
  /** Ends the order. */
  hard?: true;
  /** The code's own advice, used if the decline has no advice code. */
  advice?: DeclineAdvice;
  /** True if this account of ours cannot take the payment, but another might. */
  accountSpecific?: true;
}

/** Do not try this card again; another card may pay the order. */
const NEVER_AGAIN = { advice: 'do_not_try_again' } as const;

/**
 * All card decline codes of docs.stripe.com/declines/codes, as of September 2026, then the error codes of
 * docs.stripe.com/error-codes that appear when there is no decline code.
 */
export const DECLINES: Readonly<Partial<Record<string, Decline>>> = {
  approve_with_id: { reason: 'try_later' },
  authentication_not_handled: { reason: 'not_authenticated' },
  authentication_required: { reason: 'not_authenticated' },
  call_issuer: { reason: 'other' },
  card_not_supported: { reason: 'not_permitted' },
  card_velocity_exceeded: { reason: 'limit' },
  currency_not_supported: { reason: 'not_permitted' },
  do_not_honor: { reason: 'other' },
  do_not_try_again: { reason: 'other', ...NEVER_AGAIN },
  duplicate_transaction: { reason: 'other' },
  expired_card: { reason: 'expired_card' },
  fraudulent: { reason: 'fraud', hard: true },
  generic_decline: { reason: 'other' },
  incorrect_address: { reason: 'other' },
  incorrect_cvc: { reason: 'incorrect_code' },
  incorrect_number: { reason: 'incorrect_number' },
  // A PIN is entered at a card reader; a page has no field to correct it.
  incorrect_pin: { reason: 'other' },
  incorrect_zip: { reason: 'other' },
  insufficient_funds: { reason: 'insufficient_funds' },
  invalid_account: { reason: 'closed_account', hard: true },
  invalid_amount: { reason: 'limit' },
  invalid_cvc: { reason: 'incorrect_code' },
  invalid_expiry_month: { reason: 'expired_card' },
  invalid_expiry_year: { reason: 'expired_card' },
  invalid_number: { reason: 'incorrect_number' },
  invalid_pin: { reason: 'other' },
  issuer_not_available: { reason: 'try_later' },
  lost_card: { reason: 'stolen', hard: true },
  merchant_blacklist: { reason: 'fraud', hard: true },
  mobile_device_authentication_required: { reason: 'not_authenticated' },
  new_account_information_available: { reason: 'closed_account', hard: true },
  no_action_taken: { reason: 'other' },
  not_permitted: { reason: 'not_permitted' },
  offline_pin_required: { reason: 'not_permitted' },
  online_or_offline_pin_required: { reason: 'not_permitted' },
  pickup_card: { reason: 'stolen', hard: true },
  pin_try_exceeded: { reason: 'not_permitted' },
  previously_declined_do_not_retry: { reason: 'other', ...NEVER_AGAIN },
  processing_error: { reason: 'try_later', accountSpecific: true },
  reenter_transaction: { reason: 'try_later' },
  restricted_card: { reason: 'not_permitted' },
  revocation_of_all_authorizations: { reason: 'other', ...NEVER_AGAIN },
  revocation_of_authorization: { reason: 'other', ...NEVER_AGAIN },
  security_violation: { reason: 'fraud', hard: true },
  service_not_allowed: { reason: 'not_permitted' },
  stolen_card: { reason: 'stolen', hard: true },
  stop_payment_order: { reason: 'other', ...NEVER_AGAIN },
  testmode_decline: { reason: 'not_permitted' },
  transaction_not_allowed: { reason: 'not_permitted' },
  try_again_later: { reason: 'try_later' },
  withdrawal_count_limit_exceeded: { reason: 'limit' },

  amount_too_large: { reason: 'limit', accountSpecific: true },
  amount_too_small: { reason: 'under_minimum', accountSpecific: true },
  card_decline_rate_limit_exceeded: { reason: 'limit', advice: 'try_again_later' },
  card_declined: { reason: 'other' },
  payment_intent_authentication_failure: { reason: 'not_authenticated' },
  payment_intent_payment_attempt_expired: { reason: 'try_later' },
  payment_intent_payment_attempt_failed: { reason: 'other' },
  payment_method_provider_decline: { reason: 'other' },
  payment_method_provider_timeout: { reason: 'try_later' },
};
