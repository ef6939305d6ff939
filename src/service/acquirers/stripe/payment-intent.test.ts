import { expect, it } from 'vitest';
import { intentIdIn, outcomeOf, readIntent } from './payment-intent.ts';

const ATTEMPT = { id: 'a', amountMinor: 1_250n, currency: 'EUR' } as const;
const INTENT = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 1_250,
  amount_received: 1_250,
  currency: 'eur',
  metadata: { attempt_id: 'a' },
};

/** Builds members of `payment_method_details.card.three_d_secure`, as in docs.stripe.com/api/charges/object. */
function approvedWith(three_d_secure: object | null) {
  const latest_charge = { id: 'ch_1', payment_method_details: { card: { three_d_secure } } };
  return outcomeOf(readIntent({ ...INTENT, latest_charge }, ATTEMPT));
}

it.each([
  [
    'a challenge',
    {
      authentication_flow: 'challenge',
      electronic_commerce_indicator: '05',
      result: 'authenticated',
    },
    { flow: 'challenged', eci: '05' },
  ],
  [
    'data alone',
    { authentication_flow: 'frictionless', electronic_commerce_indicator: '02' },
    { flow: 'frictionless', eci: '02' },
  ],
  [
    'an exemption',
    {
      authentication_flow: null,
      electronic_commerce_indicator: null,
      exemption_indicator: 'low_risk',
      exemption_indicator_applied: true,
    },
    { flow: 'exempted', eci: undefined },
  ],
])('keeps the authentication flow of %s', (_what, said, authentication) => {
  expect(approvedWith(said)).toMatchObject({ outcome: 'approved', authentication });
});

it('reports no 3-D Secure result if Stripe gives none', () => {
  for (const charge of [null, { payment_method_details: 'card' }]) {
    const outcome = outcomeOf(readIntent({ ...INTENT, latest_charge: charge }, ATTEMPT));
    expect(outcome).toEqual({ outcome: 'approved', reference: 'pi_1', rrn: undefined });
  }
  expect(approvedWith(null)).not.toHaveProperty('authentication');
});

it.each([
  ['an id alone', 'ch_1', 'pi_1 ch_1'],
  ['what has no details', { id: 'py_1' }, 'pi_1 py_1'],
  ['no charge of Stripe', 'ch_1 pi_2', 'pi_1'],
])(
  'builds the reference from the intent and its charge, where the charge is %s',
  (_what, charge, reference) => {
    const outcome = outcomeOf(readIntent({ ...INTENT, latest_charge: charge }, ATTEMPT));
    expect(outcome).toEqual({ outcome: 'approved', reference, rrn: undefined });
    expect(intentIdIn(reference)).toBe('pi_1');
  },
);
