import { valueIn } from '#contract/client/result.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { createdRefund, paidPayin, refundBody, untilKnown } from '../../support/orders/orders.ts';
import {
  MADE_REFUND,
  refundMadeAfterEnd,
  refusedRefund,
  REFUSED_REFUND,
  RETURNED_REFUND,
} from '../../support/orders/refunds.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
afterEach(async () => {
  await resolveAll(running);
  expect(await ledgerFindings(running)).toEqual([]);
});

const take = (refund: string) => running.operator('refunds take', { refund });
/** Returns what is available in EUR at all gates. */
async function available(): Promise<bigint> {
  const accounts = await running.db
    .selectFrom('gate_accounts')
    .select('available_minor')
    .where('currency', '=', 'EUR')
    .execute();
  return accounts.reduce((sum, { available_minor: minor }) => sum + minor, 0n);
}

/** Returns why the rest of a payin cannot be refunded. */
async function whyNotRefundable(payinId: string): Promise<string | undefined> {
  const result = await untilKnown(() => running.client.createRefund(refundBody(payinId)));
  return result.ok ? undefined : result.problem?.detail;
}
const kindsInQueue = async () => (await attentionOf(running)).map(({ kind }) => kind);

describe('a failed refund that the acquirer made after all', () => {
  it('counts as refunded: only the rest of the payin can be refunded', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund } = await refundMadeAfterEnd(running, id, { amount: 40 });
    for (const amount of [60, 20.01]) {
      const result = await running.client.createRefund(refundBody(id, { amount }));
      expect(result).toMatchObject({
        status: 409,
        problem: {
          type: expect.stringContaining('#not-refundable') as string,
          detail:
            'Only 20.00 EUR of the payin is left to refund: 40.00 EUR is refunded or being refunded.',
        },
      });
    }
    expect((await running.operator('orders show', { order: id })).body).toMatchObject({
      refundable: '20.00',
    });
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 20 });
    expect(await whyNotRefundable(id)).toMatch(/^Nothing \(0\.00 EUR\)/);
    await take(refund);
  });

  it('is counted and queued once, however often the acquirer reports it', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund, report } = await refusedRefund(running, id, { amount: 40 });
    await Promise.all(Array.from({ length: 10 }, () => report(MADE_REFUND)));
    expect(await attentionOf(running)).toMatchObject([
      {
        kind: 'refund_made_after_end',
        order_id: id,
        detail: expect.stringMatching(
          new RegExp(`40.00 EUR counts as refunded.*: refunds take ${refund}$`),
        ) as string,
      },
    ]);
    expect(await createdRefund(running, id)).toMatchObject({ amount: 20 });
    await take(refund);
  });

  it('stays FAILED for its merchant, and is a ledger finding until it is taken, not only resolved', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund } = await refundMadeAfterEnd(running, id, { amount: 40 });
    const finding = { rule: 'refunded_is_settled', order_id: id };
    expect(await ledgerFindings(running)).toMatchObject([finding]);
    await resolveAll(running);
    expect(await ledgerFindings(running)).toMatchObject([finding]);
    expect(valueIn(await running.client.getRefund(refund)).status).toBe('FAILED');
    await take(refund);
    expect(await ledgerFindings(running)).toEqual([]);
    expect(valueIn(await running.client.getRefund(refund)).status).toBe('FAILED');
  });

  it('of a converted payin counts in both currencies, and is debited at the rate of the order', async () => {
    const { id } = await paidPayin(running, { method: 'card_kzt', currency: 'KZT', amount: 1000 });
    const { id: refund } = await refundMadeAfterEnd(running, id, { amount: 333.33 });
    expect((await take(refund)).body).toMatchObject({ payer_gets: '0.70', cost: '333.33' });
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 666.67 });
    const { paid_back_minor: paidBack } = await running.db
      .selectFrom('refunds')
      .select(({ fn }) => fn.sum<string>('paid_back_minor').as('paid_back_minor'))
      .where('payin_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(paidBack).toBe('210');
  });

  it('leaves no more than the rest to 20 refunds at once, even for an operator', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund } = await refundMadeAfterEnd(running, id, { amount: 40 });
    const byMerchant = Array.from({ length: 10 }, () =>
      untilKnown(() => running.client.createRefund(refundBody(id, { amount: 20 }))),
    );
    const byOperator = Array.from({ length: 10 }, () =>
      running.operator('refunds create', { order: id, amount: '20.00' }),
    );
    const statuses = [
      ...(await Promise.all(byMerchant)).map((result) => (result.ok ? 200 : result.status)),
      ...(await Promise.all(byOperator)).map(({ status }) => status),
    ];
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await take(refund);
  });
});

