import { valueIn } from '#contract/client/result.ts';
import { describe, expect, it } from 'vitest';
import { paidPayin, refundBody, untilKnown } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const AT_ONCE = 100;

describe('100 refunds at once', () => {
  it('never exceed the paid amount', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const results = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const body = refundBody(id, { amount: 1 + (index % 5) });
        return untilKnown(() => running.client.createRefund(body));
      }),
    );
    const outcomes = new Set(results.map((each) => (each.ok ? each.value.status : each.status)));
    expect(outcomes).toEqual(new Set(['SUCCESS', 409]));
    const { content } = valueIn(await running.client.listRefunds({ payin_id: id, size: 100 }));
    const total = content.reduce((sum, { amount }) => sum + amount, 0);
    // The rest is less than the largest refund.
    expect(total).toBeGreaterThan(95);
    expect(total).toBeLessThanOrEqual(100);
  });

  it('with one reference are one refund', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const body = refundBody(id, { amount: 10 });
    const results = await Promise.all(
      Array.from({ length: AT_ONCE }, () => untilKnown(() => running.client.createRefund(body))),
    );
    expect(new Set(results.map((result) => valueIn(result).id)).size).toBe(1);
    const { content } = valueIn(await running.client.listRefunds({ payin_id: id }));
    expect(content).toHaveLength(1);
  });

  it('with one reference, but of two payins, are one refund and conflicts', async () => {
    const payins = [await paidPayin(running), await paidPayin(running)];
    const { reference_id } = refundBody('');
    const results = await Promise.all(
      payins.flatMap(({ id }) =>
        Array.from({ length: 10 }, () =>
          untilKnown(() => running.client.createRefund({ payin_id: id, reference_id })),
        ),
      ),
    );
    const answered = results.filter(({ ok }) => ok);
    const refused = results.flatMap((result) => (result.ok ? [] : [result.status]));
    expect(answered).toHaveLength(10);
    expect(new Set(refused)).toEqual(new Set([409]));
  });
});
