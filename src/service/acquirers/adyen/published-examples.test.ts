import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import published from '../../../../tests/service/acquirers/adyen/published-examples.json' with { type: 'json' };
import {
  MERCHANT_ACCOUNT,
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

const { answers, notifications } = published;
const payments = answers['/payments'];
const details = answers['/payments/details'];

/** The members of an example; the attempt is made to match the payment that it names. */
const result = z.object({
  resultCode: z.string(),
  pspReference: z.string().optional(),
  merchantReference: z.string().optional(),
  amount: z.object({ value: z.int(), currency: z.enum(['EUR', 'USD']) }).optional(),
});

const NOTHING_FOR_THIS_PAGE = 'nothing that this page can do';
const OUTCOMES: Record<string, string> = {
  Authorised: 'approved',
  RedirectShopper: 'challenge',
  // Native 3-D Secure, which the request disables; the next status inquiry cancels such a payment.
  IdentifyShopper: NOTHING_FOR_THIS_PAGE,
};

const EVENTS: Record<string, string> = {
  AUTHORISATION: 'approved',
  CAPTURE: 'approved',
  TECHNICAL_CANCEL: 'abandoned',
  CANCELLATION: 'abandoned',
  CANCEL_OR_REFUND: 'abandoned',
  EXPIRE: 'abandoned',
  OFFER_CLOSED: 'abandoned',
};

describe("Adyen's published examples", () => {
  it.each(payments.filter(({ status }) => status === 200))(
    'of /payments end as their resultCode says: $name',
    async ({ body }) => {
      const { resultCode, merchantReference: id, amount } = result.parse(body);
      const { value = 1_250, currency = 'EUR' } = amount ?? {};
      adyen.answers(200, body);
      const trial = adyen.trialOf({ ...(id && { id }), amountMinor: BigInt(value), currency });
      const ended = await trial.authorize().catch(() => ({ outcome: NOTHING_FOR_THIS_PAGE }));
      expect(ended.outcome).toBe(OUTCOMES[resultCode]);
    },
  );

  it.each(payments.filter(({ status }) => status >= 400 && status < 500))(
    'of /payments with an error take no money: $status',
    async ({ status, body }) => {
      adyen.answers(status, body);
      expect(await adyen.trialOf().authorize()).toMatchObject({ outcome: 'not_taken' });
    },
  );

  it.each(payments.filter(({ status }) => status >= 500))(
    'of /payments leave the outcome unknown: $status',
    async ({ status, body }) => {
      adyen.answers(status, body);
      await expect(adyen.trialOf().authorize()).rejects.toThrow(String(status));
    },
  );

  it.each(details.filter(({ status }) => status === 200))(
    'of /payments/details wait for the webhook that names the payment: $name',
    async ({ body }) => {
      const trial = await adyen.challenged();
      adyen.answers(200, body);
      expect(await adyen.comesBack(trial)).toMatchObject({ outcome: 'pending' });
      const { pspReference } = result.parse(body);
      const approved = { outcome: 'approved', reference: pspReference, rrn: undefined };
      expect(await adyen.notified(trial, { pspReference })).toEqual(approved);
    },
  );

  it.each(details.filter(({ status }) => status !== 200))(
    'of /payments/details leave the challenge open: $status',
    async ({ status, body }) => {
      const trial = await adyen.challenged();
      adyen.answers(status, body);
      await expect(adyen.comesBack(trial)).rejects.toThrow(String(status));
      expect(await trial.findOutcome()).toMatchObject({ outcome: 'challenge' });
    },
  );

  it.each(answers['/cancels'])(
    'of /cancels leave the challenge to a webhook, or fail: $status',
    async ({ status, body }) => {
      const trial = await adyen.challenged();
      adyen.answers(status, body);
      const given = adyen.cards.giveUpChallenge(trial.known(), trial.saver(), signal());
      if (status === 201) expect(await given).toMatchObject({ outcome: 'pending' });
      else await expect(given).rejects.toThrow(String(status));
    },
  );

  it.each(answers['/payments/{paymentPspReference}/reversals'])(
    'of reversals answer a void: $status',
    async ({ status, body }) => {
      adyen.answers(200, { resultCode: 'Authorised', pspReference: 'PX' });
      const trial = adyen.trialOf();
      trial.close(await trial.authorize());
      adyen.answers(status, body);
      const said = adyen.cards.void(trial.known(), signal()).catch(() => 'unknown');
      expect(await said).toBe({ 201: 'requested', 422: 'too_late' }[status] ?? 'unknown');
    },
  );

  it.each(notifications)(
    'of notifications end the attempt or are notices: $eventCode',
    async ({ additionalData: _unsigned, ...item }) => {
      const trial = await adyen.challenged({ amountMinor: BigInt(item.amount.value) });
      const ours = { ...item, merchantAccountCode: MERCHANT_ACCOUNT };
      const outcome = await adyen.notified(trial, ours);
      expect(outcome?.outcome).toBe(EVENTS[item.eventCode]);
    },
  );

  const ofRefunds = notifications.filter(({ eventCode }) =>
    ['REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED'].includes(eventCode),
  );

  it.each(ofRefunds)(
    'of refund webhooks are notices for manual refunds and reports for our own: $eventCode',
    async ({ additionalData: _unsigned, ...item }) => {
      const read = (merchantReference: string) =>
        adyen.readItems([
          signed({ ...item, merchantReference, merchantAccountCode: MERCHANT_ACCOUNT }),
        ]);
      const { originalReference: reference, eventCode: event } = item;
      expect(await read(item.merchantReference)).toMatchObject({
        notifications: [{ kind: 'notice', about: { reference }, event }],
      });
      const attemptId = randomUUID();
      expect(await read(`refund-${attemptId}`)).toMatchObject({
        notifications: [{ kind: 'refund', attemptId, reported: { event } }],
      });
    },
  );

  it('of returned refunds are notices if they were not done', async () => {
    const returned = ofRefunds.filter(({ eventCode }) => eventCode !== 'REFUND');
    for (const { additionalData: _unsigned, ...item } of returned) {
      const one = {
        ...item,
        success: 'false',
        merchantReference: `refund-${randomUUID()}`,
        merchantAccountCode: MERCHANT_ACCOUNT,
      };
      expect(await adyen.readItems([signed(one)])).toMatchObject({
        notifications: [{ kind: 'notice', about: { reference: item.originalReference } }],
      });
    }
  });

  it('together are one batch, of which those without a signature are skipped', async () => {
    const batch = notifications.map(({ additionalData: _unsigned, ...item }, index) => {
      const ours = { ...item, merchantAccountCode: MERCHANT_ACCOUNT };
      return index % 2 === 0 ? signed(ours) : ours;
    });
    const reading = await adyen.readItems(batch);
    const skipped = reading?.ok === true ? (reading.skipped ?? []) : [];
    expect(skipped.map(({ why }) => why)).toEqual(
      Array(Math.floor(batch.length / 2)).fill('unsigned'),
    );
  });

  it('include three refund webhooks', () => {
    expect(ofRefunds).toHaveLength(3);
  });
});
