import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import published from '../../../../tests/support/acquirers/adyen/published-examples.json' with { type: 'json' };
import { newTrial, type Trial } from '../../../../tests/support/acquirers/rig.ts';
import { SANDBOX_CARDS } from '../../../../tests/support/acquirers/sandbox-rig.ts';
import {
  startStandIn,
  type StandInAnswer,
  type StandInServer,
} from '../../../../tests/support/acquirers/stand-in.ts';
import type { Acquirer, CardAcquirer, NewAttempt } from '../acquirer.ts';
import { adyenAdapter } from './adapter.ts';

/** Answers to every request as the test at hand has it. */
const HMAC_KEY = 'ab'.repeat(32);
const MERCHANT_ACCOUNT = 'TollgateTEST';
const CHALLENGE = {
  status: 200,
  body: {
    resultCode: 'RedirectShopper',
    pspReference: 'PX',
    action: { type: 'redirect', method: 'GET', url: 'https://checkoutshopper-test.adyen.com/x' },
  },
};

let standIn: StandInServer;
let acquirer: Acquirer;
let answer: StandInAnswer;

beforeAll(async () => {
  standIn = await startStandIn(() => answer);
  acquirer = await adyenAdapter.connect(
    {
      settings: {
        merchant_account: MERCHANT_ACCOUNT,
        environment: 'TEST',
        api_url: standIn.baseUrl,
      },
      credentials: { api_key: 'key', hmac_key: HMAC_KEY },
    },
    { now: () => new Date(), notificationUrl: 'http://pay.test/notifications' },
  );
});
afterAll(() => standIn.close());

const trialOf = (overrides: Partial<NewAttempt> = {}): Trial =>
  newTrial({ acquirer, cards: SANDBOX_CARDS }, 'approved', overrides);

function cards(): CardAcquirer {
  if (acquirer.cards === undefined) throw new Error('The adapter takes cards');
  return acquirer.cards;
}

const signal = () => AbortSignal.timeout(8_000);

async function challenged(): Promise<Trial> {
  answer = CHALLENGE;
  const trial = trialOf();
  await trial.authorize();
  return trial;
}

const comesBack = (trial: Trial) =>
  cards().completeChallenge(trial.known(), { redirectResult: randomUUID() }, signal());

/** A notification of Adyen's, signed for this terminal. */
function signed(item: object): Record<string, unknown> {
  const one = {
    ...{ pspReference: 'PX', originalReference: '', merchantReference: '', success: 'true' },
    ...{ eventCode: 'AUTHORISATION', merchantAccountCode: MERCHANT_ACCOUNT },
    ...{ amount: { value: 1_250, currency: 'EUR' } },
    ...item,
  };
  const { pspReference, originalReference, merchantAccountCode, merchantReference } = one;
  const ids = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const text = [...ids, one.amount.value, one.amount.currency, one.eventCode, one.success];
  const hmacSignature = createHmac('sha256', Buffer.from(HMAC_KEY, 'hex'))
    .update(text.join(':'))
    .digest('base64');
  return { ...one, additionalData: { hmacSignature } };
}

const readItems = (items: object[]) =>
  acquirer.readNotification?.(
    new Headers(),
    new TextEncoder().encode(
      JSON.stringify({
        live: 'false',
        notificationItems: items.map((one) => ({ NotificationRequestItem: one })),
      }),
    ),
  );

async function notified(trial: Trial, item: object) {
  const reading = await readItems([signed({ merchantReference: trial.attempt.id, ...item })]);
  if (reading?.ok !== true) throw new Error('The notification was not read');
  const [first] = reading.notifications;
  if (first?.kind !== 'card') throw new Error('The notification says nothing of the outcome');
  return cards().confirmNotification(trial.known(), first.reported, signal());
}

const { answers } = published;
/** Whose payment an example is, where it says so: the attempt is made to be that one. */
const named = z.object({
  merchantReference: z.string().optional(),
  amount: z.object({ value: z.int(), currency: z.enum(['EUR', 'USD']) }).optional(),
});

