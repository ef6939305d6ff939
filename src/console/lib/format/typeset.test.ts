import { expect, it } from 'vitest';
import { typeset } from './typeset.ts';

it.each([
  ['The net is -2.04 EUR.', 'The net is −2.04 EUR.'],
  ['-0.71', '−0.71'],
  [
    'Order 1-2.50, range 1.00-2.00, version -1.234',
    'Order 1-2.50, range 1.00-2.00, version -1.234',
  ],
  ['Paid 2026-03-01, by acme-12.50', 'Paid 2026-03-01, by acme-12.50'],
])('typesets %s', (text, shown) => {
  expect(typeset(text)).toBe(shown);
});

it('shows times as people read them', () => {
  expect(typeset('since 2026-03-01T12:00:00.000Z')).toMatch(/^since 1 Mar 2026, \d\d:\d\d:00$/);
});
