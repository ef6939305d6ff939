import { describe, expect, it } from 'vitest';
import { DECLINES, declineOf } from './decline.ts';

/**
 * The codes of docs.stripe.com/declines/codes, "Card decline codes", September 2026, and one more that charges
 * have.
 */
const PUBLISHED = `
  authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
  card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction
  expired_card fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin
  incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month
  invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist
  new_account_information_available no_action_taken not_permitted offline_pin_required
  online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction
  restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation
  service_not_allowed stolen_card stop_payment_order testmode_decline transaction_not_allowed
  try_again_later withdrawal_count_limit_exceeded mobile_device_authentication_required
  previously_declined_do_not_retry`
  .trim()
  .split(/\s+/);

/** Groups codes by outcome, reason, advice and whether another acquirer may be tried; sorted by code. */
function summary(codes: readonly string[]): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const code of codes.toSorted()) {
    const { outcome, reason, advice = '', mayTryAnother } = declineOf('pi', { decline_code: code });
    const key = [outcome, reason, advice, mayTryAnother ? 'another' : ''].join(' ').trim();
    (grouped[key.replace(/ +/g, ' ')] ??= []).push(code);
  }
  return grouped;
}

describe("Stripe's declines", () => {
  it('are all in the table', () => {
    expect(PUBLISHED.filter((code) => DECLINES[code] === undefined)).toEqual([]);
  });

  it('map to these outcomes, reasons and advice', () => {
    expect(summary(Object.keys(DECLINES))).toEqual({
      'soft_decline other': [
        'call_issuer',
        'card_declined',
        'do_not_honor',
        'duplicate_transaction',
        'generic_decline',
        'incorrect_address',
        'incorrect_pin',
        'incorrect_zip',
        'invalid_pin',
        'no_action_taken',
        'payment_intent_payment_attempt_failed',
        'payment_method_provider_decline',
      ],
      'soft_decline other do_not_try_again': [
        'do_not_try_again',
        'previously_declined_do_not_retry',
        'revocation_of_all_authorizations',
        'revocation_of_authorization',
        'stop_payment_order',
      ],
      'soft_decline insufficient_funds': ['insufficient_funds'],
      'soft_decline incorrect_number': ['incorrect_number', 'invalid_number'],
      'soft_decline incorrect_code': ['incorrect_cvc', 'invalid_cvc'],
      'soft_decline expired_card': ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
      'soft_decline limit': [
        'card_velocity_exceeded',
        'invalid_amount',
        'withdrawal_count_limit_exceeded',
      ],
      'soft_decline limit another': ['amount_too_large'],
      'soft_decline limit try_again_later': ['card_decline_rate_limit_exceeded'],
      'soft_decline under_minimum another': ['amount_too_small'],
      'soft_decline not_permitted': [
        'card_not_supported',
        'currency_not_supported',
        'not_permitted',
        'offline_pin_required',
        'online_or_offline_pin_required',
        'pin_try_exceeded',
        'restricted_card',
        'service_not_allowed',
        'testmode_decline',
        'transaction_not_allowed',
      ],
      'soft_decline not_authenticated': [
        'authentication_not_handled',
        'authentication_required',
        'mobile_device_authentication_required',
        'payment_intent_authentication_failure',
      ],
      'hard_decline stolen': ['lost_card', 'pickup_card', 'stolen_card'],
      'hard_decline fraud': ['fraudulent', 'merchant_blacklist', 'security_violation'],
      'hard_decline closed_account': ['invalid_account', 'new_account_information_available'],
      'soft_decline try_later': [
        'approve_with_id',
        'issuer_not_available',
        'payment_intent_payment_attempt_expired',
        'payment_method_provider_timeout',
        'reenter_transaction',
        'try_again_later',
      ],
      'soft_decline try_later another': ['processing_error'],
    });
  });

  it('are soft and carry the advice if the issuer advises against retrying the card', () => {
    const said = { decline_code: 'insufficient_funds', advice_code: 'do_not_try_again' };
    expect(declineOf('pi', said)).toMatchObject({
      outcome: 'soft_decline',
      reason: 'insufficient_funds',
      advice: 'do_not_try_again',
    });
  });

  it.each([
    ['mastercard', { network_advice_code: '03' }, 'do_not_try_again', 'Mastercard 03'],
    ['mastercard', { network_advice_code: '24' }, 'try_again_later', 'Mastercard 24'],
    ['visa', { network_decline_code: '46' }, 'do_not_try_again', 'Visa 46 (category 1)'],
    ['visa', { network_decline_code: 'N7' }, 'confirm_card_data', 'Visa N7 (category 3)'],
  ] as const)("keep the scheme's advice and code: %s %j", (brand, codes, advice, schemeCode) => {
    const said = { decline_code: 'generic_decline', payment_method: { card: { brand } }, ...codes };
    expect(declineOf('pi', said)).toMatchObject({ outcome: 'soft_decline', advice, schemeCode });
  });

  it("prefer Stripe's own advice to the scheme's", () => {
    const said = { advice_code: 'try_again_later', network_advice_code: '03' };
    expect(declineOf('pi', { code: 'card_declined', ...said })).toMatchObject({
      advice: 'try_again_later',
      schemeCode: 'Mastercard 03',
    });
  });

  it.each(['confirm_card_data', 'try_again_later'])('carry the advice %s', (advice) => {
    const said = { decline_code: 'do_not_honor', advice_code: advice };
    expect(declineOf('pi', said)).toMatchObject({ outcome: 'soft_decline', advice });
  });

  it('with an unknown code are soft, do not cascade, and keep the code', () => {
    expect(declineOf('pi', { code: 'card_declined', decline_code: 'novelty' })).toEqual({
      outcome: 'soft_decline',
      reference: 'pi',
      message: 'declined',
      reason: 'other',
      unmappedCode: 'novelty',
    });
  });
});