describe("Adyen's published examples", () => {
  const paymentsOutcomes: Record<string, string> = {
    Authorised: 'approved',
    RedirectShopper: 'challenge',
    // Native 3-D Secure, which the request declines: it is cancelled when it is asked about.
    IdentifyShopper: 'nothing that this page can do',
  };

  it.each(answers['/payments'].filter(({ status }) => status === 200))(
    'of /payments end as their resultCode says: $name',
    async ({ body }) => {
      answer = { status: 200, body };
      const { merchantReference: id, amount } = named.parse(body);
      const { value = 1_250, currency = 'EUR' } = amount ?? {};
      const trial = trialOf({ ...(id && { id }), amountMinor: BigInt(value), currency });
      const ended = await trial.authorize().catch(() => undefined);
      expect(ended?.outcome ?? 'nothing that this page can do').toBe(
        paymentsOutcomes['resultCode' in body ? String(body.resultCode) : ''],
      );
    },
  );

  it.each(answers['/payments'].filter(({ status }) => status >= 400 && status < 500))(
    'of /payments took nothing: $status',
    async ({ status, body }) => {
      answer = { status, body };
      expect(await trialOf().authorize()).toMatchObject({ outcome: 'not_taken' });
    },
  );

  it('of /payments with 500 leave the outcome unknown', async () => {
    answer = answers['/payments'].find(({ status }) => status === 500) ?? CHALLENGE;
    await expect(trialOf().authorize()).rejects.toThrow('500');
  });

  it.each(answers['/payments/details'].filter(({ status }) => status === 200))(
    'of /payments/details wait for the webhook that names the payment: $name',
    async ({ body }) => {
      const trial = await challenged();
      answer = { status: 200, body };
      expect(await comesBack(trial)).toMatchObject({ outcome: 'pending' });
      const pspReference = 'pspReference' in body ? body.pspReference : undefined;
      expect(await notified(trial, { pspReference })).toEqual({
        ...{ outcome: 'approved', reference: pspReference, rrn: undefined },
      });
    },
  );

  it.each(answers['/payments/details'].filter(({ status }) => status !== 200))(
    'of /payments/details leave the challenge open: $status',
    async (example) => {
      const trial = await challenged();
      answer = example;
      await expect(comesBack(trial)).rejects.toThrow(String(example.status));
      expect(await trial.findOutcome()).toMatchObject({ outcome: 'challenge' });
    },
  );

  it.each(answers['/cancels'])('of /cancels are understood: $status', async (example) => {
    const trial = await challenged();
    answer = example;
    const given = cards().giveUpChallenge(trial.known(), signal());
    if (example.status === 201) expect(await given).toMatchObject({ outcome: 'pending' });
    else await expect(given).rejects.toThrow(String(example.status));
  });

  it.each(answers['/payments/{paymentPspReference}/reversals'])(
    'of reversals are understood: $status',
    async (example) => {
      answer = { status: 200, body: { resultCode: 'Authorised', pspReference: 'PX' } };
      const trial = trialOf();
      trial.close(await trial.authorize());
      answer = example;
      const said = cards().void(trial.known(), signal());
      if (example.status === 201) expect(await said).toBe('requested');
      else if (example.status === 422) expect(await said).toBe('too_late');
      else await expect(said).rejects.toThrow(String(example.status));
    },
  );

  const ofOutcomes: Record<string, string> = {
    AUTHORISATION: 'approved',
    CAPTURE: 'approved',
    TECHNICAL_CANCEL: 'abandoned',
    CANCELLATION: 'abandoned',
    CANCEL_OR_REFUND: 'abandoned',
    EXPIRE: 'abandoned',
    OFFER_CLOSED: 'abandoned',
  };

  it.each(published.notifications)(
    'of notifications end the attempt or are notices: $eventCode',
    async ({ additionalData: _unsigned, ...item }) => {
      answer = CHALLENGE;
      const trial = trialOf({ amountMinor: BigInt(item.amount.value) });
      await trial.authorize();
      const ofOurs = { merchantReference: trial.attempt.id, merchantAccountCode: MERCHANT_ACCOUNT };
      const reading = await readItems([signed({ ...item, ...ofOurs })]);
      if (reading?.ok !== true) throw new Error('The notification was not read');
      const expected = ofOutcomes[item.eventCode];
      const [first] = reading.notifications;
      if (first?.kind !== 'card') {
        expect(expected).toBeUndefined();
        expect(first).toMatchObject({ kind: 'notice', about: { attemptId: trial.attempt.id } });
        return;
      }
      const outcome = await cards().confirmNotification(trial.known(), first.reported, signal());
      expect(outcome.outcome).toBe(expected);
    },
  );
});

