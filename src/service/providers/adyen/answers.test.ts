import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  signed,
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/providers/adyen/scripted-adyen.ts';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen();
});
afterAll(() => adyen.close());

describe('an answer from Adyen', () => {
  it.each([
    [422, { errorCode: '704', message: 'request already processed or in progress' }],
    [422, {}],
    [422, { errorCode: '100', errorType: 'internal' }],
    [302, { resultCode: 'Refused' }],
    [404, { errorCode: '000' }],
    [408, { errorCode: '000' }],
    [409, { errorCode: '000' }],
    [503, { errorCode: '000' }],
  ])('with %d %j leaves the outcome unknown, so no other terminal is tried', async (...given) => {
    const [status, body] = given;
    adyen.answers(status, body);
    await expect(adyen.trialOf().authorize()).rejects.toThrow(String(status));
  });

  it.each([
    ['101', 'incorrect_number'],
    ['102', 'incorrect_number'],
    ['103', 'incorrect_code'],
    ['129', 'expired_card'],
    ['140', 'expired_card'],
    ['141', 'expired_card'],
  ])(
    'with 422 and error code %s is a soft decline, and no other terminal is tried',
    async (...given) => {
      const [errorCode, reason] = given;
      adyen.answers(422, { status: 422, errorCode, errorType: 'validation' });
      const declined = await adyen.trialOf().authorize();
      expect(declined).toMatchObject({ outcome: 'soft_decline', reason });
      expect(declined).not.toHaveProperty('mayTryAnother');
    },
  );

  it('is accepted if it names no payment, and refused if it names another payment or amount', async () => {
    const authorised = { resultCode: 'Authorised', pspReference: 'PX' };
    adyen.answers(200, authorised);
    expect(await adyen.trialOf().authorize()).toMatchObject({
      outcome: 'approved',
      reference: 'PX',
    });
    for (const other of [
      { merchantReference: 'another' },
      { amount: { value: 1_249, currency: 'EUR' } },
      { amount: { value: 1_250, currency: 'USD' } },
      { amount: 'much' },
    ]) {
      adyen.answers(200, { ...authorised, ...other });
      await expect(adyen.trialOf().authorize()).rejects.toThrow(/another (payment|amount)/);
    }
  });

  it.each([
    [
      { threeDAuthenticated: 'true', threeDOffered: 'true', eci: '5' },
      { flow: 'frictionless', eci: '05' },
    ],
    [
      { threeDAuthenticated: 'false', scaExemptionRequested: 'lowValue', eci: 'N/A' },
      { flow: 'exempted', eci: undefined },
    ],
    [
      { threeDAuthenticated: 'false', eci: '07' },
      { flow: undefined, eci: '07' },
    ],
    [{ threeDAuthenticated: 'false', eci: 'N/A' }, undefined],
  ])('reports how the payer was authenticated: %j', async (additionalData, authentication) => {
    adyen.answers(200, { resultCode: 'Authorised', pspReference: 'PX', additionalData });
    const approved = await adyen.trialOf().authorize();
    expect('authentication' in approved ? approved.authentication : undefined).toEqual(
      authentication,
    );
  });

  it('that is Authorised without a pspReference is pending until the webhook brings one', async () => {
    adyen.answers(200, { resultCode: 'Authorised' });
    const trial = adyen.trialOf();
    expect(await trial.authorize()).toMatchObject({ outcome: 'pending' });
    expect(await adyen.notified(trial, {})).toMatchObject({ outcome: 'approved', reference: 'PX' });
  });

  it.each(['Refused', 'Error'])(
    'to /payments with resultCode %s declines by its refusalReasonCode',
    async (result) => {
      const body = { resultCode: result, pspReference: 'PX', refusalReasonCode: '12' };
      adyen.answers(200, body);
      const reason = 'insufficient_funds';
      expect(await adyen.trialOf().authorize()).toMatchObject({ outcome: 'soft_decline', reason });
    },
  );
});

describe('a batch of notifications', () => {
  const ofAnother = { merchantAccountCode: 'AnotherAccount' };

  it("skips the items of the company's other merchant accounts", async () => {
    const merchantReference = randomUUID();
    const batch = [signed({ merchantReference }), signed(ofAnother)];
    expect(await adyen.readItems(batch)).toMatchObject({
      ok: true,
      notifications: [{ kind: 'card', attemptId: merchantReference }],
    });
    expect(await adyen.readItems([signed(ofAnother)])).toEqual({ ok: true, notifications: [] });
  });

  it('is refused if it has an item that Adyen did not sign, even for another account', async () => {
    const forged = { ...signed({ merchantReference: randomUUID() }), success: 'false' };
    expect(await adyen.readItems([signed({}), forged])).toMatchObject({ ok: false });
    expect(await adyen.readItems([{ ...signed(ofAnother), success: 'false' }])).toMatchObject({
      ok: false,
    });
  });

  it('reports any other event as a notice, identified by its event code and pspReference', async () => {
    const item = { eventCode: 'CAPTURE_FAILED', pspReference: 'PC', originalReference: 'PX' };
    const reading = await adyen.readItems([signed({ ...item, reason: 'expired' })]);
    expect(reading).toEqual({
      ok: true,
      notifications: [
        {
          kind: 'notice',
          about: { reference: 'PX' },
          id: 'CAPTURE_FAILED PC',
          event: 'CAPTURE_FAILED',
          detail: '12.50 EUR, expired',
        },
      ],
    });
  });
});
