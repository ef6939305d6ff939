import { describe, expect, test } from 'vitest';

import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';

import { LANGUAGES } from '../../../i18n/languages.ts';
import { describeDecline } from './decline.ts';

const WORDS_OF_THE_PROVIDER = 'DO NOT HONOR 05';

const declined = (reason: (typeof DECLINE_REASONS)[number] | undefined) => ({
  order: {
    ...{ id: '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11', status: 'CREATED' as const },
    ...{ currency: 'EUR' as const, amount: 12.5 },
    provider_error_message: WORDS_OF_THE_PROVIDER,
  },
  failure: { outcome: 'declined' as const, ...(reason && { reason }) },
  terms: { acceptedBrands: [], attemptsLeft: 2, today: '2026-11-21', secondsLeft: undefined },
});

test.each([undefined, ''])('is none where the order has the message %j', (message) => {
  const { order, ...rest } = declined(undefined);
  const silent = { ...order, provider_error_message: message };
  expect(describeDecline({ order: silent, ...rest }, LANGUAGES.en.messages.form)).toBeUndefined();
});

describe.each(Object.values(LANGUAGES))('a decline in $code', ({ messages: { form } }) => {
  const told = (reason?: (typeof DECLINE_REASONS)[number]) =>
    describeDecline(declined(reason), form);

  test.each(DECLINE_REASONS)('for the reason %s is told in its own words alone', (reason) => {
    const { title = '', text = [] } = told(reason) ?? {};
    const reasons: string[] = Object.values(form.reasons);
    expect(title).toBe(form.declined);
    expect(text.filter((line) => reasons.includes(line))).toHaveLength(reason === 'other' ? 0 : 1);
    expect([title, ...text].join(' ')).not.toContain(WORDS_OF_THE_PROVIDER);
  });

  test('for fraud or theft says no more than that another card is wanted', () => {
    expect(told('stolen')).toEqual(told('fraud'));
    expect(told('stolen')?.text).toContain(form.reasons.anotherCard);
  });
});