describe('an operator who takes such a refund', () => {
  it('debits its merchant once, whoever else does at the same time, and resolves its entry', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund } = await refundMadeAfterEnd(running, id, { amount: 40 });
    const before = await available();
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(refund)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await available()).toBe(before - 4_000n);
    expect(await kindsInQueue()).toEqual([]);
    const taken = answers.find(({ status }) => status === 200);
    expect(taken?.body).toMatchObject({
      id: refund,
      status: 'FAILED',
      made_after_end: true,
      taken_at: expect.stringMatching(/Z$/) as string,
      cost: '40.00',
    });
    const { body } = await running.operator('audit list', { subject: `order ${id}` });
    expect(body).toMatchObject({ items: [{ command: 'refunds take' }] });
    const { body: movements } = await running.operator('ledger movements', {
      order: refund,
      kind: 'refund_take',
    });
    expect(movements).toMatchObject({ items: [{ kind: 'refund_take' }] });
  });

  it('debits below zero if the balance is too small', async () => {
    const method = await addMethod(running, {
      method: { fee_percent: '0', fee_fixed_minor: 0n, fee_min_minor: null },
    });
    const { id } = await paidPayin(running, { merchant_gate_method_id: method, amount: 60 });
    const { id: refund, report } = await refusedRefund(running, id, { amount: 40 });
    const { gate_id: gateId } = await running.db
      .selectFrom('payins')
      .select('gate_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 60 });
    await report(MADE_REFUND);
    expect(await take(refund)).toMatchObject({ status: 200 });
    const account = await running.db
      .selectFrom('gate_accounts')
      .select('available_minor')
      .where('gate_id', '=', gateId)
      .executeTakeFirstOrThrow();
    expect(account.available_minor).toBe(-4_000n);
    expect(await whyNotRefundable(id)).toMatch(/^Nothing \(0\.00 EUR\)/);
  });

  it('is refused for any other refund', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: failed } = await refusedRefund(running, id, { amount: 40 });
    const { id: succeeded } = await createdRefund(running, id, { amount: 1 });
    for (const refund of [failed, succeeded])
      expect(await take(refund)).toMatchObject({ status: 409 });
    expect(await take(id)).toMatchObject({ status: 404 });
  });
});

describe('a refund made after its end whose money came back', () => {
  it('counts no longer: the whole payin can be refunded', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { report } = await refundMadeAfterEnd(running, id, { amount: 40 });
    await report(RETURNED_REFUND);
    expect(await kindsInQueue()).toEqual(['refund_returned']);
    expect(await ledgerFindings(running)).toEqual([]);
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 60 });
  });

  it('is posted back once if it was taken', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { id: refund, report } = await refusedRefund(running, id, { amount: 40 });
    const before = await available();
    await report(MADE_REFUND);
    await take(refund);
    await Promise.all(Array.from({ length: 5 }, () => report(RETURNED_REFUND)));
    expect(await available()).toBe(before);
    expect(await take(refund)).toMatchObject({ status: 409 });
    const { body } = await running.operator('refunds show', { refund });
    expect(body).toMatchObject({ made_after_end: false });
  });

  it('is taken and returned at once to the same balance, in whatever order', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const before = await available();
    for (const amount of [10, 11, 12, 13, 14]) {
      const { id: refund, report } = await refusedRefund(running, id, { amount });
      await report(MADE_REFUND);
      await Promise.all([take(refund), report(RETURNED_REFUND)]);
    }
    expect(await available()).toBe(before);
  });

  it('does not count again, whatever arrives late', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { report } = await refundMadeAfterEnd(running, id, { amount: 40 });
    await report(RETURNED_REFUND);
    await report(MADE_REFUND);
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 60 });
  });

  it('does not count if that the money came back arrives before that it was made', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const { report } = await refusedRefund(running, id, { amount: 40 }, RETURNED_REFUND);
    await report(MADE_REFUND);
    expect(await kindsInQueue()).toEqual(['refund_returned']);
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 60 });
  });

  it('still counts if only the refusal of its request is repeated', async () => {
    const { id } = await paidPayin(running, { amount: 60 });
    const refusal = { ...REFUSED_REFUND, about: 'request' } as const;
    const { id: refund, report } = await refusedRefund(running, id, { amount: 40 }, refusal);
    await report(MADE_REFUND);
    await report(refusal);
    expect(await createdRefund(running, id)).toMatchObject({ amount: 20 });
    await take(refund);
  });
});
