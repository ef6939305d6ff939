import type { PayinOrder } from '#contract/schemas/payin.ts';
import { expect, it } from 'vitest';
import { outcomeOf } from './payin-outcome.ts';
import { readReference, writeReference } from './reference.ts';

const ATTEMPT = {
  id: 'attempt',
  amountMinor: 1_250n,
  currency: 'EUR' as const,
  challengeUrl: undefined,
};

function orderWith(changes: Partial<PayinOrder>) {
  return {
    id: 'order',
    reference_id: 'attempt',
    status: 'CREATED',
    currency: 'EUR',
    amount: 12.5,
    pay_url: 'https://pay.test/order',
    ...changes,
  } as PayinOrder;
}

/** Returns the outcome of the order as it is after the card was sent, given the order before. */
function outcomeAfter(before: Partial<PayinOrder>, after: Partial<PayinOrder>) {
  const saved = readReference(writeReference(orderWith(before)));
  return outcomeOf(orderWith(after), ATTEMPT, saved, new Date()).outcome;
}

const REFUSED_FROM = new Date('2026-03-01T12:05:15.000Z');
const JUST_BEFORE = new Date(REFUSED_FROM.getTime() - 1);

it('was never seen if the order still awaits its card when the request with it is too old', () => {
  const saved = readReference(writeReference(orderWith({}), REFUSED_FROM));
  const at = (order: Partial<PayinOrder>, now: Date) =>
    outcomeOf(orderWith(order), ATTEMPT, saved, now);
  expect(at({}, JUST_BEFORE)).toMatchObject({ outcome: 'pending', knownFrom: REFUSED_FROM });
  expect(at({}, REFUSED_FROM)).toEqual({ outcome: 'never_seen' });
  expect(at({ status: 'IN_PROGRESS' }, REFUSED_FROM)).toMatchObject({ outcome: 'pending' });
  expect(at({ status: 'SUCCESS' }, REFUSED_FROM)).toMatchObject({ outcome: 'approved' });
  const declined = { provider_error_message: 'no funds' };
  expect(at(declined, REFUSED_FROM)).toMatchObject({ outcome: 'soft_decline' });
});

it.each<[string, Partial<PayinOrder>, Partial<PayinOrder>, string]>([
  ['CREATED without a message', {}, {}, 'pending'],
  ['CREATED with an empty message', {}, { provider_error_message: '' }, 'pending'],
  [
    'CREATED with the message that it had before',
    { provider_error_message: 'no funds' },
    { provider_error_message: 'no funds' },
    'pending',
  ],
  ['CREATED with a message', {}, { provider_error_message: 'no funds' }, 'soft_decline'],
  [
    'CREATED with another message',
    { provider_error_message: 'no funds' },
    { provider_error_message: 'expired' },
    'soft_decline',
  ],
  [
    'FAILED with an empty message',
    {},
    { status: 'FAILED', provider_error_message: '' },
    'hard_decline',
  ],
  ['IN_PROGRESS', {}, { status: 'IN_PROGRESS' }, 'pending'],
])('an order that is %s after its card was accepted', (_, before, after, outcome) => {
  expect(outcomeAfter(before, after)).toBe(outcome);
});
