import { expect, it } from 'vitest';
import { disputeReason } from './reason.ts';

const WORDS = /^[A-Z].*\w \w/;
/** How many codes each group has. */
const VISA_GROUPS = { 10: 5, 11: 3, 12: 7, 13: 9 };
const VISA = Object.entries(VISA_GROUPS)
  .flatMap(([group, codes]) => Array.from({ length: codes }, (_, at) => `${group}.${at + 1}`))
  .concat('12.6.1', '12.6.2');
const MASTERCARD = [
  ...['4807', '4808', '4812', '4831', '4834', '4837', '4840', '4841', '4842', '4846'],
  ...['4849', '4853', '4854', '4855', '4859', '4860', '4863', '4870', '4871'],
];

it.each([
  ['10.4', /^Fraud where the card was absent/],
  ['13.1', /not received$/],
  ['12.6.1', /^Charged twice$/],
  ['4837', /^Fraud: the cardholder did not authorize it$/],
  ['4853', /goods or services/],
])('the code %s means %s', (code, words) => {
  expect(disputeReason(code)).toMatch(words);
});

it('every code of Visa and Mastercard has a text', () => {
  const unsaid = [...VISA, ...MASTERCARD].filter((code) => !WORDS.test(disputeReason(code) ?? ''));
  expect(unsaid).toEqual([]);
});

it.each(['', '99.9', 'toString'])('%j is not a code', (code) => {
  expect(disputeReason(code)).toBeUndefined();
});
