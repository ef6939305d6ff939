import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCardNumber } from '#domain/card/find-number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { describeEnd } from '../../../../tests/service/acquirers/conformance/published-answers.ts';
import {
  CARD_REFUSALS,
  FOREIGN_ANSWERS,
  FOREIGN_WEBHOOKS,
  ORDERS,
  OTHER_ORDERS,
  PAYOUTS,
} from '../../../../tests/service/acquirers/orders-api/published-orders.ts';
import {
  ORDER_ID,
  orderOf,
  startScriptedAcquirer,
  type ScriptedAcquirer,
} from '../../../../tests/service/acquirers/orders-api/scripted-acquirer.ts';

let acquirer: ScriptedAcquirer;
beforeAll(async () => {
  acquirer = await startScriptedAcquirer();
});
afterAll(() => acquirer.close());

const signal = () => AbortSignal.timeout(PATIENCE_MS);
/** The answer to the card does not say its outcome: what cannot be read then is pending, not unknown. */
const afterCard = (ends: string) => (ends === 'unknown' ? 'pending' : ends);

describe("the specification's orders", () => {
  it.each(ORDERS)('end a card payment: $what: $ends', async ({ order, ends: [ends] }) => {
    const trial = acquirer.trialOf();
    acquirer.answers('read', 200, orderOf(trial.attempt.id, order));
    let kept = '';
    const authorized = trial.authorize().then((outcome) => {
      kept = JSON.stringify(outcome);
      return outcome;
    });
    expect(await describeEnd(authorized)).toBe(afterCard(ends));
    expect(findCardNumber(kept)).toBeUndefined();
    // An inquiry decides that an order which was closed took nothing.
    const isClosed = 'status' in order && order.status === 'CLOSED';
    expect(await describeEnd(trial.findOutcome())).toBe(isClosed ? 'never_seen' : ends);
  });

  it.each(ORDERS)('end a transfer: $what: $ends', async ({ order, ends: [, ends] }) => {
    const trial = acquirer.transferOf();
    const changes = { currency: 'USD', ...order };
    acquirer.answers('create', 200, orderOf(trial.attempt.id, changes));
    expect(await describeEnd(trial.begin())).toBe(ends);
  });

  const final = ORDERS.filter(({ ends: [ends] }) => ends !== 'unknown');

  it.each(OTHER_ORDERS)('are not taken for the one of the attempt: %s', async (_what, changes) => {
    for (const { order } of final) {
      const trial = acquirer.trialOf();
      await trial.saveReference(ORDER_ID);
      const other = orderOf(trial.attempt.id, { ...order, ...changes });
      acquirer.answers('read', 200, other);
      expect(await describeEnd(trial.findOutcome())).toBe('contradiction');
      const created = acquirer.trialOf();
      acquirer.answers('create', 200, { ...other, ...changesFor(created.attempt.id, changes) });
      expect(await describeEnd(created.authorize())).toBe('contradiction');
    }
  });
});

/** Gives an order the attempt's reference, unless another one is the change. */
function changesFor(id: string, changes: object): object {
  return { reference_id: id, ...changes };
}

describe("answers of other interfaces, as other programs' tests have them", () => {
  it.each(FOREIGN_ANSWERS)('decide nothing: $source', async ({ status, body, ends }) => {
    const trial = acquirer.trialOf();
    acquirer.answers('read', status, body);
    expect(await describeEnd(trial.authorize())).toBe('pending');
    expect(await describeEnd(trial.findOutcome())).toBe(ends);
    const created = acquirer.trialOf();
    acquirer.answers('create', status, body);
    // The card was not sent.
    expect(await describeEnd(created.authorize())).toMatch(/^not_taken /);
    expect(await describeEnd(acquirer.transferOf().begin())).toBe(ends);
  });

  it.each(CARD_REFUSALS)('refuse a card: $source: $ends', async ({ status, body, ends }) => {
    const trial = acquirer.trialOf();
    acquirer.answers('card', status, body);
    expect(await describeEnd(trial.authorize())).toBe(ends);
  });
});

describe('payouts', () => {
  const payout = () => ({
    id: randomUUID(),
    orderId: randomUUID(),
    amountMinor: 1_250n,
    currency: 'EUR' as const,
    destination: new Sensitive('DE89370400440532013000'),
    customer: {},
  });

  it.each(PAYOUTS)('end as their orders say: %s', async (_what, parts, ends) => {
    const attempt = payout();
    const orders = parts.map((part) => orderOf(attempt.id, part));
    acquirer.answers('pay', 200, orderOf(attempt.id, { status: 'CREATED' }));
    acquirer.answers('findPayout', 200, orders);
    expect(await describeEnd(acquirer.payouts.pay(attempt, signal()))).toBe(afterCard(ends));
    const found = acquirer.payouts.findOutcome({ ...attempt, startedAt: new Date() }, signal());
    expect(await describeEnd(found)).toBe(ends);
  });

  it.each(FOREIGN_ANSWERS)('are unknown by any other answer: $source', async ({ status, body }) => {
    acquirer.answers('pay', status, body);
    acquirer.answers('findPayout', status, body);
    const attempt = payout();
    expect(await describeEnd(acquirer.payouts.pay(attempt, signal()))).toBe('unknown');
    const startedAt = new Date();
    const found = acquirer.payouts.findOutcome({ ...attempt, startedAt }, signal());
    expect(await describeEnd(found)).toBe('unknown');
  });

  it('may exist if their reference is a duplicate', async () => {
    for (const body of [{}, { type: 'urn:problem#duplicate', title: 'Duplicate' }]) {
      acquirer.answers('pay', 409, body);
      expect(await describeEnd(acquirer.payouts.pay(payout(), signal()))).toBe('unknown');
    }
  });
});

