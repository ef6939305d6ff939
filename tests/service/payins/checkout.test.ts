import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Checkout } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { sandboxAcquirer } from '../../support/acquirers/acquirer-doubles.ts';
import { madeInSandbox } from '../../support/database/seeds/methods.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const CARDS = {
  challenge: '4000000000003220',
  stolen: '4000000000009979',
  noFunds: '4000000000009995',
  amex: '378282246310005',
};
const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

function page() {
  return running.clientFor({
    apiKeyId: running.service.pageKey.keyId,
    apiSecret: running.service.pageKey.secret,
  });
}

async function checkoutOf(id: string): Promise<Checkout> {
  const result = await page().call(ENDPOINTS.getCheckout, { params: { id } });
  if (!result.ok) throw new Error('The checkout was not read');
  return result.value;
}

async function submitted(cardNumber: string, overrides = {}): Promise<PayinOrder> {
  const { id } = await createdPayin(running, overrides);
  await running.client.submitCardData(cardDataBody(id, { card_number: cardNumber }));
  return payinWhen(running, id, () => true);
}

function complete(id: string, members: Record<string, string>) {
  return page().call(ENDPOINTS.completeChallenge, { params: { id }, body: { members } });
}

function giveUp(id: string) {
  return page().call(ENDPOINTS.giveUpChallenge, { params: { id } });
}

describe("a terminal that asks for the shopper's contact or address", () => {
  const EMAIL = { email: 'anna@example.com' };
  const PHONE = { phone: '+48512345678' };
  const ADDRESS = { country: 'DE', street: 'Allee 7a', city: 'Berlin', post_code: '10178' };
  const NOTHING = { asks_contact: false, asks_address: 'none' };

  function change(settings: object) {
    return running.operator('terminals change', { terminal: 'sandbox', settings });
  }

  async function wants(settings: object) {
    expect((await change({ ...NOTHING, ...settings })).status).toBe(200);
  }
  afterAll(() => wants({}));

  async function pay(id: string, customer: object) {
    return page().submitCardData(cardDataBody(id, { customer }));
  }

  const required = (pointers: readonly string[]) => ({
    status: 400,
    problem: { errors: pointers.map((pointer) => ({ pointer, code: 'required' })) },
  });

  it.each([
    [{ asks_contact: false }, {}, {}],
    [{ asks_contact: true }, {}, { asks_contact: 'either' }],
    [{ asks_address: 'full' }, { address: ADDRESS }, {}],
  ])('by %j makes the page ask an order with %j for %j', async (settings, customer, asked) => {
    await wants(settings);
    const { id } = await createdPayin(running, { customer });
    const { asks_contact, asks_address } = await checkoutOf(id);
    expect({ asks_contact, asks_address }).toEqual(asked);
  });

  it('asks nothing of an order not paid by card, nor of a card from its merchant', async () => {
    await wants({ asks_contact: 'both', asks_address: 'full' });
    const blik = await checkoutOf((await createdPayin(running, { method: 'blik_eur' })).id);
    expect([blik.asks_contact, blik.asks_address]).toEqual([undefined, undefined]);
    const { id } = await createdPayin(running);
    expect(await running.client.submitCardData(cardDataBody(id))).toMatchObject({ ok: true });
    expect((await payinWhen(running, id, () => true)).status).toBe('SUCCESS');
  });

  it.each([
    [
      { asks_address: 'postcode', asks_contact: 'both' },
      { address: { country: 'DE' } },
      ['/email', '/phone', '/address/post_code'],
    ],
  ])('by %j refuses a card from the page with %j', async (settings, customer, missing) => {
    await wants(settings);
    const { id } = await createdPayin(running);
    const refused = await pay(id, customer);
    expect(refused).toMatchObject(required(missing.map((pointer) => `/customer${pointer}`)));
    expect(await checkoutOf(id)).toMatchObject({ attempts_left: 3, order: { status: 'CREATED' } });
    const whole = { ...EMAIL, ...PHONE, address: ADDRESS };
    expect(await pay(id, whole)).toMatchObject({ ok: true });
    expect(await payinWhen(running, id, () => true)).toMatchObject({
      status: 'SUCCESS',
      customer: whole,
    });
    expect(running.logs()).not.toMatch(/512345678|Allee/);
  });

  it('is among what the methods ask for', async () => {
    await wants({ asks_address: 'postcode' });
    const listed = await running.client.listMethods();
    const asks = listed.ok
      ? listed.value.content.map(({ name, ...method }) => [name, method.asks])
      : [];
    expect(Object.fromEntries(asks)).toMatchObject({
      card_eur: ['address'],
      blik_eur: [],
      payout_card_eur: [],
    });
  });

  it.each([{ asks_contact: 'fax' }, { asks_address: 'street' }])(
    'refuses the invalid setting %j',
    async (settings) => {
      expect((await change(settings)).status).toBe(400);
    },
  );
});

