import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { raiseUnknownDispute, takeDisputeNotice } from '#service/disputes/take.ts';
import { DISPUTE_STEPS, type DisputeStep } from '#domain/dispute/status.ts';
import { describe, expect, it } from 'vitest';
import { disputeNotice, eurosOf, paymentOf, toldOf } from '../../support/orders/disputes.ts';
import {
  cardDataBody,
  createdPayin,
  createdRefund,
  gateOfItsOwn,
  paidPayin,
  payinWhen,
  refundBody,
  untilKnown,
} from '../../support/orders/orders.ts';
import { bank, begin, beginBody, createdTransfer } from '../../support/orders/transfers.ts';
import { ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

/** Adds a gate whose payins of 100.00 are available in full at once, and whose disputes cost 15.00. */
async function costlyGate(settings: object = {}) {
  const gate = await gateOfItsOwn(running, { dispute_fee_minor: 1_500n, ...settings });
  return { ...gate, account: () => eurosOf(gate) };
}

async function disputeOf(payinId: string) {
  const { content } = valueIn(await running.client.listDisputes({ payin_id: payinId }));
  const [listed] = content;
  if (content.length !== 1 || listed === undefined) throw new Error(`${content.length} disputes`);
  return valueIn(await running.client.getDispute(listed.id));
}

describe('a dispute', () => {
  it('shows its merchant the amount, the reason and the deadline for an answer', async () => {
    const { pay } = await costlyGate();
    const payin = await pay();
    const reference = randomUUID();
    const answerBy = new Date('2030-01-01T12:00:00Z');
    const opening = { reference, disputed: { amountMinor: 4_000n, currency: 'EUR' } };
    const said = {
      ...opening,
      reasonCode: ' 10.4',
      answerBy,
      reportedAt: new Date(1_700_000_000_000),
    };
    await toldOf(running, payin.id, 'charged_back', { ...said, event: 'CHARGEBACK' });
    const dispute = await disputeOf(payin.id);
    expect(dispute).toEqual({
      id: dispute.id,
      payin_id: payin.id,
      provider_reference: reference,
      status: 'OPEN',
      amount: 40,
      fee: 15,
      currency: 'EUR',
      reason_code: '10.4',
      reason: 'Fraud where the card was absent: the cardholder did not take part',
      answer_by_date: answerBy.getTime() / 1_000,
      create_date: dispute.create_date,
      update_date: dispute.update_date,
      history: [
        {
          event: 'CHARGEBACK',
          step: 'charged_back',
          date: 1_700_000_000,
          received_date: dispute.create_date,
        },
      ],
    });
    expect(valueIn(await running.client.getPayin(payin.id))).toEqual(payin);
  });

  it('debits amount and fee from the available balance, and returns both when it is won', async () => {
    const { pay, account } = await costlyGate();
    const { id } = await pay();
    await toldOf(running, id, 'inquiry_opened');
    expect(await account()).toEqual([100, 0]);
    await toldOf(running, id, 'charged_back');
    expect(await account()).toEqual([-15, 115]);
    await toldOf(running, id, 'won');
    expect(await account()).toEqual([100, 0]);
    expect((await disputeOf(id)).status).toBe('WON');
  });

  it('takes the available balance below zero, and later payins fill it up first', async () => {
    const { pay, account } = await costlyGate();
    const [one, other] = [await pay(), await pay()];
    await createdRefund(running, other.id);
    await toldOf(running, one.id, 'charged_back');
    expect(await account()).toEqual([-15, 115]);
    await toldOf(running, one.id, 'lost');
    expect(await account()).toEqual([-15, 0]);
    await pay(10);
    expect(await account()).toEqual([-5, 0]);
    const third = await pay(30);
    expect(await account()).toEqual([25, 0]);
    expect(await createdRefund(running, third.id)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'BALANCE_INSUFFICIENT',
    });
  });

  it('that was lost is credited back when reversed, and debited again at a second chargeback', async () => {
    const { pay, account } = await costlyGate();
    const { id } = await pay();
    const at = (seconds: number) => ({ reportedAt: new Date(1_700_000_000_000 + seconds * 1_000) });
    await toldOf(running, id, 'lost', at(1));
    expect(await account()).toEqual([-15, 0]);
    await toldOf(running, id, 'won', at(2));
    expect(await account()).toEqual([100, 0]);
    await toldOf(running, id, 'charged_back', at(9));
    expect(await account()).toEqual([100, 0]);
    await toldOf(running, id, 'charged_back_again', at(3));
    expect(await account()).toEqual([-15, 0]);
    await toldOf(running, id, 'arbitration_won', at(4));
    expect(await account()).toEqual([100, 0]);
    expect(await disputeOf(id)).toMatchObject({ status: 'WON', history: { length: 5 } });
  });

  it('whose amount changes debits the new amount', async () => {
    const { pay, account } = await costlyGate();
    const { id } = await pay();
    const of = (amountMinor: bigint) => ({ disputed: { amountMinor, currency: 'EUR' } });
    await toldOf(running, id, 'announced', of(10_000n));
    await toldOf(running, id, 'charged_back', of(3_000n));
    expect(await account()).toEqual([55, 45]);
    await toldOf(running, id, 'lost', of(2_000n));
    expect(await account()).toEqual([65, 0]);
  });

  it("of a converted payin, in the currency that was paid, is debited at the payin's conversion rate", async () => {
    const { id } = await paidPayin(running, { method: 'card_kzt', currency: 'KZT', amount: 1000 });
    const disputed = { amountMinor: 105n, currency: 'USD' };
    await toldOf(running, id, 'lost', { disputed });
    expect(await disputeOf(id)).toMatchObject({ amount: 500, currency: 'KZT' });
    await toldOf(running, id, 'won', { reportedAt: new Date('2999-01-01T00:00:00Z') });
  });

  it('of more than was paid, or in another currency, is reserved as paid and goes to the exception queue', async () => {
    const { pay, account } = await costlyGate();
    const [one, other] = [await pay(), await pay()];
    await toldOf(running, one.id, 'charged_back', {
      disputed: { amountMinor: 10_001n, currency: 'EUR' },
    });
    await toldOf(running, other.id, 'charged_back', {
      disputed: { amountMinor: 100n, currency: 'JPY' },
    });
    expect(await account()).toEqual([-30, 230]);
    const raised = await resolveAll(running);
    expect(raised).toMatchObject([
      { kind: 'dispute_exceeds_payment', order_id: one.id },
      { kind: 'acquirer_notice', order_id: other.id },
    ]);
    expect(raised[0]?.detail).toContain('0.01 EUR of 100.01 EUR is not reserved');
    expect(raised[1]?.detail).toContain('it disputes JPY');
  });
});

