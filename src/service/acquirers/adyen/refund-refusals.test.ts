import { describe, expect, it } from 'vitest';
import { refusedByEvent, refusedRequest } from './refund-refusals.ts';

const WORDS = /^The .*\.$/;

describe('a refund request that Adyen refused', () => {
  it.each(['100', '137', '138', '167', '901'])('says why in words: %s', (code) => {
    expect(refusedRequest(code)).toMatch(WORDS);
    expect(refusedRequest(code)).not.toMatch(/\d/);
  });

  it('names a code that the table does not have', () => {
    expect(refusedRequest('29_500')).toContain('29_500');
    expect(refusedRequest(undefined)).toMatch(WORDS);
  });
});

describe('a refund webhook', () => {
  it.each([
    ['REFUND', "Transaction hasn't been captured, refund not possible"],
    ['REFUND', 'Insufficient balance on payment'],
    ['REFUND_FAILED', 'Refund Failed'],
  ])('says why in the words of %s: %s', (event, reason) => {
    expect(refusedByEvent(event, reason)).toBe(reason);
  });

  it.each([
    ['REFUND', ''],
    ['CANCEL_OR_REFUND', undefined],
    ['REFUND_FAILED', 'null'],
    ['REFUNDED_REVERSED', 'test_AUTHORISATION_1'],
    ['REFUNDED_REVERSED', 'card 4242 4242 4242 4242'],
  ])('says why in words if its reason is none: %s %s', (event, reason) => {
    expect(refusedByEvent(event, reason)).toMatch(/^The .*\.$|^declined$/);
  });
});
