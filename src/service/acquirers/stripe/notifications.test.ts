import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { readNotification } from './notifications.ts';
import type { StripeTerminal } from './client.ts';

const SECRET = 'whsec_test';
const TERMINAL = { Stripe, credentials: { webhook_secret: SECRET } } as unknown as StripeTerminal;

/** The refund of docs.stripe.com/api/refunds/object, for a payment intent. */
const REFUND = {
  id: 're_1Nispe2eZvKYlo2Cd31jOCgZ',
  object: 'refund',
  amount: 1_000,
  balance_transaction: 'txn_1Nispe2eZvKYlo2CYezqFhEx',
  charge: 'ch_1NirD82eZvKYlo2CIvbtLWuY',
  created: 1_692_942_318,
  currency: 'usd',
  destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
  metadata: {} as Record<string, string>,
  payment_intent: 'pi_1GszsK2eZvKYlo2CfhZyoZLp',
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
};

/** The charge that was refunded; it has the metadata of its payment intent. */
const CHARGE = {
  id: 'ch_1NirD82eZvKYlo2CIvbtLWuY',
  object: 'charge',
  amount: 1_099,
  amount_refunded: 1_000,
  currency: 'usd',
  metadata: { attempt_id: randomUUID() },
  payment_intent: 'pi_1GszsK2eZvKYlo2CfhZyoZLp',
  refunded: false,
  status: 'succeeded',
};

function read(type: string, object: object) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  return readNotification(
    TERMINAL,
    new Headers({ 'stripe-signature': header }),
    new TextEncoder().encode(payload),
  );
}

const OF_REFUNDS = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

it.each(OF_REFUNDS)('leaves the outcome of a refund of ours to an inquiry: %s', (type) => {
  const attemptId = randomUUID();
  expect(read(type, { ...REFUND, metadata: { refund_id: attemptId } })).toEqual({
    ok: true,
    notifications: [{ kind: 'refund', attemptId, reported: undefined }],
  });
});

it.each(OF_REFUNDS)('reports a refund made by hand as a notice: %s', (type) => {
  expect(read(type, REFUND)).toEqual({
    ok: true,
    notifications: [
      {
        kind: 'notice',
        about: { reference: REFUND.payment_intent },
        id: 'evt_1',
        event: type,
        detail: '10.00 USD, succeeded',
      },
    ],
  });
});

it('ignores charge.refunded, because the refund has its own event', () => {
  expect(read('charge.refunded', CHARGE)).toEqual({ ok: true, notifications: [] });
});

it('reports a charge together with its intent, so that another charge of it is another payment', () => {
  expect(read('charge.succeeded', CHARGE)).toMatchObject({
    notifications: [{ reported: { reference: `${CHARGE.payment_intent} ${CHARGE.id}` } }],
  });
});

it.each<[string, object]>([
  ['v2.core.event', { object: 'v2.core.event', related_object: { id: 'acct_1' } }],
  ['payment_intent.succeeded', { data: null }],
])('knows the name of a signed event that it cannot read: %s', (type, foreign) => {
  const payload = JSON.stringify({ id: 'evt_1', type, ...foreign });
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  const headers = new Headers({ 'stripe-signature': header });
  expect(readNotification(TERMINAL, headers, new TextEncoder().encode(payload))).toEqual({
    ok: false,
    problem: 'unreadable',
    event: type,
  });
});
