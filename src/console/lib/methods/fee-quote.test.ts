import { describe, expect, it } from 'vitest';
import { feeQuote, type FeeTerms } from './fee-quote.ts';

const TERMS: FeeTerms = {
  direction: 'payin',
  currency: 'EUR',
  payment_method_currency: 'EUR',
  conversion_rate: null,
  fee_percent: '2.9',
  fee_fixed: '0.30',
  fee_min: null,
  fee_max: null,
  amount_min: '1.00',
  amount_max: '1000000.00',
  settlement_period_days: 0,
  rolling_percent: '0',
};

describe('what an order costs', () => {
  it.each<[string, Partial<FeeTerms>, string, string]>([
    [
      'is rounded half up once',
      {},
      '12.50',
      'Fee 0.66 EUR (2.9 % is 0.3625, rounded half up to 0.36, and 0.30) / Net to merchant 11.84 EUR / Available at once 11.84 EUR',
    ],
    [
      'is raised to the least',
      { fee_min: '1.00' },
      '10.00',
      'Fee 1.00 EUR (2.9 % is 0.29, and 0.30; raised to 1.00) / Net to merchant 9.00 EUR / Available at once 9.00 EUR',
    ],
    [
      'is lowered to the most, whatever the amount',
      { fee_max: '25.00' },
      '123456.78',
      'Fee 25.00 EUR (2.9 % is 3580.24662, rounded half up to 3580.25, and 0.30; lowered to 25.00) / Net to merchant 123,431.78 EUR / Available at once 123,431.78 EUR',
    ],
    [
      'says what is retained, in rolling and on hold',
      { settlement_period_days: 3, rolling_percent: '10' },
      '100',
      'Fee 3.20 EUR (2.9 % is 2.90, and 0.30) / Net to merchant 96.80 EUR / Rolling reserve 9.68 EUR (10 %) / On hold 87.12 EUR (for 3 days) / Available at once 0.00 EUR',
    ],
    [
      'stands beside what is paid in another currency',
      { payment_method_currency: 'KZT', conversion_rate: '512.3' },
      '10.00',
      'Paid 5,123.00 KZT (at 512.3) / Fee 0.59 EUR (2.9 % is 0.29, and 0.30) / Net to merchant 9.41 EUR / Available at once 9.41 EUR',
    ],
    [
      'comes on top of a payout',
      { direction: 'payout' },
      '10.00',
      'Fee 0.59 EUR (2.9 % is 0.29, and 0.30) / Taken from the merchant 10.59 EUR',
    ],
    ['is nothing to know of what is no amount', {}, '1e3', 'Enter an amount like 12.50.'],
    ['is not asked below the limit', {}, '0.99', 'Refused: the minimum is 1.00 EUR.'],
    [
      'may be too much',
      { fee_fixed: '2.00' },
      '2.00',
      'Refused: the fee of 2.06 EUR must be less than the amount.',
    ],
  ])('%s', (_name, terms, amount, said) => {
    const quote = feeQuote({ ...TERMS, ...terms }, amount);
    const lines = quote.ok
      ? quote.lines.map(({ name, amount: of, note }) => `${name} ${of}${note ? ` (${note})` : ''}`)
      : [quote.why];
    expect(lines.join(' / ')).toBe(said);
  });
});
