import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PUBLISHED_ITEMS,
  REFUSED_BODIES,
  SIGNED_ITEMS,
} from '../../../../tests/service/acquirers/adyen/published-items.ts';
import {
  signal,
  signed,
  startScriptedAdyen,
  type ScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';
import { describeEnd } from '../../../../tests/service/acquirers/conformance/published-answers.ts';
import type { Trial } from '../../../../tests/service/acquirers/conformance/rig.ts';
import { readNotification } from './notifications.ts';

let adyen: ScriptedAdyen;
beforeAll(async () => {
  adyen = await startScriptedAdyen();
});
afterAll(() => adyen.close());

/** Creates an attempt that waits for its webhook. */
async function waiting(): Promise<Trial> {
  const trial = adyen.trialOf();
  adyen.answers(200, { resultCode: 'Received', pspReference: 'PX' });
  await trial.authorize();
  return trial;
}

/** Returns what an item means for the attempt that it names, as in the tables. */
async function meaningOf(trial: Trial, item: object): Promise<string> {
  const reading = await adyen.readItems([signed({ ...item, merchantReference: trial.attempt.id })]);
  const [first] = reading?.ok === true ? reading.notifications : [];
  if (first === undefined) return 'nothing';
  if (first.kind === 'dispute') return `dispute ${first.step}`;
  if (first.kind !== 'card') return first.kind;
  return describeEnd(
    adyen.cards.confirmNotification(trial.known(), first.reported, trial.saver(), signal()),
  );
}

const isOf = (...events: string[]) =>
  PUBLISHED_ITEMS.filter(({ item: { eventCode } }) => events.includes(eventCode));
const decisions = isOf('AUTHORISATION', 'CAPTURE').filter(({ ends }) => ends !== 'notice');

describe("items of webhooks, as other programs' tests have them", () => {
  it.each(PUBLISHED_ITEMS)('$source: $ends', async ({ item, ends }) => {
    const trial = await waiting();
    expect(await meaningOf(trial, item)).toBe(ends);
    expect(await meaningOf(trial, item)).toBe(ends);
  });

  it.each(decisions)('are of no other amount: $source', async ({ item }) => {
    for (const amount of [
      { value: 1_249, currency: 'EUR' },
      { value: 1_250, currency: 'USD' },
    ]) {
      const trial = await waiting();
      const before = trial.known();
      expect(await meaningOf(trial, { ...item, amount })).toBe('contradiction');
      expect(trial.known()).toEqual(before);
    }
  });

  it.each(PUBLISHED_ITEMS)('decide nothing without our reference: $source', async ({ item }) => {
    for (const merchantReference of ['8313842560770001', '']) {
      const reading = await adyen.readItems([signed({ ...item, merchantReference })]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      expect(['notice', 'dispute']).toContain(first?.kind);
    }
  });

  it('name the payment that was authorised by its own reference', async () => {
    const trial = await waiting();
    const item = { pspReference: 'PX', originalReference: 'psp-orig-001' };
    expect(await adyen.notified(trial, item)).toMatchObject({ reference: 'PX' });
  });

  const refunds = isOf('REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED', 'CANCEL_OR_REFUND');

  it.each(refunds)('decide about our refund and its amount alone: $source', async ({ item }) => {
    const id = randomUUID();
    const payment = { ...(await waiting()).known(), reference: 'PX' };
    const known = {
      id,
      payment,
      amountMinor: 400n,
      reference: '8514853640987132',
      startedAt: new Date(),
      outcome: undefined,
    };
    for (const [value, currency] of [
      [400, 'EUR'],
      [399, 'EUR'],
      [400, 'USD'],
    ] as const) {
      const reading = await adyen.readItems([
        signed({ ...item, merchantReference: `refund-${id}`, amount: { value, currency } }),
      ]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      expect(first).toMatchObject({ kind: 'refund', attemptId: id });
      const reported = first && 'reported' in first ? first.reported : undefined;
      const found = adyen.refunds.findOutcome(known, reported, () => Promise.resolve(), signal());
      const isMade =
        /^(REFUND|CANCEL_OR_REFUND)$/.test(item.eventCode) && item['success'] === 'true';
      const isOurs = value === 400 && currency === 'EUR';
      expect(await describeEnd(found)).toBe(
        isOurs ? (isMade ? 'refunded' : 'refused') : 'contradiction',
      );
    }
  });
});

describe("whole webhooks, as other programs' tests have them", () => {
  const read = (hmacKey: string, body: object) =>
    readNotification(
      {
        settings: { merchant_account: 'merchantAccount', environment: 'TEST' },
        credentials: { api_key: 'key', hmac_key: hmacKey },
      } as Parameters<typeof readNotification>[0],
      new TextEncoder().encode(JSON.stringify(body)),
    );
  const webhookOf = (item: object) => ({ notificationItems: [{ NotificationRequestItem: item }] });

  it.each(SIGNED_ITEMS)('verify with the published key: $source', async ({ hmacKey, item }) => {
    const { eventCode: event } = item;
    expect(await read(hmacKey, webhookOf(item))).toMatchObject({
      ok: true,
      notifications: [{ kind: 'notice', event, about: { reference: 'originalReference' } }],
    });
    const forged = { ok: false, problem: 'forged' };
    for (const change of [
      { success: 'false' },
      { amount: { currency: 'EUR', value: 0 } },
      // It has the length of a signature, but not its bytes.
      { additionalData: { hmacSignature: 'A'.repeat(44) } },
      { additionalData: { hmacSignature: 'notValidSign' } },
    ]) {
      expect(await read(hmacKey, webhookOf({ ...item, ...change }))).toEqual(forged);
    }
  });

  it.each(REFUSED_BODIES)('are refused without our signature: %s', async (_source, body) => {
    expect(await read('ab'.repeat(32), body)).toEqual({ ok: false, problem: 'forged' });
  });
});