describe('webhooks', () => {
  it.each(FOREIGN_WEBHOOKS)('of others say nothing: %s', async (_source, body) => {
    const reading = await acquirer.read(body);
    const notifications = reading?.ok === true ? reading.notifications : [];
    expect(notifications).toEqual([]);
  });

  it.each(ORDERS.filter(({ ends: [ends] }) => ends !== 'unknown'))(
    'leave the outcome to an inquiry: $what',
    async ({ order }) => {
      const trial = acquirer.trialOf();
      const told = orderOf(trial.attempt.id, order);
      const reading = await acquirer.read([told]);
      expect(reading).toMatchObject({
        ok: true,
        notifications: [{ kind: 'card', attemptId: trial.attempt.id }],
      });
    },
  );

  it('in the form of the samples are read', async () => {
    const id = randomUUID();
    const sample = {
      group_id: ORDER_ID,
      payment_source: 'CARD',
      fee_percent: 2.9,
      fee_total: 0.66,
      company_id: ORDER_ID,
      merchant_id: ORDER_ID,
      gate_id: ORDER_ID,
      payment_method_id: ORDER_ID,
      payment_method_data: { date_of_birth: '1980-01-01', payment_url: '', cpf: '52998224725' },
      terminal_id: ORDER_ID,
      routing_id: ORDER_ID,
      comment_internal: '',
      comment_external: '',
      create_date: '2026-11-28T07:00:00Z',
      update_date: '2026-11-28T07:01:00',
    };
    const payin = orderOf(id, { ...sample, status: 'SUCCESS' });
    expect(await acquirer.read([payin])).toMatchObject({
      notifications: [{ kind: 'card', attemptId: id, reported: { approves: true } }],
    });
    const payout = { ...payin, destination_account: 'DE89', status: 'FAILED' };
    expect(await acquirer.read([payout])).toMatchObject({
      notifications: [{ kind: 'payout', attemptId: id }],
    });
  });

  it('with several orders of one reference report each of them', async () => {
    const id = randomUUID();
    const paid = orderOf(id, { status: 'SUCCESS' });
    const failed = orderOf(id, { status: 'FAILED', id: randomUUID() });
    for (const orders of [
      [paid, failed],
      [failed, paid],
    ]) {
      const reading = await acquirer.read(orders);
      const notifications = reading?.ok === true ? reading.notifications : [];
      expect(notifications).toHaveLength(2);
      expect(
        notifications.map((one) => 'reported' in one && one.reported?.approves).toSorted(),
      ).toEqual([false, true]);
    }
  });

  it("about another order count only if it was paid, not if it failed, for the attempt's own", async () => {
    const ours = acquirer.trialOf();
    acquirer.answers('read', 200, orderOf(ours.attempt.id, { status: 'IN_PROGRESS' }));
    await ours.authorize();
    const other = randomUUID();
    for (const [status, inquired] of [
      ['FAILED', ORDER_ID],
      ['CLOSED', ORDER_ID],
      ['SUCCESS', other],
    ] as const) {
      acquirer.requests.length = 0;
      const reading = await acquirer.read([orderOf(ours.attempt.id, { status, id: other })]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      const reported = first && 'reported' in first ? first.reported : undefined;
      await acquirer.cards.confirmNotification(ours.known(), reported, ours.saver(), signal());
      expect(acquirer.requests).toEqual([`GET /api/v1/orders/payin/${inquired}`]);
    }
  });

  it('about another order of a transfer count only if it was paid', async () => {
    const trial = acquirer.transferOf();
    const waiting = { currency: 'USD', pay_url: 'https://pay.test/1' };
    acquirer.answers('create', 200, orderOf(trial.attempt.id, waiting));
    acquirer.answers('read', 200, orderOf(trial.attempt.id, waiting));
    await trial.begin();
    const other = randomUUID();
    for (const [status, inquired] of [
      ['FAILED', ORDER_ID],
      ['SUCCESS', other],
    ] as const) {
      acquirer.requests.length = 0;
      const told = { ...waiting, status, id: other, payment_source: 'PIX' };
      const reading = await acquirer.read([orderOf(trial.attempt.id, told)]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      const reported = first && 'reported' in first ? first.reported : undefined;
      await acquirer.transfers?.confirmNotification(
        trial.known(),
        reported,
        trial.saver(),
        signal(),
      );
      expect(acquirer.requests).toEqual([`GET /api/v1/orders/payin/${inquired}`]);
    }
  });
});
