import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCardNumber } from '#domain/card/find-number.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { describeEnd } from '../../../../tests/service/acquirers/conformance/published-answers.ts';
import type { Trial } from '../../../../tests/service/acquirers/conformance/rig.ts';
import {
  INQUIRY_ANSWERS,
  PAYMENT_ANSWERS,
  REFUND_ANSWERS,
} from '../../../../tests/service/acquirers/stripe/published-answers.ts';
import {
  intentOf,
  startScriptedStripe,
  type ScriptedStripe,
} from '../../../../tests/service/acquirers/stripe/scripted-stripe.ts';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());

const signal = () => AbortSignal.timeout(PATIENCE_MS);

/** Gives every payment intent in an answer the id and the amount of the attempt. */
function filled(body: object | string, attempt: Trial['attempt'], changes: object = {}) {
  if (typeof body === 'string') return body;
  const fill = (member: unknown): unknown => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const entries = Object.entries(member).map(([name, value]) => [name, fill(value)] as const);
    const copy = Object.fromEntries(entries);
    return copy['object'] === 'payment_intent' ? intentOf(attempt, { ...copy, ...changes }) : copy;
  };
  return fill(body) as object;
}

const withIntent = (body: object | string) => JSON.stringify(body).includes('"payment_intent"');

describe("answers to a payment, as other programs' tests have them", () => {
  it.each(PAYMENT_ANSWERS)('$step, $source: $ends', async ({ step, status, body, ends }) => {
    const trial = stripe.trialOf();
    stripe.answers(step, status, filled(body, trial.attempt));
    let kept = '';
    const authorized = trial.authorize().then((outcome) => {
      kept = JSON.stringify(outcome);
      return outcome;
    });
    expect(await describeEnd(authorized)).toBe(ends);
    expect(findCardNumber(`${kept} ${trial.known().reference ?? ''}`)).toBeUndefined();
  });

  const ofPayment = [...PAYMENT_ANSWERS, ...INQUIRY_ANSWERS].filter(
    ({ body, ends }) => withIntent(body) && ends !== 'unknown',
  );

  it.each(ofPayment)('are of no other payment: $step, $source', async ({ step, status, body }) => {
    for (const change of [
      { metadata: { attempt_id: randomUUID() } },
      { metadata: {} },
      { amount: 1_249, amount_received: 1_249 },
      { currency: 'usd' },
    ]) {
      const trial = stripe.trialOf();
      const outcome = () => {
        stripe.answers(step, status, filled(body, trial.attempt, change));
        return step === 'find'
          ? stripe.cards.findOutcome(
              { ...trial.known(), reference: 'pi_1' },
              trial.saver(),
              signal(),
            )
          : trial.authorize();
      };
      expect(await describeEnd(outcome())).toBe('contradiction');
    }
  });
});

describe("answers to an inquiry, as other programs' tests have them", () => {
  it.each(INQUIRY_ANSWERS)('$source: $ends', async ({ step, status, body, ends }) => {
    const trial = stripe.trialOf();
    stripe.answers(step, status, filled(body, trial.attempt));
    stripe.answers('cancel', 200, intentOf(trial.attempt, { status: 'canceled' }));
    const known = { ...trial.known(), reference: 'pi_1' };
    expect(await describeEnd(stripe.cards.findOutcome(known, trial.saver(), signal()))).toBe(ends);
  });

  it('that wait are not given up if Stripe does not cancel them', async () => {
    const trial = stripe.trialOf();
    stripe.answers('find', 200, intentOf(trial.attempt, { status: 'requires_capture' }));
    for (const [status, body] of [
      [400, { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } }],
      [200, intentOf(trial.attempt, { status: 'succeeded' })],
      [502, '<html>502</html>'],
    ] as const) {
      stripe.answers('cancel', status, body);
      const known = { ...trial.known(), reference: 'pi_1' };
      const found = stripe.cards.findOutcome(known, trial.saver(), signal());
      expect(await describeEnd(found)).toBe('unknown');
    }
  });
});

describe("answers to a refund, as other programs' tests have them", () => {
  async function refundOf(amountMinor: bigint) {
    const trial = stripe.trialOf();
    const paid = intentOf(trial.attempt, { status: 'succeeded', amount_received: 1_250 });
    stripe.answers('confirm', 200, paid);
    trial.close(await trial.authorize());
    return { id: randomUUID(), payment: trial.known(), amountMinor };
  }

  const made = (refund: { id: string; amountMinor: bigint }, body: object | string) =>
    typeof body === 'object' && 'object' in body && body.object === 'refund'
      ? {
          id: 're_1',
          payment_intent: 'pi_1',
          amount: Number(refund.amountMinor),
          currency: 'eur',
          metadata: { refund_id: refund.id },
          ...body,
        }
      : body;

  it.each(REFUND_ANSWERS)('$source: $ends, $voids', async ({ status, body, ends, voids }) => {
    for (const amountMinor of [400n, 1_250n]) {
      const refund = await refundOf(amountMinor);
      stripe.answers('refund', status, made(refund, body));
      const refunded = stripe.refunds.refund(refund, () => Promise.resolve(), signal());
      expect(await describeEnd(refunded)).toBe(ends);
    }
    const refund = await refundOf(1_250n);
    stripe.answers('refund', status, made(refund, body));
    expect(await describeEnd(stripe.cards.void?.(refund.payment, signal()))).toBe(voids);
  });

  it('are of no other refund', async () => {
    for (const change of [
      { metadata: {} },
      { metadata: { refund_id: randomUUID() } },
      { amount: 399 },
      { currency: 'usd' },
    ]) {
      const refund = await refundOf(400n);
      const body = made(refund, { object: 'refund', status: 'succeeded', ...change });
      stripe.answers('refund', 200, body);
      const refunded = stripe.refunds.refund(refund, () => Promise.resolve(), signal());
      expect(await describeEnd(refunded)).toBe('contradiction');
    }
  });

  it('of another payment void nothing', async () => {
    const refund = await refundOf(1_250n);
    const other = { object: 'refund', status: 'succeeded', payment_intent: 'pi_2' };
    stripe.answers('refund', 200, made(refund, other));
    expect(await describeEnd(stripe.cards.void?.(refund.payment, signal()))).toBe('contradiction');
  });
});
