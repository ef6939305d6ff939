import { valueIn } from '#contract/client/result.ts';
import { eraseEndedOrdersOf } from '#service/orders/erasure.ts';
import { refundCreations } from '#service/refunds/statements.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toldOf } from '../../support/orders/disputes.ts';
import {
  createdRefund,
  gateOfItsOwn,
  paidPayin,
  refundBody,
  untilKnown,
} from '../../support/orders/orders.ts';
import { MADE_REFUND, refusedRefund } from '../../support/orders/refunds.ts';
import { ledgerFindings } from '../../support/process/operator-answers.ts';
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

/** Has something done after the next refund was decided, and before it is written. */
function beforeNextRefund(work: () => Promise<unknown>): void {
  const { batches } = running.context;
  let isDone = false;
  running.context.batches = {
    async run(statement, input, queue) {
      const isFirst = Object.is(statement, refundCreations) && !isDone;
      if (isFirst) {
        isDone = true;
        await work();
      }
      return batches.run(statement, input, queue);
    },
  };
  onTestFinished(() => {
    expect(isDone).toBe(true);
    running.context.batches = batches;
  });
}

async function ownGate(settings: object = {}) {
  const gate = await gateOfItsOwn(running, settings);
  const account = async () => {
    const { available_minor: available, hold_minor: hold } = await gate.account();
    return { available, hold };
  };
  return { ...gate, account };
}

describe('a refund of all that is left', () => {
  it('is refused if another one was created since it was decided', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    await createdRefund(running, id, { amount: 60 });
    beforeNextRefund(() => createdRefund(running, id));
    const result = await running.client.createRefund(refundBody(id));
    expect(result).toMatchObject({ ok: false, status: 409 });
    const { content } = valueIn(await running.client.listRefunds({ payin_id: id }));
    expect(content.map(({ amount }) => amount)).toEqual([40, 60]);
  });

  it('is of what another one left since it was decided', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    beforeNextRefund(() => createdRefund(running, id, { amount: 30 }));
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 70 });
  });

  it('is refused if a dispute reserved it since it was decided', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const disputed = { amountMinor: 10_000n, currency: 'EUR' };
    beforeNextRefund(() => toldOf(running, id, 'charged_back', { reference: 'A', disputed }));
    const result = await running.client.createRefund(refundBody(id));
    expect(result).toMatchObject({ ok: false, status: 409 });
    expect(JSON.stringify(result)).toContain('100.00 EUR is disputed');
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('is refused if a failed one was made after all since it was decided', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const { id: refundId, report } = await refusedRefund(running, id, { amount: 100 });
    beforeNextRefund(() => report(MADE_REFUND));
    expect(await running.client.createRefund(refundBody(id))).toMatchObject({ status: 409 });
    await running.operator('refunds take', { refund: refundId });
  });
});

describe('refunds of different payins at once', () => {
  it('share what their gate has available', async () => {
    const { gateId, pay, account } = await ownGate();
    const payins = await Promise.all(Array.from({ length: 10 }, pay));
    await running.operator('money move', {
      ...{ gate: gateId, to: 'wallet', currency: 'EUR', amount: '950', reason: 'test' },
    });
    const refunds = await Promise.all(
      payins.map(({ id }) => createdRefund(running, id, { amount: 10 })),
    );
    const made = refunds.filter(({ status }) => status === 'SUCCESS');
    const failed = refunds.filter(({ resolution_code: code }) => code === 'BALANCE_INSUFFICIENT');
    expect([made.length, failed.length]).toEqual([5, 5]);
    expect((await account()).available).toBe(0n);
  });
});

describe('a refund that was decided', () => {
  it('is the earlier one if its reference was taken since', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const body = refundBody(id, { amount: 10 });
    beforeNextRefund(() => running.client.createRefund(body));
    const { id: refundId } = valueIn(await running.client.createRefund(body));
    const { content } = valueIn(await running.client.listRefunds({ payin_id: id }));
    expect(content.map((refund) => refund.id)).toEqual([refundId]);
  });

  it('fails if its gate was frozen since', async () => {
    const { gateId, pay } = await ownGate();
    const { id } = await pay();
    beforeNextRefund(() => running.operator('gates freeze', { gate: gateId, reason: 'test' }));
    expect(await createdRefund(running, id)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BALANCE_UPDATE_FAILED',
    });
  });

  it('fails if the balance was spent since', async () => {
    const { gateId, pay, account } = await ownGate();
    const { id } = await pay();
    beforeNextRefund(() =>
      running.operator('money move', {
        ...{ gate: gateId, to: 'wallet', currency: 'EUR', amount: '0.01', reason: 'test' },
      }),
    );
    expect(await createdRefund(running, id)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BALANCE_INSUFFICIENT',
    });
    expect(await account()).toEqual({ available: 9_999n, hold: 0n });
  });

  it('is taken from the balance first if the hold was released since', async () => {
    const { pay, account } = await ownGate({ settlement_period_days: 2 });
    const { id } = await pay();
    beforeNextRefund(() => running.client.triggerRelease({ payin_id: id, what: 'hold' }));
    expect(await createdRefund(running, id, { amount: 30 })).toMatchObject({ status: 'SUCCESS' });
    expect(await account()).toEqual({ available: 7_000n, hold: 0n });
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it("keeps no comment if its customer's data were erased since", async () => {
    const email = 'races@customers.example';
    const { id } = await paidPayin(running, { amount: 100, customer: { email } });
    beforeNextRefund(() => eraseEndedOrdersOf(running.context, email));
    const { id: refundId } = await createdRefund(running, id, { comment: 'for Ada' });
    const { comment } = await running.db
      .selectFrom('refunds')
      .select('comment')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow();
    expect(comment).toBeNull();
  });
});