describe('the checkout that the page reads', () => {
  it('names the merchant, all brands, the deadline and the attempts left', async () => {
    const { id, create_date: createdAt } = await createdPayin(running);
    const { order, ...around } = await checkoutOf(id);
    expect(order).toMatchObject({ id, status: 'CREATED', amount: 12.5 });
    expect(around).toEqual({
      merchant: { name: 'Paper & Pen', logo_url: '/paper-and-pen.svg' },
      accepted_brands: [...CARD_BRANDS],
      expires_at: (createdAt ?? 0) + 1_800,
      now: expect.closeTo(createdAt ?? 0, -1) as number,
      attempts_left: 3,
    });
  });

  it('has the description of the purchase, which no order has', async () => {
    const { order, description } = await checkoutOf(
      (await createdPayin(running, { description: ' Two books ' })).id,
    );
    expect(description).toBe('Two books');
    expect(JSON.stringify(order)).not.toContain('Two books');
  });

  it('names the reason of the last decline, from the closed list', async () => {
    const { id } = await submitted(CARDS.noFunds);
    expect(await checkoutOf(id)).toMatchObject({
      attempts_left: 2,
      last_failure: { outcome: 'declined', reason: 'insufficient_funds' },
    });
  });

  it("has the receipt's data once the order has ended", async () => {
    const { id, update_date: endedAt } = await submitted('4242424242424242');
    const { card, finished_at: finishedAt, last_failure: failure, ...rest } = await checkoutOf(id);
    expect(rest.ended_by).toBe('provider_approved');
    expect(card).toEqual({ brand: 'visa', last_four: '4242' });
    expect(finishedAt).toBe(endedAt);
    expect(failure).toBeUndefined();
  });

  it('tells that the order was cancelled', async () => {
    const { id } = await createdPayin(running);
    await cancelPayin(running.context, id, 'operator');
    expect((await checkoutOf(id)).ended_by).toBe('cancelled');
  });

  it('names the reason of a hard decline too', async () => {
    const { id } = await submitted(CARDS.stolen);
    expect((await checkoutOf(id)).last_failure?.reason).toBe('stolen');
  });

  it("accepts the brands of the method's routes that are up", async () => {
    const { id } = await createdPayin(running, { method: 'card_brands' });
    expect((await checkoutOf(id)).accepted_brands).toEqual(['visa', 'mastercard']);
  });

  it("is not for a merchant's key", async () => {
    const { id } = await createdPayin(running);
    const result = await running.client.call(ENDPOINTS.getCheckout, { params: { id } });
    expect(result).toMatchObject({ ok: false, status: 403 });
  });
});

