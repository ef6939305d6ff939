// @module-tag both-engines
import { valueIn } from '#contract/client/result.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eurosOf, paymentOf, toldOf } from '../../support/orders/disputes.ts';
import {
  createdRefund,
  gateOfItsOwn,
  PENDING_FOR_HOURS,
  refundBody,
} from '../../support/orders/orders.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

async function newGate(settings: object = {}) {
  const gate = await gateOfItsOwn(running, settings);
  return { ...gate, pay: (amount = 40) => gate.pay(amount), account: () => eurosOf(gate) };
}

const euros = (amount: number) => ({
  disputed: { amountMinor: BigInt(Math.round(amount * 100)), currency: 'EUR' },
});

async function disputesOf(payinId: string) {
  const { content } = valueIn(await running.client.listDisputes({ payin_id: payinId }));
  return content.toReversed();
}

const operatorView = z.object({
  status: z.string(),
  money: z.string(),
  amount: z.string(),
  unreserved_amount: z.string(),
});

async function shown(dispute: string | undefined) {
  const { body } = await running.operator('disputes show', { dispute });
  return operatorView.parse(body);
}

describe('disputes of one payin', () => {
  it('reserve together no more than was paid', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay();
    for (const reference of ['A', 'B', 'C', 'D']) {
      await toldOf(running, id, 'charged_back', { reference, ...euros(40) });
    }
    expect(await account()).toEqual([0, 40]);
    const [first, ...others] = await disputesOf(id);
    expect(first).toMatchObject({ amount: 40, status: 'OPEN' });
    expect(first).not.toHaveProperty('unreserved_amount');
    for (const other of others) {
      expect(other).toMatchObject({ amount: 40, unreserved_amount: 40, status: 'OPEN' });
    }
    const [row, ...rows] = await resolveAll(running);
    expect(rows).toEqual([]);
    expect(row).toMatchObject({ kind: 'dispute_exceeds_payment', order_id: id });
    expect(row?.detail).toContain('Dispute B: 40.00 EUR of 40.00 EUR is not reserved');
    expect(row?.detail).toContain('In other disputes: 40.00 EUR.');
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('reserve together no more than was paid when they come at once', async () => {
    const { pay, account } = await newGate();
    for (let round = 0; round < 6; round += 1) {
      const { id } = await pay();
      const references = ['A', 'B', 'C', 'D'];
      await Promise.all(
        references.map((reference) =>
          toldOf(running, id, 'charged_back', { reference, ...euros(30) }),
        ),
      );
      const disputes = await disputesOf(id);
      const unreserved = disputes.map(({ unreserved_amount: minor = 0 }) => minor);
      expect(unreserved.toSorted((one, other) => one - other)).toEqual([0, 20, 30, 30]);
      expect((await account())[1]).toBe(40 * (round + 1));
    }
    await resolveAll(running);
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('are lost for no more than was paid, whichever ends first', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay();
    await toldOf(running, id, 'charged_back', { reference: 'A', ...euros(25) });
    await toldOf(running, id, 'charged_back', { reference: 'B', ...euros(25) });
    expect(await account()).toEqual([0, 40]);
    await toldOf(running, id, 'lost', { reference: 'B', ...euros(25) });
    await toldOf(running, id, 'lost', { reference: 'A', ...euros(25) });
    expect(await account()).toEqual([0, 0]);
    await toldOf(running, id, 'charged_back_again', { reference: 'A', ...euros(40) });
    expect(await account()).toEqual([0, 0]);
    await resolveAll(running);
  });

  it('leave to each other what is won', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay();
    await toldOf(running, id, 'charged_back', { reference: 'A', ...euros(40) });
    await toldOf(running, id, 'charged_back', { reference: 'B', ...euros(40) });
    await toldOf(running, id, 'won', { reference: 'A', ...euros(40) });
    expect(await account()).toEqual([40, 0]);
    await toldOf(running, id, 'lost', { reference: 'B', ...euros(40) });
    expect(await account()).toEqual([0, 0]);
    const [, lost] = await disputesOf(id);
    expect(lost).toMatchObject({ status: 'LOST', amount: 40 });
    expect(lost).not.toHaveProperty('unreserved_amount');
    await resolveAll(running);
  });

  it('cost a fee only if something is reserved', async () => {
    const { pay, account } = await newGate({ dispute_fee_minor: 1_500n });
    const { id } = await pay();
    await toldOf(running, id, 'charged_back', { reference: 'A', ...euros(40) });
    await toldOf(running, id, 'charged_back', { reference: 'B', ...euros(40) });
    expect(await account()).toEqual([-15, 55]);
    await resolveAll(running);
  });
});

describe('a dispute of a refunded payin', () => {
  it('reserves what the refund left, and says how much was refunded and when', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay(50);
    await createdRefund(running, id, { amount: 20 });
    const { at } = await running.db
      .selectFrom('refunds')
      .select('created_at as at')
      .where('payin_id', '=', id)
      .executeTakeFirstOrThrow();
    await toldOf(running, id, 'charged_back', euros(50));
    expect(await account()).toEqual([0, 30]);
    const [row] = await resolveAll(running);
    expect(row).toMatchObject({ kind: 'dispute_exceeds_payment', order_id: id });
    expect(row?.detail).toContain('20.00 EUR of 50.00 EUR is not reserved');
    expect(row?.detail).toContain(`Refunded: 20.00 EUR on ${at.toISOString()}.`);
    const [dispute] = await disputesOf(id);
    expect(dispute).toMatchObject({ amount: 50, unreserved_amount: 20 });
    await toldOf(running, id, 'lost', euros(50));
    expect(await account()).toEqual([0, 0]);
    expect(await attentionOf(running)).toEqual([]);
  });

  it('counts a refund that is under way, and none that failed', async () => {
    const { pay, account } = await newGate();
    await pay(200);
    const { id } = await pay(200);
    const pending = await createdRefund(running, id, { amount: PENDING_FOR_HOURS });
    expect(pending.status).toBe('PROCESS_PENDING');
    await toldOf(running, id, 'charged_back', euros(200));
    const [, reserved] = await account();
    expect(reserved).toBeCloseTo(200 - PENDING_FOR_HOURS, 2);
    await resolveAll(running);
    const other = await pay(100);
    const failed = await createdRefund(running, other.id, { amount: 100.01 }).catch(
      () => undefined,
    );
    expect(failed?.status ?? 'FAILED').toBe('FAILED');
    await toldOf(running, other.id, 'charged_back', { reference: 'other', ...euros(100) });
    expect(await attentionOf(running)).toEqual([]);
  });

  it('is lost for what its acquirer took, less what it gave back', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay(50);
    await createdRefund(running, id, { amount: 20 });
    const took = (...amounts: number[]) => ({
      ...euros(50),
      movements: amounts.map((amount) => ({ amountMinor: BigInt(amount * 100), currency: 'EUR' })),
    });
    await toldOf(running, id, 'charged_back', euros(50));
    const at = (seconds: number) => ({ reportedAt: new Date(1_700_000_000_000 + seconds * 1_000) });
    await toldOf(running, id, 'lost', { id: 'closed', ...took(-30), ...at(1) });
    expect(await account()).toEqual([0, 0]);
    const [dispute] = await disputesOf(id);
    expect(dispute).toMatchObject({ status: 'LOST', amount: 30 });
    expect(dispute).not.toHaveProperty('unreserved_amount');
    await toldOf(running, id, 'lost', { id: 'reinstated', ...took(-30, 10), ...at(2) });
    expect(await account()).toEqual([10, 0]);
    await toldOf(running, id, 'lost', { id: 'reinstated all', ...took(-30, 30), ...at(3) });
    expect(await account()).toEqual([30, 0]);
    await resolveAll(running);
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('is lost for the disputed amount, with an entry, if its acquirer took another currency', async () => {
    const { pay, account } = await newGate();
    const { id } = await pay(50);
    const movements = [{ amountMinor: -5_500n, currency: 'USD' }];
    await toldOf(running, id, 'lost', { ...euros(40), movements });
    expect(await account()).toEqual([10, 0]);
    const [row] = await resolveAll(running);
    expect(row).toMatchObject({ kind: 'acquirer_notice', order_id: id });
    expect(row?.detail).toContain('does not say how much EUR it took');
  });
});

describe('a refund and a dispute at once', () => {
  it.each([
    [
      'by the interface',
      (id: string) => running.client.createRefund(refundBody(id, { amount: 15 })),
    ],
    [
      "by the operator's command",
      (order: string) => running.operator('refunds create', { order, amount: '15.00' }),
    ],
  ])('never take more than was paid: %s', async (_, refund) => {
    const { pay, account } = await newGate();
    await pay(500);
    for (let round = 0; round < 12; round += 1) {
      const { id } = await pay(20);
      await Promise.all([refund(id), toldOf(running, id, 'charged_back', euros(20)), refund(id)]);
      const refunds = await running.db
        .selectFrom('refunds')
        .select('amount_minor')
        .where('payin_id', '=', id)
        .where('status', '<>', 'FAILED')
        .execute();
      const refunded = refunds.reduce(
        (sum, { amount_minor: minor }) => sum + Number(minor) / 100,
        0,
      );
      const [, reserved = 0] = await account();
      expect(refunded + reserved).toBeLessThanOrEqual(20);
      const [dispute] = await disputesOf(id);
      const { amount = 0, unreserved_amount: unreserved = 0 } = dispute ?? {};
      expect(amount).toBe(20);
      expect(reserved).toBe(20 - unreserved);
      await toldOf(running, id, 'won', euros(20));
      expect((await account())[1]).toBe(0);
    }
    expect(await ledgerFindings(running)).toEqual([]);
    await resolveAll(running);
  });
});

describe('disputes charge', () => {
  const excess = async () => {
    const gate = await newGate();
    const { id } = await gate.pay();
    await createdRefund(running, id, { amount: 25 });
    await toldOf(running, id, 'charged_back', euros(40));
    const [dispute] = await disputesOf(id);
    const charge = (amount: string) =>
      running.operator('disputes charge', {
        dispute: dispute?.id,
        amount,
        note: 'On the statement.',
        reason: 'case 9',
      });
    return { ...gate, id, dispute: dispute?.id, charge };
  };

  it('debits what the acquirer took, below zero, and then leaves the exception queue', async () => {
    const { account, id, dispute, charge } = await excess();
    expect(await account()).toEqual([0, 15]);
    expect(await charge('25.01')).toMatchObject({
      status: 409,
      body: { detail: 'Only 25.00 EUR of the dispute is unreserved.' },
    });
    expect(await charge('10.00')).toMatchObject({ status: 200 });
    expect(await account()).toEqual([-10, 25]);
    expect(await shown(dispute)).toMatchObject({ amount: '40.00', unreserved_amount: '15.00' });
    expect(await attentionOf(running)).toMatchObject([
      { kind: 'dispute_exceeds_payment', order_id: id },
    ]);
    expect(await charge('15.00')).toMatchObject({ status: 200 });
    expect(await account()).toEqual([-25, 40]);
    expect(await attentionOf(running)).toEqual([]);
    expect(await charge('0.01')).toMatchObject({ status: 409 });
    const { body: audit } = await running.operator('audit list', {});
    expect(JSON.stringify(audit)).toContain(`dispute ${dispute}`);
    const { body } = await running.operator('disputes show', { dispute });
    expect(body).toMatchObject({
      history: [{ step: 'charged_back' }, { event: 'charged', detail: 'On the statement.' }, {}],
    });
    await toldOf(running, id, 'lost', euros(40));
    expect(await account()).toEqual([-25, 0]);
    expect(await ledgerFindings(running)).toEqual([]);
    await toldOf(running, id, 'won', {
      ...euros(40),
      reportedAt: new Date('2999-01-01T00:00:00Z'),
    });
    expect(await account()).toEqual([15, 0]);
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('debits a lost dispute, and each of several charges at once at most in total what is unreserved', async () => {
    const { account, id, charge } = await excess();
    await toldOf(running, id, 'lost', euros(40));
    const answers = await Promise.all(['20.00', '20.00', '20.00'].map(charge));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await account()).toEqual([-20, 0]);
    expect(await ledgerFindings(running)).toEqual([]);
    await resolveAll(running);
  });

  it('is not needed where a later notice leaves nothing unreserved: then the entry is resolved', async () => {
    for (const [step, notice] of [
      ['won', euros(40)],
      ['lost', { ...euros(40), movements: [{ amountMinor: -1_500n, currency: 'EUR' }] }],
    ] as const) {
      const { id, dispute } = await excess();
      expect(await attentionOf(running)).toMatchObject([
        { kind: 'dispute_exceeds_payment', order_id: id },
      ]);
      await toldOf(running, id, step, { id: `${step} ${id}`, ...notice });
      expect(await shown(dispute)).toMatchObject({ unreserved_amount: '0.00' });
      expect(await attentionOf(running)).toEqual([]);
    }
  });

  it('is still to be decided while another dispute of the payin is not reserved in full', async () => {
    const { id } = await excess();
    await toldOf(running, id, 'charged_back', { reference: 'B', ...euros(40) });
    await toldOf(running, id, 'won', { reference: 'B', ...euros(40) });
    expect(await resolveAll(running)).toMatchObject([
      { kind: 'dispute_exceeds_payment', order_id: id },
    ]);
  });

  it('is not needed where the acquirer took nothing: then the entry is only resolved', async () => {
    const { account, dispute } = await excess();
    const [entry] = await attentionOf(running);
    expect(await running.operator('attention resolve', { id: entry?.id })).toMatchObject({
      status: 200,
    });
    expect(await account()).toEqual([0, 15]);
    expect(await shown(dispute)).toMatchObject({ unreserved_amount: '25.00' });
    expect(await attentionOf(running)).toEqual([]);
  });
});

describe('an event that names only the payment', () => {
  /** Pays, and returns how the acquirer sends events that bear the payment's reference alone. */
  const paid = async () => {
    const gate = await newGate();
    const { id } = await gate.pay(12.5);
    const { attemptId } = await paymentOf(running, id);
    const { reference } = await running.db
      .selectFrom('payin_attempts')
      .select('provider_reference as reference')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    const tell = (step: Parameters<typeof toldOf>[2], seconds = 0, overrides = {}) =>
      toldOf(running, id, step, {
        ...euros(12.5),
        reference: reference ?? '',
        id: `${step} ${reference}`,
        reportedAt: new Date(1_700_000_000_000 + seconds * 1_000),
        isDateUnsigned: true,
        ...overrides,
      });
    const statuses = async () => (await disputesOf(id)).map(({ status }) => status);
    return { ...gate, id, tell, statuses };
  };
  const own = { reference: 'D', id: 'charged_back D' };

  it('ends the only dispute, and reopens it, however often it is sent', async () => {
    const { account, tell, statuses } = await paid();
    await tell('charged_back', 1, own);
    await tell('won', 2);
    await tell('won', 2);
    expect([await statuses(), await account()]).toEqual([['WON'], [12.5, 0]]);
    await tell('charged_back_again', 3);
    await tell('charged_back_again', 3);
    expect([await statuses(), await account()]).toEqual([['LOST'], [0, 0]]);
    await tell('arbitration_won', 4);
    expect([await statuses(), await account()]).toEqual([['WON'], [12.5, 0]]);
    expect(await attentionOf(running)).toEqual([]);
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('changes nothing when it comes with another time, and leaves one entry', async () => {
    const { id, account, tell, statuses } = await paid();
    await tell('charged_back', 1, own);
    await tell('won', 2);
    await tell('charged_back_again', 3);
    for (const seconds of [4, 5, 5]) await tell('won', seconds);
    await tell('charged_back', 9, own);
    expect([await statuses(), await account()]).toEqual([['LOST'], [0, 0]]);
    const [row, ...rows] = await resolveAll(running);
    expect(rows).toEqual([]);
    expect(row).toMatchObject({ kind: 'dispute_unmatched', order_id: id });
    expect(row?.detail).toContain('the same event was received before with another time');
    await tell('won', 6);
    expect(await attentionOf(running)).toEqual([]);
  });

  it('moves nothing before a dispute is known, nor later when it is sent again', async () => {
    const { id, account, tell, statuses } = await paid();
    await tell('won', 2);
    expect([await statuses(), await account()]).toEqual([[], [12.5, 0]]);
    expect(await resolveAll(running)).toMatchObject([{ kind: 'dispute_unmatched', order_id: id }]);
    await tell('charged_back', 1, own);
    await tell('won', 2);
    expect([await statuses(), await account()]).toEqual([['OPEN'], [0, 12.5]]);
    expect(await attentionOf(running)).toEqual([]);
  });

  it('moves none of several disputes', async () => {
    const { id, account, tell, statuses } = await paid();
    await tell('charged_back', 1, { ...own, ...euros(5) });
    await tell('charged_back', 1, { reference: 'E', id: 'charged_back E', ...euros(7.5) });
    await tell('won', 2);
    expect([await statuses(), await account()]).toEqual([
      ['OPEN', 'OPEN'],
      [0, 12.5],
    ]);
    const [row] = await resolveAll(running);
    expect(row).toMatchObject({ kind: 'dispute_unmatched', order_id: id });
    expect(row?.detail).toContain('the payin has 2 disputes');
  });
});
