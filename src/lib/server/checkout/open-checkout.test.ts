import { expect, test } from 'vitest';

import type { CheckoutContext } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { LANGUAGES } from '../../i18n/languages.ts';
import { describeCheckout, describeReceipt, describeTerms } from './open-checkout.ts';

const ORDER: PayinOrder = {
  id: '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11',
  status: 'CREATED',
  reference_id: 'A-1',
  currency: 'KZT',
  amount: 15_900,
  payment_method_currency: 'USD',
  payment_method_amount: 33.39,
  conversion_rate: 0.0021,
};
const CONTEXT: CheckoutContext = {
  merchant: {
    name: 'Nordlicht',
    operator_name: 'Nordlicht Optik GmbH, Kiel',
    terms_url: 'https://shop.example/terms',
    privacy_url: 'javascript:alert(1)',
  },
  accepted_brands: ['visa', 'mir'],
  expires_at: 1_795_290_000,
  now: 1_795_289_910,
  attempts_left: 2,
  card: { brand: 'visa', last_four: '4242' },
  finished_at: 1_795_290_060,
};

function sources(order: Partial<PayinOrder> = {}, context?: CheckoutContext) {
  return {
    order: { ...ORDER, ...order },
    context,
    branding: {},
    language: LANGUAGES.en,
  };
}

test('shows the charged amount, with the order’s amount and the rate beside it', () => {
  expect(describeCheckout(sources())).toMatchObject({
    amount: '$33.39',
    ordered: { amount: '₸15,900.00', rate: '1 KZT = 0.0021 USD' },
  });
});

test.each([
  ['the currencies are the same', { payment_method_currency: 'KZT' as const, amount: 1 }],
  ['nobody tells what is charged', { payment_method_amount: undefined, amount: 1 }],
])('shows only the order’s amount if %s', (_, order) => {
  const { amount, ordered } = describeCheckout(sources(order));
  expect(amount).toBe('₸1.00');
  expect(ordered).toBeUndefined();
});

test('leaves out an unknown rate', () => {
  const { ordered } = describeCheckout(sources({ conversion_rate: undefined }));
  expect(ordered).toEqual({ amount: '₸15,900.00', rate: undefined });
});

test('shows who runs the shop, and links only to web addresses', () => {
  expect(describeCheckout(sources({}, CONTEXT)).merchant).toMatchObject({
    name: 'Nordlicht',
    operatorName: 'Nordlicht Optik GmbH, Kiel',
    termsUrl: 'https://shop.example/terms',
    privacyUrl: undefined,
  });
});

test('has no merchant name if none is known', () => {
  expect(describeCheckout(sources()).merchant.name).toBeUndefined();
});

test('accepts the brands that the service lists, or all brands if it lists none', () => {
  expect(describeTerms(CONTEXT, 0).acceptedBrands).toEqual(['visa', 'mir']);
  expect(describeTerms(undefined, 0).acceptedBrands).toHaveLength(9);
});

test("counts the time left by the service's clock", () => {
  expect(describeTerms(CONTEXT, 0).secondsLeft).toBe(90);
  expect(describeTerms({ ...CONTEXT, now: CONTEXT.expires_at + 60 }, 0).secondsLeft).toBe(0);
});

test('shows the time and the card from the service on the receipt', () => {
  expect(describeReceipt(sources({}, CONTEXT))).toEqual({
    date: 'Nov 21, 2026, 7:41 PM UTC',
    instant: '2026-11-21T19:41:00.000Z',
    card: { brand: 'visa', number: '•••• 4242' },
  });
});

test('shows the time and the card from the order on the receipt if the service sends no others', () => {
  const order = { update_date: 1_795_290_060, card_number: '424242******4242' };
  expect(describeReceipt(sources(order))).toMatchObject({
    instant: '2026-11-21T19:41:00.000Z',
    card: { brand: undefined, number: '•••• 4242' },
  });
});
