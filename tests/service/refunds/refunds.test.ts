import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { describe, expect, it } from 'vitest';
import { toldOf } from '../../support/orders/disputes.ts';
import {
  gateBalance,
  createdPayin,
  createdRefund,
  paidPayin,
  refundBody,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

const eur = () => gateBalance(running.client, 'EUR');

describe('a refund', () => {
  it('is debited from the available balance, and shows no other fields', async () => {
    const payin = await paidPayin(running, { amount: 100 });
    const before = await eur();
    const refund = await createdRefund(running, payin.id, { amount: 40, comment: 'one shoe' });
    expect(refund).toEqual({
      id: refund.id,
      payin_id: payin.id,
      reference_id: refund.reference_id,
      status: 'SUCCESS',
      resolution: 'OK',
      amount: 40,
      currency: 'EUR',
      create_date: refund.create_date,
      update_date: refund.update_date,
      comment: 'one shoe',
    });
    expect(await eur()).toEqual({
      ...before,
      available_balance: Number((before.available_balance - 40).toFixed(2)),
      total_balance: Number((before.total_balance - 40).toFixed(2)),
    });
    expect(valueIn(await running.client.getRefund(refund.id))).toEqual(refund);
  });

  it('does not change the payin', async () => {
    const payin = await paidPayin(running);
    await createdRefund(running, payin.id);
    expect(valueIn(await running.client.getPayin(payin.id))).toEqual(payin);
  });

  it('without an amount refunds all that is left, and nothing after that', async () => {
    const { id } = await paidPayin(running, { amount: 30 });
    await createdRefund(running, id, { amount: 12.34 });
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 17.66 });
    const another = await running.client.createRefund(refundBody(id));
    expect(another).toMatchObject({ ok: false, status: 409 });
    expect(another.ok ? '' : another.problem?.type).toContain('#not-refundable');
  });

  it('of more than is left is refused with what is left, and is not made', async () => {
    const { id } = await paidPayin(running, { amount: 30 });
    const before = await eur();
    const body = refundBody(id, { amount: 30.01 });
    expect(await running.client.createRefund(body)).toMatchObject({
      status: 409,
      problem: {
        type: expect.stringContaining('#not-refundable') as string,
        detail: 'Only 30.00 EUR of the payin is left to refund.',
      },
    });
    expect(await eur()).toEqual(before);
    expect(valueIn(await running.client.listRefunds({ payin_id: id })).content).toEqual([]);
    const less = { ...body, amount: 30 };
    expect(valueIn(await running.client.createRefund(less)).status).toBe('SUCCESS');
  });

  it.each([{}, { amount: 1 }])(
    'of a payin of which nothing is left is refused as such, disputed or not: %j',
    async (overrides) => {
      const { id } = await paidPayin(running, { amount: 30 });
      await createdRefund(running, id);
      const detail = async () => {
        const result = await running.client.createRefund(refundBody(id, overrides));
        expect(result).toMatchObject({ ok: false, status: 409 });
        return result.ok ? '' : result.problem?.detail;
      };
      expect(await detail()).toBe(
        'Nothing (0.00 EUR) of the payin is left to refund: 30.00 EUR is refunded or being refunded.',
      );
      await toldOf(running, id, 'charged_back');
      expect(await detail()).toMatch(/^Nothing \(0\.00 EUR\)/);
    },
  );

  it('needs a paid payin', async () => {
    const { id } = await createdPayin(running);
    expect(await running.client.createRefund(refundBody(id))).toMatchObject({
      ok: false,
      status: 409,
      problem: { resolution_code: 'ORDER_CANNOT_BE_PROCESSED' },
    });
    expect(await running.client.createRefund(refundBody(randomUUID()))).toMatchObject({
      ok: false,
      status: 404,
    });
  });
});

describe('a repeated request', () => {
  it('is answered with its refund', async () => {
    const { id } = await paidPayin(running, { amount: 30 });
    const body = refundBody(id, { amount: 10, comment: 'twice' });
    const first = valueIn(await running.client.createRefund(body));
    expect(valueIn(await running.client.createRefund(body))).toEqual(first);
    const { content } = valueIn(await running.client.listRefunds({ payin_id: id }));
    expect(content).toEqual([first]);
  });

  it('that differs is refused naming the difference', async () => {
    const { id } = await paidPayin(running, { amount: 30 });
    const body = refundBody(id, { amount: 10, comment: 'a' });
    const first = valueIn(await running.client.createRefund(body));
    const differs = async (change: object) => {
      const result = await running.client.createRefund({ ...body, ...change });
      expect(result).toMatchObject({
        status: 409,
        problem: { existing_order_id: first.id },
      });
      return result.ok ? [] : result.problem?.differing_fields;
    };
    expect(await differs({ amount: 11 })).toEqual(['amount']);
    expect(await differs({ comment: 'b' })).toEqual(['comment']);
    expect(await differs({ payin_id: randomUUID() })).toEqual(['payin_id']);
  });
});

describe('the list of refunds', () => {
  it("shows a payin's refunds, newest first, page by page", async () => {
    const { id } = await paidPayin(running, { amount: 30 });
    const made = [];
    for (const amount of [1, 2, 3]) made.unshift(await createdRefund(running, id, { amount }));
    const ids = made.map((refund) => refund.id);
    const page = valueIn(await running.client.listRefunds({ payin_id: id, size: 2 }));
    expect(page.content.map((refund) => refund.id)).toEqual(ids.slice(0, 2));
    expect(page.next).toBe(ids[1]);
    const all = [];
    for await (const refund of running.client.eachRefund({ payin_id: id, size: 1 })) {
      all.push(refund.id);
    }
    expect(all).toEqual(ids);
  });

  it('filters by time, both ends included', async () => {
    const { id } = await paidPayin(running);
    const refund = await createdRefund(running, id);
    const at = new Date(refund.create_date * 1_000).toISOString().replace('.000', '');
    const within = { payin_id: id, startDate: at, endDate: at };
    expect(valueIn(await running.client.listRefunds(within)).content).toEqual([refund]);
    const later = { payin_id: id, startDate: '2999-01-01T00:00:00Z' };
    expect(valueIn(await running.client.listRefunds(later)).content).toEqual([]);
    const turned = await running.client.listRefunds({ ...within, startDate: later.startDate });
    expect(turned).toMatchObject({ ok: false, status: 400 });
  });
});

describe('a converted payin', () => {
  it("is refunded at the order's rate, part by part, up to the whole", async () => {
    const { id } = await paidPayin(running, { method: 'card_kzt', currency: 'KZT', amount: 1000 });
    const parts = [333.33, 333.33, 333.34];
    for (const amount of parts) {
      expect(await createdRefund(running, id, { amount })).toMatchObject({ status: 'SUCCESS' });
    }
    const paidBack = await running.db
      .selectFrom('refunds')
      .select(['paid_back_minor', 'payment_method_currency as currency'])
      .where('payin_id', '=', id)
      .orderBy('created_at')
      .execute();
    expect(paidBack).toEqual([
      { paid_back_minor: 70n, currency: 'USD' },
      { paid_back_minor: 70n, currency: 'USD' },
      { paid_back_minor: 70n, currency: 'USD' },
    ]);
  });

  it('fails if the part rounds to zero in the other currency', async () => {
    const { id } = await paidPayin(running, { method: 'card_kzt', currency: 'KZT', amount: 1000 });
    expect(await createdRefund(running, id, { amount: 1 })).toMatchObject({
      status: 'FAILED',
      resolution_code: 'AMOUNT_UNDER_LIMIT',
    });
  });
});
