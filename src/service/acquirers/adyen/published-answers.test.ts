import { randomUUID } from 'node:crypto';
import { findCardNumber } from '#domain/card/find-number.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MODIFICATION_ANSWERS,
  PAYMENT_ANSWERS,
} from '../../../../tests/service/acquirers/adyen/published-answers.ts';
import {
  signal,
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';
import { describeEnd } from '../../../../tests/service/acquirers/conformance/published-answers.ts';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen();
});
afterAll(() => adyen.close());

const isResult = ({ status, body }: (typeof PAYMENT_ANSWERS)[number]) =>
  status === 200 && typeof body === 'object' && 'resultCode' in body;
const results = PAYMENT_ANSWERS.filter(isResult);

describe("answers to a payment, as other programs' tests have them", () => {
  it.each(PAYMENT_ANSWERS)('$source: $ends', async ({ status, body, ends }) => {
    const trial = adyen.trialOf();
    const isNamed = typeof body === 'object' && 'merchantReference' in body;
    adyen.answers(status, isNamed ? { ...body, merchantReference: trial.attempt.id } : body);
    let kept = '';
    const authorized = trial.authorize().then((outcome) => {
      kept = JSON.stringify(outcome);
      return outcome;
    });
    expect(await describeEnd(authorized)).toBe(ends);
    expect(findCardNumber(`${kept} ${trial.known().reference ?? ''}`)).toBeUndefined();
  });

  it.each(results)('are of no other payment: $source', async ({ body, ends }) => {
    const other = { ...(body as object), merchantReference: randomUUID() };
    adyen.answers(200, other);
    expect(await describeEnd(adyen.trialOf().authorize())).toBe('contradiction');
    if (ends === 'unknown') return;
    for (const amount of [
      { value: 1_249, currency: 'EUR' },
      { value: 1_250, currency: 'USD' },
      { value: 12.5, currency: 'EUR' },
    ]) {
      const { merchantReference: _named, ...unnamed } = other;
      adyen.answers(200, { ...unnamed, amount });
      expect(await describeEnd(adyen.trialOf().authorize())).toBe('contradiction');
    }
  });

  it.each(results)(
    'end a challenge only if they name the payment: $source: $ends',
    async ({ body, ends }) => {
      const unnamed = await adyen.challenged();
      const { merchantReference: _named, ...rest } = body as { merchantReference?: string };
      adyen.answers(200, rest);
      expect(await describeEnd(adyen.comesBack(unnamed))).toBe('pending');
      const trial = await adyen.challenged();
      adyen.answers(200, { ...rest, merchantReference: trial.attempt.id });
      // Adyen's interface has no further challenge in this answer.
      const isChallenge = ends === 'challenge';
      expect(await describeEnd(adyen.comesBack(trial))).toBe(isChallenge ? 'unknown' : ends);
    },
  );
});

describe("answers to a refund and a void, as other programs' tests have them", () => {
  async function paid() {
    const trial = adyen.trialOf();
    adyen.answers(200, { resultCode: 'Authorised', pspReference: 'PX' });
    trial.close(await trial.authorize());
    return trial;
  }

  it.each(MODIFICATION_ANSWERS)('$source: $ends, $voids', async ({ status, body, ends, voids }) => {
    const payment = (await paid()).known();
    for (const amountMinor of [400n, 1_250n]) {
      const refund = { id: randomUUID(), payment, amountMinor };
      adyen.answers(status, body);
      const made = adyen.refunds.refund(refund, () => Promise.resolve(), signal());
      expect(await describeEnd(made)).toBe(ends);
    }
    adyen.answers(status, body);
    expect(await describeEnd(adyen.cards.void?.(payment, signal()))).toBe(voids);
  });
});
