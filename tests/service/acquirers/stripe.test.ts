import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripeAdapter } from '#service/acquirers/stripe/adapter.ts';
import { acquirerConformance } from './conformance/suite.ts';
import { cardsOf, newTrial } from './conformance/rig.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { stripeRig } from './conformance/stripe-rig.ts';
import { REFUSED_EMAIL } from '../../support/acquirers/stripe/stripe-stand-in.ts';

describe('the adapter', () => {
  acquirerConformance({
    description: stripeAdapter.describe(),
    remote: true,
    start: stripeRig,
  });
});

describe('Stripe', () => {
  let rig: Awaited<ReturnType<typeof stripeRig>>;
  beforeAll(async () => {
    rig = await stripeRig();
  });
  afterAll(() => rig.close());

  /** Returns an attempt whose intent is changed before it is confirmed. */
  const movedOn = (change: object) => {
    return newTrial(rig, 'approved', {}, (id) => {
      Object.assign(rig.stripe.intents.get(id) ?? {}, change);
      return Promise.resolve();
    });
  };

  it.each([
    ['processing', 'pending'],
    ['succeeded for another amount', undefined],
    ['canceled', 'not_taken'],
  ])('refuses to confirm an intent that is %s: %s', async (status, outcome) => {
    const isOther = status !== 'processing' && status !== 'canceled';
    const change = isOther ? { status: 'succeeded', amount_received: 1 } : { status };
    const answer = await movedOn(change)
      .authorize()
      .catch(() => undefined);
    expect(answer?.outcome).toBe(outcome);
  });

  it('is sent the payer, the purpose, and when to ask for 3-D Secure', async () => {
    const trial = newTrial(rig);
    const [statement_descriptor_suffix, method] = ['SHOP 1', trial.attempt.methodId];
    const secure = { request_three_d_secure_of_methods: { [method]: 'challenge' } };
    const { settings, credentials } = rig.terminal;
    const { cards } = await stripeAdapter.connect(
      {
        settings: Object.assign({ statement_descriptor_suffix, ...secure }, settings),
        credentials,
      },
      { now: () => new Date(), notificationUrl: 'http://pay.test/n' },
    );
    const before = rig.stripe.forms.length;
    const answer = await cards?.authorize(
      trial.attempt,
      trial.saveReference,
      AbortSignal.timeout(PATIENCE_MS),
    );
    expect(answer?.outcome).toBe('approved');
    const [intent, card] = rig.stripe.forms.slice(before).map((form) => Object.fromEntries(form));
    expect(intent).toMatchObject({
      description: `Order ${trial.attempt.orderId}`,
      statement_descriptor_suffix: 'SHOP 1',
      'payment_method_options[card][request_three_d_secure]': 'challenge',
    });
    expect(card).toMatchObject({
      'billing_details[name]': 'Ada Lovelace',
      'billing_details[email]': 'ada@shop.test',
    });
  });

  it('is sent the description of the purchase, and the order in the metadata', async () => {
    const trial = newTrial(rig, 'approved', { description: 'Two books' });
    const before = rig.stripe.forms.length;
    await trial.authorize();
    expect(Object.fromEntries(rig.stripe.forms[before] ?? [])).toMatchObject({
      description: 'Two books',
      'metadata[order_id]': trial.attempt.orderId,
    });
  });

  it('accepts a payment without the e-mail address that it refused', async () => {
    const trial = newTrial(rig, 'approved', { customer: { email: REFUSED_EMAIL } });
    expect(await trial.authorize()).toMatchObject({ outcome: 'approved' });
  });

  it('does not end an intent on a premature notification', async () => {
    const trial = newTrial(rig, 'approved', {}, (id) => Promise.reject(new Error(id)));
    await trial.authorize().catch(() => undefined);
    const intent = [...rig.stripe.intents.values()].find(
      ({ metadata }) => metadata['attempt_id'] === trial.attempt.id,
    );
    const report = { event: 'payment_intent.processing', success: false, approves: false };
    const outcome = await cardsOf(rig).confirmNotification(
      trial.known(),
      {
        ...report,
        reference: intent?.id ?? '',
        amountMinor: 1_250n,
        currency: 'EUR',
        reason: undefined,
      },
      trial.saver(),
      AbortSignal.timeout(PATIENCE_MS),
    );
    expect(outcome.outcome).toBe('pending');
    expect(intent?.status).toBe('requires_payment_method');
  });
});
