import { describe, expect, it } from 'vitest';
import { declineOf, schemeAdviceOf } from './decline.ts';

/** Adyen's refusal reasons (docs.adyen.com/development-resources/refusal-reasons), and what each means. */
const TABLE: [number, string, 'soft' | 'hard', string, ('another acquirer' | 'never again')?][] = [
  [2, 'Refused', 'soft', 'other'],
  [3, 'Referral', 'soft', 'other'],
  [4, 'Acquirer Error', 'soft', 'try_later', 'another acquirer'],
  [5, 'Blocked Card', 'hard', 'stolen'],
  [6, 'Expired Card', 'soft', 'expired_card'],
  [7, 'Invalid Amount', 'soft', 'other'],
  [8, 'Invalid Card Number', 'soft', 'incorrect_number'],
  [9, 'Issuer Unavailable', 'soft', 'try_later'],
  [10, 'Not supported', 'soft', 'not_permitted'],
  [11, '3D Not Authenticated', 'soft', 'not_authenticated'],
  [12, 'Not enough balance', 'soft', 'insufficient_funds'],
  [14, 'Acquirer Fraud', 'hard', 'fraud'],
  [15, 'Cancelled', 'soft', 'cancelled'],
  [16, 'Shopper Cancelled', 'soft', 'cancelled'],
  [17, 'Invalid Pin', 'soft', 'not_permitted'],
  [18, 'Pin tries exceeded', 'soft', 'not_permitted'],
  [19, 'Pin validation not possible', 'soft', 'not_permitted'],
  [20, 'FRAUD', 'hard', 'fraud'],
  [21, 'Not Submitted', 'soft', 'try_later', 'another acquirer'],
  [22, 'FRAUD-CANCELLED', 'hard', 'fraud'],
  [23, 'Transaction Not Permitted', 'soft', 'not_permitted'],
  [24, 'CVC Declined', 'soft', 'incorrect_code'],
  [25, 'Restricted Card', 'soft', 'not_permitted'],
  [26, 'Revocation Of Auth', 'soft', 'not_permitted', 'never again'],
  [27, 'Declined Non Generic', 'soft', 'other'],
  [28, 'Withdrawal amount exceeded', 'soft', 'limit'],
  [29, 'Withdrawal count exceeded', 'soft', 'limit'],
  [31, 'Issuer Suspected Fraud', 'hard', 'fraud'],
  [32, 'AVS Declined', 'soft', 'other'],
  [33, 'Card requires online pin', 'soft', 'not_permitted'],
  [34, 'No checking account available on Card', 'soft', 'not_permitted'],
  [35, 'No savings account available on Card', 'soft', 'not_permitted'],
  [36, 'Mobile pin required', 'soft', 'not_permitted'],
  [37, 'Contactless fallback', 'soft', 'not_permitted'],
  [38, 'Authentication required', 'soft', 'not_authenticated'],
  [39, 'RReq not received from DS', 'soft', 'not_authenticated'],
  [40, 'Current AID is in Penalty Box', 'soft', 'try_later'],
  [41, 'CVM Required Restart Payment', 'soft', 'try_later'],
  [42, '3DS Authentication Error', 'soft', 'not_authenticated'],
  [43, 'Online PIN required', 'soft', 'not_permitted'],
  [44, 'Try another interface', 'soft', 'not_permitted'],
  [45, 'Chip downgrade mode', 'soft', 'not_permitted'],
  [
    ...([46, 'Transaction blocked by Adyen to prevent excessive retry fees', 'soft'] as const),
    ...(['not_permitted', 'never again'] as const),
  ],
  [50, 'Token Revoked', 'soft', 'not_permitted'],
];

describe('a refusal by Adyen', () => {
  it.each(TABLE)('with code %d, %s, is %s: %s', (code, name, hardness, reason, then) => {
    const declined = declineOf('PX', { code: String(code), name });
    expect(declined).toMatchObject({ outcome: `${hardness}_decline`, reason, message: name });
    expect(declined.mayTryAnother).toBe(then === 'another acquirer' ? true : undefined);
    expect(declined.advice === 'do_not_try_again').toBe(then === 'never again');
    expect(declined).not.toHaveProperty('unmappedCode');
    // A webhook has only the name.
    expect(declineOf('PX', { name })).toEqual(declined);
  });

  it.each([
    ['REFUSED', 'other'],
    ['Authentication failed', 'not_authenticated'],
    ['3d-secure: Authentication failed', 'not_authenticated'],
    ['EXPIRED CARD', 'expired_card'],
  ])('by a name that only webhooks have has its code: %s', (name, reason) => {
    const declined = declineOf('PX', { name });
    expect(declined).toMatchObject({ reason, message: name });
    expect(declined).not.toHaveProperty('unmappedCode');
  });

  it('with a code outside the table is a soft decline with reason "other", and keeps the code', () => {
    const known = new Set(TABLE.map(([code]) => code));
    for (let code = 1; code < 100; code += 1) {
      if (known.has(code)) continue;
      expect(declineOf('PX', { code: String(code), name: 'New words' })).toEqual({
        outcome: 'soft_decline',
        reference: 'PX',
        message: 'New words',
        reason: 'other',
        unmappedCode: String(code),
      });
    }
  });

  it.each([
    ['01 : New account information available', 'soft_decline', 'confirm_card_data'],
    ['02 : Cannot approve at this time, try again later', 'soft_decline', 'try_again_later'],
    ['03 : Do not try again', 'soft_decline', 'do_not_try_again'],
    ['21 : Payment cancellation', 'soft_decline', 'do_not_try_again'],
    ['30 : Retry after 10 days', 'soft_decline', 'try_again_later'],
    ['99 : Of a later year', 'soft_decline', undefined],
  ])("keeps the scheme's advice: %s", (adviceCode, outcome, advice) => {
    const scheme = schemeAdviceOf({ merchantAdviceCode: adviceCode, cardPaymentMethod: 'mc' });
    const declined = declineOf('PX', { code: '2', name: 'Refused', scheme });
    expect(declined.outcome).toBe(outcome);
    expect(declined.schemeCode).toBe(`Mastercard ${adviceCode.slice(0, 2)}`);
    expect(declined.advice).toBe(advice);
  });

  it.each([
    ['14 : Invalid card number', 'do_not_try_again', 'Visa 14 (category 1)'],
    ['51 : Insufficient funds/over credit limit', 'try_again_later', 'Visa 51 (category 2)'],
    ['05 : Do not honor', undefined, 'Visa 05 (category 4)'],
  ])("keeps Visa's category, by the raw reason: %s", (refusalReasonRaw, advice, schemeCode) => {
    const scheme = schemeAdviceOf({ refusalReasonRaw, paymentMethod: 'visa' });
    const declined = declineOf('PX', { code: '2', name: 'Refused', scheme });
    expect(declined.advice).toBe(advice);
    expect(declined.schemeCode).toBe(schemeCode);
  });

  it('has no advice if the account receives no raw responses', () => {
    expect(schemeAdviceOf(undefined)).toBeUndefined();
    expect(schemeAdviceOf({ paymentMethod: 'visa' })).toBeUndefined();
    expect(
      schemeAdviceOf({ merchantAdviceCode: 3, refusalReasonRaw: 'AUTHORISED' }),
    ).toBeUndefined();
  });
});