describe('a dispute notice', () => {
  it('counts once, even if it arrives many times at once', async () => {
    const { pay, account } = await costlyGate();
    const { id } = await pay();
    const told = () => toldOf(running, id, 'charged_back');
    await Promise.all(Array.from({ length: 20 }, told));
    expect(await account()).toEqual([-15, 115]);
    expect((await disputeOf(id)).history).toHaveLength(1);
  });

  it('leads to the same status and ledger in whatever order the notices arrive', async () => {
    const next = randomNumbers(11);
    const { pay, account } = await costlyGate();
    const steps = Object.keys(DISPUTE_STEPS) as DisputeStep[];
    for (let round = 0; round < 6; round += 1) {
      const said = Array.from({ length: 2 + (next() % 4) }, (_, index) => ({
        step: steps[next() % steps.length] ?? 'lost',
        said: {
          id: `event ${index}`,
          reportedAt: new Date(1_700_000_000_000 + (next() % 3) * 1_000),
          disputed: { amountMinor: BigInt(1 + (next() % 10_000)), currency: 'EUR' },
        },
      }));
      const ends = [];
      for (const order of [said, said.toReversed(), [...said.slice(1), ...said]]) {
        const before = await account();
        const { id } = await pay();
        // Concurrently, as an acquirer delivers them.
        await Promise.all(order.map(({ step, said: notice }) => toldOf(running, id, step, notice)));
        const { status, amount, history } = await disputeOf(id);
        const [available = 0, reserved = 0] = await account();
        const moved = [available - (before[0] ?? 0), reserved - (before[1] ?? 0)];
        ends.push({
          status,
          amount,
          told: history?.length,
          moved: moved.map((sum) => sum.toFixed(2)),
        });
      }
      expect(ends[1]).toEqual(ends[0]);
      expect(ends[2]).toEqual(ends[0]);
    }
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('about a payment with an unknown outcome has to be sent again', async () => {
    const { id } = await createdPayin(running, { amount: 104.01 });
    const submitted = running.client.signCardData(cardDataBody(id));
    await untilKnown(() => submitted.send());
    const attempt = await running.db
      .selectFrom('payin_attempts')
      .select(['id', 'terminal_id'])
      .where('payin_id', '=', id)
      .executeTakeFirstOrThrow();
    const notice = disputeNotice(attempt.id, 'charged_back');
    expect(await takeDisputeNotice(running.context, attempt.terminal_id, notice)).toBe('not_yet');
  });

  it('through another terminal, or of an unknown payment, goes to the exception queue once', async () => {
    const { pay } = await costlyGate();
    const { attemptId, terminalId } = await paymentOf(running, (await pay()).id);
    const notice = disputeNotice(attemptId, 'charged_back', { event: 'CHARGEBACK' });
    expect(await takeDisputeNotice(running.context, randomUUID(), notice)).toBe('not_ours');
    const unknown = disputeNotice(randomUUID(), 'charged_back');
    expect(await takeDisputeNotice(running.context, terminalId, unknown)).toBe('not_ours');
    await Promise.all([1, 2].map(() => raiseUnknownDispute(running.context, terminalId, notice)));
    expect(await resolveAll(running)).toMatchObject([
      {
        kind: 'dispute_of_nothing',
        order_id: null,
        detail: `The acquirer of terminal ${terminalId} sent CHARGEBACK, ${notice.reference} for an unknown payment.`,
      },
    ]);
  });
});

describe('a refund of a disputed payin', () => {
  it('is refused for the disputed amount, and possible for the rest', async () => {
    const { pay } = await costlyGate();
    await pay();
    const { id } = await pay();
    await toldOf(running, id, 'charged_back', {
      disputed: { amountMinor: 6_000n, currency: 'EUR' },
    });
    const whole = await running.client.createRefund(refundBody(id, { amount: 40.01 }));
    expect(whole).toMatchObject({ ok: false, status: 409 });
    expect(whole.ok ? '' : whole.problem?.detail).toBe(
      'Only 40.00 EUR of the payin is left to refund: 60.00 EUR is disputed.',
    );
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 40 });
    expect(await running.client.createRefund(refundBody(id))).toMatchObject({ status: 409 });
    await toldOf(running, id, 'won');
    expect(await createdRefund(running, id)).toMatchObject({ status: 'SUCCESS', amount: 60 });
  });
});

