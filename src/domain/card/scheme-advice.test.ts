import { describe, expect, it } from 'vitest';
import { schemeAdvice } from './scheme-advice.ts';

describe("a scheme's advice about retrying a declined card", () => {
  it.each([
    ['01 : New account information available', 'Mastercard 01', 'confirm_card_data'],
    ['02', 'Mastercard 02', 'try_again_later'],
    ['03 : Do not try again', 'Mastercard 03', 'do_not_try_again'],
    ['21', 'Mastercard 21', 'do_not_try_again'],
    ['24', 'Mastercard 24', 'try_again_later'],
    ['25', 'Mastercard 25', 'try_again_later'],
    ['26', 'Mastercard 26', 'try_again_later'],
    ['27', 'Mastercard 27', 'try_again_later'],
    ['28', 'Mastercard 28', 'try_again_later'],
    ['29', 'Mastercard 29', 'try_again_later'],
    ['30 : Retry after 10 days', 'Mastercard 30', 'try_again_later'],
    ['99 : Of a later year', 'Mastercard 99', undefined],
  ])("is Mastercard's merchant advice code: %s", (adviceCode, code, advice) => {
    for (const scheme of ['mastercard', undefined] as const) {
      expect(schemeAdvice({ scheme, adviceCode, responseCode: '05' })).toEqual({ code, advice });
    }
  });

  it.each([
    ['14 : Invalid card number', 'Visa 14 (category 1)', 'do_not_try_again'],
    ['R1', 'Visa R1 (category 1)', 'do_not_try_again'],
    ['51 : Insufficient funds', 'Visa 51 (category 2)', 'try_again_later'],
    ['83', 'Visa 83 (category 2)', 'try_again_later'],
    ['N7', 'Visa N7 (category 3)', 'confirm_card_data'],
    ['05 : Do not honor', 'Visa 05 (category 4)', undefined],
  ])("is the category of Visa's response code: %s", (responseCode, code, advice) => {
    expect(schemeAdvice({ scheme: 'visa', responseCode })).toEqual({ code, advice });
  });

  it.each([
    ['nothing', {}],
    ['no two digits', { adviceCode: '123 : Something else', responseCode: '05' }],
    ['a response code of another scheme', { scheme: 'amex', responseCode: '14' }],
    ['an approval', { scheme: 'visa', responseCode: '00' }],
    ['words instead of a response code', { scheme: 'visa', responseCode: 'REFUSED' }],
    ["Mastercard's code of a Visa card", { scheme: 'visa', adviceCode: '03' }],
  ] as const)('is undefined for %s', (_what, codes) => {
    expect(schemeAdvice({ scheme: undefined, ...codes })).toBeUndefined();
  });
});
