import { expect, it } from 'vitest';
import { disputeReason } from './dispute-reason.ts';

it.each([
  ['10.4', /^Fraud where the card was absent/],
  ['13.1', /not received$/],
  ['12.6.1', /^Charged twice$/],
  ['4837', /^Fraud: the cardholder did not authorize it$/],
  ['4853', /goods or services/],
])('the code %s says %s', (code, words) => {
  expect(disputeReason(code)).toMatch(words);
});

it.each(['', '99.9', 'toString'])('%j is no code', (code) => {
  expect(disputeReason(code)).toBeUndefined();
});