describe('a sandbox', () => {
  it('charges a payin back and wins the dispute on demand, once for repeated requests', async () => {
    const { pay, account } = await costlyGate();
    const { id: payin_id } = await pay();
    const opened = valueIn(await running.client.triggerDispute({ payin_id }));
    expect(opened).toMatchObject({ payin_id, status: 'OPEN', amount: 100, reason_code: '10.4' });
    expect(await account()).toEqual([-15, 115]);
    const won = valueIn(await running.client.triggerDispute({ payin_id, event: 'win' }));
    expect(won).toMatchObject({ id: opened.id, status: 'WON', history: { length: 2 } });
    expect(valueIn(await running.client.triggerDispute({ payin_id, event: 'win' }))).toEqual(won);
    expect(await account()).toEqual([100, 0]);
  });

  it("gives no card scheme's reason for a payin that was not paid by card", async () => {
    const { id: payin_id } = await createdTransfer(running, 'BLIK');
    expect(await begin(running, payin_id, beginBody('BLIK'))).toMatchObject({ ok: true });
    await bank(running, payin_id, 'approve');
    await payinWhen(running, payin_id, 'SUCCESS');
    const dispute = valueIn(await running.client.triggerDispute({ payin_id }));
    expect(dispute.status).toBe('OPEN');
    expect(dispute).not.toHaveProperty('reason_code');
    await running.client.triggerDispute({ payin_id, event: 'win' });
  });

  it('disputes no unpaid payin', async () => {
    const { id: payin_id } = await createdPayin(running);
    for (const event of ['inquiry', 'lose'] as const) {
      expect(await running.client.triggerDispute({ payin_id, event })).toMatchObject({
        ok: false,
        status: 404,
      });
    }
  });
});

describe('the list of disputes', () => {
  it("shows a payin's disputes page by page, newest first", async () => {
    const { pay } = await costlyGate();
    const { id } = await pay();
    for (const reference of ['A', 'B', 'C']) {
      await toldOf(running, id, 'inquiry_opened', { reference });
    }
    const first = valueIn(await running.client.listDisputes({ payin_id: id, size: 2 }));
    expect(first.content.map(({ provider_reference: name }) => name)).toEqual(['C', 'B']);
    expect(first.content[0]).not.toHaveProperty('history');
    const names = [];
    for await (const one of running.client.eachDispute({ payin_id: id, size: 1 })) {
      names.push(one.provider_reference);
    }
    expect(names).toEqual(['C', 'B', 'A']);
    const within = { payin_id: id, startDate: '2999-01-01T00:00:00Z' };
    expect(valueIn(await running.client.listDisputes(within)).content).toEqual([]);
    expect(await running.client.getDispute(randomUUID())).toMatchObject({
      status: 404,
      name: 'dispute-not-found',
    });
  });
});

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> 8;
  };
}
