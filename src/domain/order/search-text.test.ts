import { describe, expect, it } from 'vitest';

import { expectLinear } from '../../../tests/support/hostile-texts.ts';
import { filterFor, withoutCardNumbers } from './search-text.ts';

const ID = '0198c1d2-7c1b-4c53-9a51-3c1f5e0d2a11';

describe('what is typed into the search', () => {
  it.each<[string, Record<string, string>]>([
    [ID, { id: ID }],
    [`https://pay.example/pay/${ID}`, { id: ID }],
    [`https://pay.example/prefix/pay/${ID}/status?x=1`, { id: ID }],
    ['anna@example.com', { email: 'anna@example.com' }],
    ['4242', { last_four: '4242' }],
    ['•••• 4242', { last_four: '4242' }],
    ['**** **** **** 4242', { last_four: '4242' }],
    ['x4242', { last_four: '4242' }],
    ['424242******4242', { card: '424242******4242' }],
    ['4242 42•• •••• 4242', { card: '424242******4242' }],
    ['4242424242424242', { card: '424242******4242' }],
    ['4242 4242-4242 4242', { card: '424242******4242' }],
    ['card ４２４２ ４２４２ ４２４２ ４２４２ 12/30', { card: '424242******4242' }],
    ['378282246310005', { card: '378282*****0005' }],
    ['123456789012', { rrn: '123456789012' }],
    ['203.0.113.7', { payer_address: '203.0.113.7' }],
    ['2001:db8::1', { payer_address: '2001:db8::1' }],
    ['77.07', { amount: '77.07' }],
    ['77.07 EUR', { amount: '77.07', currency: 'EUR' }],
    ['77,07 EUR', { amount: '77.07', currency: 'EUR' }],
    ['77.5EUR', { amount: '77.50', currency: 'EUR' }],
    ['−1,250.00 USDT', { amount: '1250.00', currency: 'USDT_TRON' }],
    ['1250 EUR', { amount: '1250.00', currency: 'EUR' }],
    ['€24.59', { amount: '24.59', currency: 'EUR' }],
    ['24,59\u00A0€', { amount: '24.59', currency: 'EUR' }],
    ['$1,250', { amount: '1250.00', currency: 'USD' }],
    ['1 250,00 ₴', { amount: '1250.00', currency: 'UAH' }],
    ['€', { text: '€' }],
    ['77.07 ABC', { text: '77.07 ABC' }],
    ['12345', { text: '12345' }],
    ['0198c1d2', { text: '0198c1d2' }],
    ['order-7', { text: 'order-7' }],
  ])('is recognized by its form: %s', (text, filter) => {
    expect(filterFor(text)).toEqual(filter);
  });

  it('takes work in proportion to its length', () => {
    expectLinear(filterFor);
  });
});

describe('filters in a URL', () => {
  it.each(['reference', 'card'])(
    'reduce a card number in %s to its first six and last four digits',
    (name) => {
      const filters = { reference: '', card: '', [name]: '4242 4242 4242 4242' };
      expect(withoutCardNumbers(filters)).toEqual({ reference: '', card: '424242******4242' });
    },
  );

  it.each([
    ['reference', 'order-7'],
    ['rrn', '630400000000'],
  ])('are unchanged if %s is %s', (name, value) => {
    expect(withoutCardNumbers({ [name]: value })).toEqual({ [name]: value });
  });
});
