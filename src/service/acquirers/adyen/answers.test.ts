import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  signal,
  signed,
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen();
});
afterAll(() => adyen.close());

describe('an answer from Adyen', () => {
  it.each([
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
    ['102', 'incorrect_number'],
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
});

describe('an error from Adyen during a challenge', () => {
  it.each([400, 401, 403, 422, 500])('leaves the challenge open: %d', async (status) => {
    const trial = await adyen.challenged();
    adyen.answers(status, { status, errorCode: '905', errorType: 'configuration' });
    await expect(adyen.comesBack(trial)).rejects.toThrow(String(status));
    expect(await trial.findOutcome()).toMatchObject({ outcome: 'challenge' });
    const given = adyen.cards.giveUp(trial.known(), trial.saver(), signal());
    await expect(given).rejects.toThrow(String(status));
  });
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
    expect(await adyen.readItems([signed(ofAnother)])).toEqual({
      ok: true,
      notifications: [],
      skipped: [{ why: 'other_account', event: 'AUTHORISATION' }],
    });
  });

  const { merchantReference: _named, ...unnamed } = signed({});
  const { amount: _amount, ...priceless } = signed({});
  const { additionalData: _signature, ...unsigned } = signed({ eventCode: 'REPORT_AVAILABLE' });

  it.each([
    ['has no signature', unsigned, 'unsigned'],
    ['has an empty signature', { ...unsigned, additionalData: { hmacSignature: '' } }, 'unsigned'],
    ['has additional data without one', { ...unsigned, additionalData: { a: 'b' } }, 'unsigned'],
    ['has no reference of ours', unnamed, 'unreadable'],
    ['has no amount', priceless, 'unreadable'],
    ['has an amount without a value', { ...priceless, amount: { currency: 'EUR' } }, 'unreadable'],
    ['has no event', { ...signed({}), eventCode: undefined }, 'unreadable'],
    ['is of another account and unsigned', { ...unsigned, ...ofAnother }, 'other_account'],
    ['is empty', {}, 'unsigned'],
  ])('skips an item that %s, and takes the others', async (_what, item, why) => {
    const merchantReference = randomUUID();
    const reading = await adyen.readItems([item, signed({ merchantReference })]);
    expect(reading).toMatchObject({
      ok: true,
      notifications: [{ kind: 'card', attemptId: merchantReference }],
      skipped: [{ why }],
    });
    expect(await adyen.readItems([item])).toEqual({ ok: false, problem: 'forged' });
  });

  it('skips what is no item at all, and takes the others', async () => {
    const merchantReference = randomUUID();
    for (const none of [null, 7, 'x', []] as unknown[]) {
      expect(await adyen.readItems([none as object, signed({ merchantReference })])).toMatchObject({
        notifications: [{ attemptId: merchantReference }],
        skipped: [{}],
      });
    }
  });

  it('reads items as other senders write them: with nulls, and success as a boolean', async () => {
    const merchantReference = randomUUID();
    const item = { ...signed({ merchantReference }), success: true, reason: null };
    const nulls = { originalReference: null, paymentMethod: null };
    expect(await adyen.readItems([{ ...item, ...nulls }])).toMatchObject({
      notifications: [{ kind: 'card', reported: { success: true, reference: 'PX' } }],
    });
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
