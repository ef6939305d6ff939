import { describe, expect, it } from 'vitest';
import type { StripeFailure } from './client.ts';
import { refundRefusal, refusesRefund } from './refund-refusals.ts';

const WORDS = /^(?:The|A) [^_]+\.$/;

describe('why a refund was refused', () => {
  it.each([
    ...['lost_or_stolen_card', 'expired_or_canceled_card', 'charge_for_pending_refund_disputed'],
    ...['insufficient_funds', 'declined', 'merchant_request', 'unknown', 'canceled', 'failed'],
    ...['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'],
    ...['balance_insufficient', 'amount_too_large', 'resource_missing', 'card_declined'],
  ])('is said in words: %s', (code) => {
    expect(refundRefusal(code)).toMatch(WORDS);
  });

  it("is said in Stripe's own words if the table does not have the code", () => {
    expect(refundRefusal('new_code', 'The bank is closed.')).toBe('The bank is closed.');
    expect(refundRefusal('new_code', '')).toBe('new code');
    expect(refundRefusal('new_code', 'Card 4242 4242 4242 4242 is closed')).toBe('declined');
    expect(refundRefusal(undefined)).toBe('declined');
  });
});

describe('an answer to a refund request', () => {
  const failure = (statusCode: number | undefined, rawType?: string, code?: string) =>
    ({ statusCode, rawType, code, payment_intent: undefined, message: '' }) as StripeFailure;

  it.each([
    [402, 'card_error', 'card_declined'],
    [402, 'invalid_request_error', 'balance_insufficient'],
    [402, 'card_error', undefined],
    [400, 'invalid_request_error', 'charge_already_refunded'],
    [404, 'invalid_request_error', 'resource_missing'],
  ] as const)('refuses it: %i %s %s', (status, type, code) => {
    expect(refusesRefund(failure(status, type, code))).toBe(true);
  });

  it.each([
    [402, 'api_error', undefined],
    [402, undefined, undefined],
    [400, 'idempotency_error', 'idempotency_key_in_use'],
    [409, 'invalid_request_error', 'lock_timeout'],
    [401, 'invalid_request_error', undefined],
    [429, 'invalid_request_error', 'rate_limit'],
    [500, 'api_error', undefined],
    [undefined, undefined, undefined],
  ])('does not refuse it: %s %s %s', (status, type, code) => {
    expect(refusesRefund(failure(status, type, code))).toBe(false);
  });
});
