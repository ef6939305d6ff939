import { Sensitive } from '#domain/card/sensitive.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';
import { paymentRequest } from '../../../../tests/support/acquirers/adyen/requests.ts';
import type { NewTransfer } from '../port.ts';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen();
});
afterAll(() => adyen.close());

const PENDING = {
  resultCode: 'Pending',
  pspReference: 'PX',
  action: { type: 'await', paymentMethodType: 'mbway', paymentData: 'x' },
};

async function begun(overrides: Partial<NewTransfer> = {}) {
  adyen.answers(200, PENDING);
  const trial = adyen.transferOf(overrides);
  return { trial, answer: await trial.begin() };
}

describe('MB WAY at Adyen', () => {
  it.each([
    [{ resultCode: 'Pending' }, { outcome: 'waiting' }],
    [{ resultCode: 'Received' }, { outcome: 'waiting' }],
    [{ resultCode: 'Authorised' }, { outcome: 'approved', reference: 'PX' }],
    [
      { resultCode: 'Refused', refusalReasonCode: '12' },
      { outcome: 'soft_decline', reason: 'insufficient_funds' },
    ],
    [
      { resultCode: 'Cancelled', refusalReasonCode: '16' },
      { outcome: 'soft_decline', reason: 'cancelled' },
    ],
    [
      { resultCode: 'Error', refusalReasonCode: '4' },
      { outcome: 'soft_decline', reason: 'try_later', mayTryAnother: true },
    ],
    [
      { resultCode: 'Refused', refusalReasonCode: '20' },
      { outcome: 'hard_decline', reason: 'fraud' },
    ],
    [
      { resultCode: 'Refused', refusalReasonCode: '999' },
      { outcome: 'soft_decline', reason: 'other', unmappedCode: '999' },
    ],
  ])('has the outcome of its resultCode: %j', async (body, outcome) => {
    adyen.answers(200, { pspReference: 'PX', ...body });
    expect(await adyen.transferOf().begin()).toMatchObject(outcome);
  });

  it.each(['RedirectShopper', 'PresentToShopper', 'PartiallyAuthorised', 'Success'])(
    'has an unknown outcome after a result that MB WAY cannot have: %s',
    async (resultCode) => {
      adyen.answers(200, { resultCode, pspReference: 'PX' });
      const trial = adyen.transferOf();
      await expect(trial.begin()).rejects.toThrow();
      expect(await trial.findOutcome()).toMatchObject({ outcome: 'waiting' });
    },
  );

  it.each(['+00351912345', `+${'1'.repeat(19)}`, '+1234'])(
    'declines a telephone number that Adyen would not accept, without a request: %s',
    async (phone) => {
      const before = adyen.requests.length;
      const trial = adyen.transferOf({ input: { source: 'PHONE', phone: new Sensitive(phone) } });
      const reason = 'incorrect_number';
      expect(await trial.begin()).toMatchObject({ outcome: 'soft_decline', reason });
      expect(adyen.requests.length).toBe(before);
    },
  );

  it('is not taken in a currency other than EUR', async () => {
    const { answer } = await begun({ currency: 'USD' });
    expect(answer).toEqual({ outcome: 'not_taken', cause: 'request_refused' });
  });

  it.each([
    ['AUTHORISATION', 'true', undefined, { outcome: 'approved', reference: 'PX' }],
    ['CAPTURE', 'true', undefined, { outcome: 'approved' }],
    ['AUTHORISATION', 'false', 'Shopper Cancelled', { outcome: 'soft_decline' }],
    ['AUTHORISATION', 'false', 'FRAUD', { outcome: 'hard_decline', reason: 'fraud' }],
    ['OFFER_CLOSED', 'true', undefined, { outcome: 'soft_decline', reason: 'unanswered' }],
    ['EXPIRE', 'true', undefined, { outcome: 'soft_decline', reason: 'unanswered' }],
    ['TECHNICAL_CANCEL', 'false', undefined, { outcome: 'waiting' }],
  ])('has the outcome of its webhook: %s %s', async (eventCode, success, reason, outcome) => {
    const { trial } = await begun();
    const item = { eventCode, success, reason, paymentMethod: 'mbway' };
    expect(await adyen.transferNotified(trial, item)).toMatchObject(outcome);
  });

  it('that was given up waits for the webhook about the cancellation, then stays abandoned', async () => {
    const { trial } = await begun();
    adyen.answers(201, { status: 'received' });
    const cancelling = { outcome: 'waiting', reference: 'PX', instructions: undefined };
    expect(await trial.giveUp()).toEqual(cancelling);
    expect(await trial.findOutcome()).toEqual(cancelling);
    const item = { eventCode: 'TECHNICAL_CANCEL', success: 'true' };
    expect(await adyen.transferNotified(trial, item)).toEqual({ outcome: 'abandoned' });
    expect(await adyen.transferNotified(trial, {})).toEqual({ outcome: 'abandoned' });
    expect(await trial.findOutcome()).toEqual({ outcome: 'abandoned' });
  });

  it.each([
    ['AUTHORISATION', 'OFFER_CLOSED', false],
    ['AUTHORISATION', 'EXPIRE', false],
    ['CAPTURE', 'OFFER_CLOSED', false],
    ['CAPTURE', 'CANCELLATION', false],
    ['CAPTURE', 'CANCEL_OR_REFUND', false],
    ['AUTHORISATION', 'OFFER_CLOSED', true],
    ['CAPTURE', 'TECHNICAL_CANCEL', true],
  ])(
    'that was paid after its end is money taken, and can be reversed: %s after %s',
    async (eventCode, ending, isGivenUp) => {
      const { trial } = await begun();
      adyen.answers(201, { status: 'received' });
      if (isGivenUp) await trial.giveUp();
      const end = await adyen.transferNotified(trial, { eventCode: ending });
      expect(end?.outcome).toMatch(/^(soft_decline|abandoned)$/);
      trial.end(isGivenUp ? 'abandoned' : 'soft_decline');
      expect(await adyen.transferNotified(trial, { eventCode })).toEqual({
        outcome: 'approved',
        reference: 'PX',
      });
      trial.end('abandoned', 'PX');
      expect(await adyen.voided(trial)).toBe('requested');
      expect(adyen.requests.at(-1)).toBe('/v72/payments/PX/reversals');
    },
  );

  it('that was authorised after it was given up is approved if the cancellation fails', async () => {
    const { trial } = await begun();
    adyen.answers(201, { status: 'received' });
    await trial.giveUp();
    expect(await adyen.transferNotified(trial, {})).toMatchObject({ outcome: 'waiting' });
    const item = { eventCode: 'TECHNICAL_CANCEL', success: 'false' };
    expect(await adyen.transferNotified(trial, item)).toMatchObject({ outcome: 'approved' });
  });

  it('sends a request that fits the schema published by Adyen', async () => {
    await begun({ customer: { email: 'ada@shop.test', phone: '+44 20 7946 0000' } });
    const request = paymentRequest.parse(JSON.parse(adyen.bodies.at(-1) ?? ''));
    expect(request).toMatchObject({
      amount: { currency: 'EUR', value: 1_250 },
      paymentMethod: {
        type: 'mbway',
        telephoneNumber: '+351912345678',
        shopperEmail: 'ada@shop.test',
      },
      telephoneNumber: '+442079460000',
    });
  });

  it('sends no e-mail address if the customer has no valid one', async () => {
    await begun({ customer: { email: 'none' } });
    expect(adyen.bodies.at(-1)).not.toContain('shopperEmail');
  });
});
