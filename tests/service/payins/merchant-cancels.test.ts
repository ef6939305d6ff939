// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { valueIn } from '#contract/client/result.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

function otherMerchant() {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  return running.clientFor({ apiKeyId, apiSecret });
}

const CANCELLED = {
  status: 'CLOSED',
  resolution: 'SYSTEM_ERROR',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  resolution_message: 'Cancelled by the merchant.',
};

describe('a merchant cancels a payin', () => {
  it('that awaits its payer, and again', async () => {
    const { id } = await createdPayin(running);
    const cancelled = await running.client.cancelPayin(id);
    expect(cancelled).toMatchObject({ ok: true, status: 200, value: { id, ...CANCELLED } });
    expect(await running.client.cancelPayin(id)).toEqual(cancelled);
    const events = valueIn(await running.client.listWebhooks({ order_id: id })).content;
    expect(events).toHaveLength(1);
    expect(events[0]?.body).toContain('Cancelled by the merchant.');
    expect(await running.client.submitCardData(cardDataBody(id))).toMatchObject({ status: 409 });
  });

  it('that is CLOSED by an operator, and is answered as it is', async () => {
    const { id } = await createdPayin(running);
    await running.operator('payins cancel', { order: id });
    expect(await running.client.cancelPayin(id)).toMatchObject({
      ok: true,
      value: { status: 'CLOSED', resolution_message: 'The order was cancelled.' },
    });
  });

  it.each([
    ['is paid', '4242424242424242', 'SUCCESS'],
    ['was declined for good', '4000000000009979', 'FAILED'],
    ['waits for a challenge', '4000000000003220', 'PROCESS_PENDING'],
  ])('but not one that %s', async (_, card_number, status) => {
    const { id } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(id, { card_number }));
    await expect.poll(async () => valueIn(await running.client.getPayin(id)).status).toBe(status);
    expect(await running.client.cancelPayin(id)).toMatchObject({
      ok: false,
      status: 409,
      name: 'not-cancellable',
      problem: {
        resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
        detail: expect.stringContaining(status) as string,
      },
    });
    expect(valueIn(await running.client.getPayin(id)).status).toBe(status);
  });

  it("but nobody else's, and none that does not exist", async () => {
    const { id } = await createdPayin(running);
    const other = otherMerchant();
    const missing = { ok: false, status: 404, name: 'not-found' };
    expect(await other.cancelPayin(id)).toMatchObject(missing);
    expect(await running.client.cancelPayin(randomUUID())).toMatchObject(missing);
    expect(valueIn(await running.client.getPayin(id)).status).toBe('CREATED');
  });

  it('or a card pays it, of a card and a cancellation at once', async () => {
    const raced = Array.from({ length: 8 }, async () => {
      const { id } = await createdPayin(running);
      const [card, cancelled] = await Promise.all([
        running.client.submitCardData(cardDataBody(id)),
        running.client.cancelPayin(id),
      ]);
      expect([card.ok, cancelled.ok].filter(Boolean)).toHaveLength(1);
      return card.ok;
    });
    await Promise.all(raced);
  });
});

describe("a merchant's payment methods", () => {
  it('are all listed, with what the page asks for', async () => {
    const { content } = valueIn(await running.client.listMethods());
    const known = Object.values(running.sandbox.methods);
    expect(content.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
    expect(content.find(({ id }) => id === running.sandbox.methods['card_eur'])).toEqual({
      id: running.sandbox.methods['card_eur'],
      name: 'card_eur',
      payment_source: 'CARD',
      direction: 'payin',
      currency: 'EUR',
      payment_method_currency: 'EUR',
      amount_min: expect.any(Number) as number,
      amount_max: expect.any(Number) as number,
      active: true,
      asks: [],
    });
  });

  it('show at once that one is switched off', async () => {
    const method = running.sandbox.methods['card_usd'];
    await running.operator('methods change', { method, active: false });
    const { content } = valueIn(await running.client.listMethods());
    expect(content.find(({ id }) => id === method)).toMatchObject({ active: false });
    await running.operator('methods change', { method, active: true });
  });

  it("are not another merchant's", async () => {
    const own = new Set(Object.values(running.sandbox.methods));
    const { content } = valueIn(await otherMerchant().listMethods());
    expect(content.filter(({ id }) => own.has(id))).toEqual([]);
  });
});