describe('a challenge abandoned for another card', () => {
  it('frees the order, without showing a decline', async () => {
    const { id } = await submitted(CARDS.challenge);
    expect(await giveUp(id)).toMatchObject({ ok: true });
    const order = await payinWhen(running, id, () => true);
    expect(order).toMatchObject({ status: 'CREATED', pay_url: `http://pay.test/pay/${id}` });
    expect(order.provider_error_message).toBeUndefined();
    expect(await checkoutOf(id)).toMatchObject({ attempts_left: 3 });
    await running.client.submitCardData(cardDataBody(id));
    expect((await payinWhen(running, id, () => true)).status).toBe('SUCCESS');
  });

  it('counts as answered if the bank answered first', async () => {
    const { id, pay_url: payUrl } = await submitted(CARDS.challenge);
    const attemptId = payUrl?.split('/').at(-1) ?? '';
    await sql`update sandbox.payments set outcome = 'approved' where attempt_id = ${attemptId}`.execute(
      running.db,
    );
    expect(await giveUp(id)).toMatchObject({ ok: true });
    expect((await payinWhen(running, id, () => true)).status).toBe('SUCCESS');
  });

  it('stays open while the bank does not answer', async () => {
    const { id } = await submitted(CARDS.challenge);
    const { cards: acquirer } = await sandboxAcquirer(running);
    const { giveUp: answer } = acquirer;
    acquirer.giveUp = () => Promise.reject(new Error('No answer'));
    try {
      expect(await giveUp(id)).toMatchObject({ ok: true });
      const order = await payinWhen(running, id, () => true);
      expect(order.status).toBe('PROCESS_PENDING');
      expect(order.pay_url).toContain('/challenge/');
    } finally {
      acquirer.giveUp = answer;
    }
  });

  it.each([1, 2])('has the same result when abandoned %i times at once', async (times) => {
    const { id } = await submitted(CARDS.challenge);
    await Promise.all(Array.from({ length: times }, () => giveUp(id)));
    expect((await payinWhen(running, id, () => true)).status).toBe('CREATED');
  });

  it('is refused without an open challenge', async () => {
    const { id } = await createdPayin(running);
    expect(await giveUp(id)).toMatchObject({ ok: false, status: 409 });
    expect(await giveUp(randomUUID())).toMatchObject({ ok: false, status: 404 });
  });

  it('is refused after the last attempt', async () => {
    const { id } = await submitted(CARDS.challenge);
    const where = await madeInSandbox(running);
    const made = { payin_id: id, ...where, card_fingerprint: Buffer.alloc(32) };
    const at = clock.now();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await running.db
        .insertInto('payin_attempts')
        .values({
          ...made,
          id: randomUUID(),
          outcome: 'never_seen',
          created_at: at,
          settled_at: at,
        })
        .execute();
    }
    expect(await giveUp(id)).toMatchObject({ ok: false, status: 409 });
    expect((await payinWhen(running, id, () => true)).status).toBe('PROCESS_PENDING');
  });

  it("is not for a merchant's key", async () => {
    const { id } = await submitted(CARDS.challenge);
    const result = await running.client.call(ENDPOINTS.giveUpChallenge, { params: { id } });
    expect(result).toMatchObject({ ok: false, status: 403 });
  });
});

describe('parameters from the issuer’s page', () => {
  it("go to the attempt's acquirer, whose answer decides the order", async () => {
    const { cards } = await sandboxAcquirer(running);
    const asked = vi.spyOn(cards, 'completeChallenge').mockResolvedValueOnce({
      outcome: 'soft_decline',
      reference: 'r',
      message: 'refused',
      reason: 'not_authenticated',
    });
    const { id } = await submitted(CARDS.challenge);
    expect(await complete(id, { PaRes: 'eJx+/=' })).toMatchObject({ ok: true });
    expect(asked.mock.lastCall?.[1]).toEqual({ PaRes: 'eJx+/=' });
    expect(await checkoutOf(id)).toMatchObject({
      order: { status: 'CREATED' },
      last_failure: { outcome: 'declined', reason: 'not_authenticated' },
    });
    expect(running.logs()).not.toContain('eJx');
  });

  it('do not harm an order without a matching challenge, and are accepted from the page only', async () => {
    const { id } = await submitted(CARDS.challenge);
    expect(await complete(id, { anything: 'made up' })).toMatchObject({ ok: true });
    expect(await checkoutOf(id)).toMatchObject({ order: { status: 'PROCESS_PENDING' } });
    const paid = await submitted('4242424242424242');
    expect(await complete(paid.id, { a: 'b' })).toMatchObject({ status: 409 });
    const call = { params: { id }, body: { members: {} } };
    expect(await running.client.call(ENDPOINTS.completeChallenge, call)).toMatchObject({
      status: 403,
    });
  });
});