describe('an answer of Adyen', () => {
  it.each([
    [422, { errorCode: '704', message: 'request already processed or in progress' }],
    [422, {}],
    [422, { errorCode: '100', errorType: 'internal' }],
    [302, { resultCode: 'Refused' }],
    [404, { errorCode: '000' }],
    [408, { errorCode: '000' }],
    [409, { errorCode: '000' }],
    [503, { errorCode: '000' }],
  ])(
    'of %d %j leaves the outcome unknown, so that no other terminal is asked',
    async (...given) => {
      const [status, body] = given;
      answer = { status, body };
      await expect(trialOf().authorize()).rejects.toThrow(String(status));
    },
  );

  it.each([
    ['101', 'incorrect_number'],
    ['102', 'incorrect_number'],
    ['103', 'incorrect_code'],
    ['129', 'expired_card'],
    ['140', 'expired_card'],
    ['141', 'expired_card'],
  ])("of 422 with %s is the shopper's typing, and asks no other terminal", async (...given) => {
    const [errorCode, reason] = given;
    answer = { status: 422, body: { status: 422, errorCode, errorType: 'validation' } };
    const declined = await trialOf().authorize();
    expect(declined).toMatchObject({ outcome: 'soft_decline', reason });
    expect(declined).not.toHaveProperty('mayTryAnother');
  });

  it('is believed by its connection alone, but not against what it says', async () => {
    const authorised = { resultCode: 'Authorised', pspReference: 'PX' };
    answer = { status: 200, body: authorised };
    expect(await trialOf().authorize()).toMatchObject({ outcome: 'approved', reference: 'PX' });
    for (const other of [
      { merchantReference: 'another' },
      { amount: { value: 1_249, currency: 'EUR' } },
      { amount: { value: 1_250, currency: 'USD' } },
      { amount: 'much' },
    ]) {
      answer = { status: 200, body: { ...authorised, ...other } };
      await expect(trialOf().authorize()).rejects.toThrow(/another (payment|amount)/);
    }
  });

  it('that authorises without a pspReference waits for the webhook that has it', async () => {
    answer = { status: 200, body: { resultCode: 'Authorised' } };
    const trial = trialOf();
    expect(await trial.authorize()).toMatchObject({ outcome: 'pending' });
    expect(await notified(trial, {})).toMatchObject({ outcome: 'approved', reference: 'PX' });
  });

  it.each(['Refused', 'Error'])('of /payments that is %s declines by its code', async (result) => {
    const body = { resultCode: result, pspReference: 'PX', refusalReasonCode: '12' };
    answer = { status: 200, body };
    const reason = 'insufficient_funds';
    expect(await trialOf().authorize()).toMatchObject({ outcome: 'soft_decline', reason });
  });
});

describe('a batch of notifications', () => {
  const ofAnother = { merchantAccountCode: 'AnotherAccount' };

  it("is taken without the items of another account of the company's", async () => {
    const merchantReference = randomUUID();
    const batch = [signed({ merchantReference }), signed(ofAnother)];
    expect(await readItems(batch)).toMatchObject({
      ok: true,
      notifications: [{ kind: 'card', attemptId: merchantReference }],
    });
    expect(await readItems([signed(ofAnother)])).toEqual({ ok: true, notifications: [] });
  });

  it('is refused with an item of ours that Adyen did not sign', async () => {
    const forged = { ...signed({ merchantReference: randomUUID() }), success: 'false' };
    expect(await readItems([signed({}), forged])).toMatchObject({ ok: false });
    expect(await readItems([{ ...signed(ofAnother), success: 'false' }])).toMatchObject({
      ok: false,
    });
  });

  it('has a refund or a chargeback as a notice, once for each event', async () => {
    const item = { eventCode: 'CHARGEBACK', pspReference: 'PC', originalReference: 'PX' };
    const reading = await readItems([signed({ ...item, reason: 'dispute' })]);
    expect(reading).toEqual({
      ok: true,
      notifications: [
        {
          ...{ kind: 'notice', about: { reference: 'PX' }, id: 'CHARGEBACK PC' },
          ...{ event: 'CHARGEBACK', detail: '12.50 EUR, dispute' },
        },
      ],
    });
  });
});
