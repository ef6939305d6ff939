/** A sandbox brings on demand what otherwise takes time, by the code that runs at its time. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valueIn } from '#contract/client/result.ts';
import { TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import { expirePayins } from '#service/payins/expire.ts';
import { inquireDue } from '#service/orders/inquiry.ts';
import { payinInquiry } from '#service/payins/inquire.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  gateBalance,
  paidPayin,
  payinWhen,
} from '../../support/orders/orders.ts';
import { bank, begin, beginBody, createdTransfer } from '../../support/orders/transfers.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const NOTHING = { ok: false, status: 409, name: 'nothing-to-trigger' };
const SKIPPED = { status: 'CLOSED', resolution_code: 'WORKFLOW_EXECUTION_SKIPPED' };

const clock = frozenClock();
let running: RunningService;
let receiver: Receiver;
/** Refuses each delivery. */
let failing: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  failing = await startReceiver((response) => void response.writeHead(500).end());
  // Rare recurring work and a clock that stands still, so that nothing but a trigger does due work.
  running = await startService({ now: clock.now, tickMs: PATIENCE_MS });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
  await failing.close();
});

function expire(payin_id: string) {
  return running.client.triggerExpiry({ payin_id });
}

async function submitted(card_number: string, amount = 12.5): Promise<string> {
  const { id } = await createdPayin(running, { amount });
  expect(await running.client.submitCardData(cardDataBody(id, { card_number }))).toMatchObject({
    ok: true,
  });
  return id;
}

describe('the trigger of expiry', () => {
  it('closes a payin that nobody paid, and sends its webhook', async () => {
    const { id } = await createdPayin(running, { callback_url: receiver.url });
    const closed = valueIn(await expire(id));
    expect(closed).toMatchObject({ id, ...SKIPPED });
    expect(closed).toEqual(valueIn(await running.client.getPayin(id)));
    const [told] = await deliveries(receiver, 1);
    expect(JSON.parse(told!.body.toString())).toMatchObject([{ id, status: 'CLOSED' }]);
    expect(await expire(id)).toMatchObject(NOTHING);
  });

  it('gives up a challenge that nobody answered', async () => {
    const id = await submitted('4000000000003220');
    expect(valueIn(await expire(id))).toMatchObject({ id, ...SKIPPED });
  });

  it.each(TRANSFER_SOURCES)('gives up a payment by %s that waits for its payer', async (source) => {
    const { id } = await createdTransfer(running, source);
    expect((await begin(running, id, beginBody(source))).ok).toBe(true);
    await payinWhen(running, id, 'PROCESS_PENDING');
    expect(valueIn(await expire(id))).toMatchObject({ id, ...SKIPPED });
  });

  it('lets the money of a late payer arrive after the end', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    await begin(running, id, beginBody('P2P'));
    await bank(running, id, 'late');
    expect(valueIn(await expire(id))).toMatchObject(SKIPPED);
    const { rows } = await sql`
      select from sandbox.receipts where order_id = ${id}`.execute(running.db);
    expect(rows).toHaveLength(1);
  });

  it('leaves a payin to its acquirer that has not decided, but not to its payer', async () => {
    const approved = await submitted('4242424242424242', 102.07);
    const declined = await submitted('4242424242424242', 103.07);
    for (const id of [approved, declined]) {
      expect(valueIn(await expire(id))).toMatchObject({ id, status: 'PROCESS_PENDING' });
      expect(await expire(id)).toMatchObject(NOTHING);
    }
    clock.advance(60_000);
    await inquireDue(running.context, payinInquiry(running.context));
    await expirePayins(running.context);
    expect((await payinWhen(running, approved, () => true)).status).toBe('SUCCESS');
    // In its waiting time it would await another card.
    expect(await payinWhen(running, declined, () => true)).toMatchObject({ status: 'CLOSED' });
  });

  it('does not ask the acquirer before its first call can have ended', async () => {
    const id = await submitted('4242424242424242', 104.05);
    // As it stands while the first call is being made.
    const first = new Date(clock.now().getTime() + 5_000);
    const attempt = { next_inquiry_at: first, leased_until: first };
    await running.db
      .updateTable('payin_attempts')
      .set(attempt)
      .where('payin_id', '=', id)
      .execute();
    expect(valueIn(await expire(id))).toMatchObject({ status: 'PROCESS_PENDING' });
    const row = running.db.selectFrom('payin_attempts').select(['next_inquiry_at', 'leased_until']);
    expect(await row.where('payin_id', '=', id).execute()).toEqual([attempt]);
  });

  it('and a card at the same time: exactly one wins', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await createdPayin(running);
      const [expiry, card] = await Promise.all([
        expire(id),
        running.client.submitCardData(cardDataBody(id)),
      ]);
      const { status } = await payinWhen(running, id, (order) =>
        ['SUCCESS', 'CLOSED'].includes(order.status),
      );
      expect(card.ok).toBe(status === 'SUCCESS');
      if (status === 'CLOSED') expect(expiry.ok).toBe(true);
    }
  });

  it('has nothing to bring to a payin that has ended', async () => {
    const { id } = await paidPayin(running);
    expect(await expire(id)).toMatchObject(NOTHING);
  });
});

describe('the trigger of release', () => {
  const amounts = async () => {
    const { available_balance, hold_balance, rolling_balance } = await gateBalance(
      running.client,
      'EUR',
    );
    return [available_balance, hold_balance, rolling_balance].map((each) => each * 100);
  };
  const change = async (work: () => Promise<unknown>) => {
    const before = await amounts();
    await work();
    const after = await amounts();
    return after.map((each, index) => Math.round(each - (before[index] ?? 0)));
  };
  const release = (payin_id: string, what?: 'hold' | 'rolling' | 'both') =>
    running.client.triggerRelease({ payin_id, what });

  it('makes hold and rolling reserve available, together or one after the other', async () => {
    const { id } = await paidPayin(running);
    const released = async () => {
      expect(valueIn(await release(id))).toEqual(valueIn(await running.client.getPayin(id)));
    };
    expect(await change(released)).toEqual([1_184, -1_125, -59]);
    const other = await paidPayin(running);
    expect(await change(() => release(other.id, 'hold'))).toEqual([1_125, -1_125, 0]);
    expect(await release(other.id, 'hold')).toMatchObject(NOTHING);
    expect(await change(() => release(other.id, 'both'))).toEqual([59, 0, -59]);
  });

  it('releases once, however often it is asked for at the same time', async () => {
    const { id } = await paidPayin(running);
    const results = await Promise.all(Array.from({ length: 4 }, () => release(id)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const { body } = await running.operator('ledger check');
    expect(body).toMatchObject({ ok: true, findings: [] });
  });

  it('has nothing to bring where nothing is retained', async () => {
    const { id } = await createdPayin(running);
    for (const what of ['hold', 'rolling', 'both'] as const) {
      expect(await release(id, what)).toMatchObject(NOTHING);
    }
    expect(await release(id, 'all' as never)).toMatchObject({ status: 400 });
  });
});

describe('the trigger of redelivery', () => {
  const redeliver = (order_id: string) => running.client.triggerRedelivery({ order_id });

  it("makes the next attempt at a payin's webhook, by the schedule", async () => {
    const { id } = await createdPayin(running, { callback_url: failing.url });
    const before = failing.received.length;
    await expire(id);
    await deliveries(failing, before + 1);
    for (const attempts of [2, 3]) {
      expect(valueIn(await redeliver(id))).toEqual(valueIn(await running.client.getPayin(id)));
      await deliveries(failing, before + attempts);
    }
    await until(
      async () => valueIn(await running.client.listWebhooks({ order_id: id })).content[0],
      (webhook) => webhook?.attempts === 3,
      (webhook) => JSON.stringify(webhook),
    );
  });

  it("makes the next attempt at a payout's webhook", async () => {
    const merchant = running.sandbox.merchant_id;
    await running.operator('webhooks configure', { merchant, payout_url: failing.url });
    const before = failing.received.length;
    const { id } = await createdPayout(running, { amount: 10 });
    await deliveries(failing, before + 1);
    expect(valueIn(await redeliver(id))).toEqual(valueIn(await running.client.getPayout(id)));
    await deliveries(failing, before + 2);
  });

  it('has nothing to bring while an order is open, and after its webhook was delivered', async () => {
    const before = receiver.received.length;
    const { id } = await createdPayin(running, { callback_url: receiver.url });
    expect(await redeliver(id)).toMatchObject(NOTHING);
    await expire(id);
    await deliveries(receiver, before + 1);
    expect(await redeliver(id)).toMatchObject(NOTHING);
  });
});

describe('the trigger of a deadline', () => {
  const bring = (dispute_id: string) => running.client.triggerDisputeDeadline({ dispute_id });

  it('makes it tomorrow, so that operators are reminded', async () => {
    const { id: payin_id } = await paidPayin(running);
    const { id } = valueIn(await running.client.triggerDispute({ payin_id }));
    const tomorrow = clock.now().getTime() + DAY_MS;
    const due = async () => {
      const { body } = await running.operator('attention conditions', {});
      return JSON.stringify(body).includes(payin_id);
    };
    expect(await due()).toBe(false);
    const moved = valueIn(await bring(id));
    expect(moved).toMatchObject({ id, status: 'OPEN', answer_by_date: tomorrow / 1_000 });
    expect(moved).toEqual(valueIn(await running.client.getDispute(id)));
    expect(await due()).toBe(true);
    expect(await bring(id)).toMatchObject(NOTHING);
  });

  it.each([
    ['inquiry_opened', false],
    ['charged_back', true],
    ['arbitration_opened', false],
  ] as const)('holds when an acquirer repeats its notice: %s', async (step, isDateUnsigned) => {
    const { id: payin_id } = await paidPayin(running);
    const answerBy = new Date(clock.now().getTime() + 9 * DAY_MS);
    const notice = { reference: 'D', disputed: undefined, answerBy, isDateUnsigned };
    await toldOf(running, payin_id, step, notice);
    const { content } = valueIn(await running.client.listDisputes({ payin_id }));
    const { answer_by_date: tomorrow } = valueIn(await bring(content[0]?.id ?? ''));
    expect(tomorrow).toBe((clock.now().getTime() + DAY_MS) / 1_000);
    await toldOf(running, payin_id, step, notice);
    await toldOf(running, payin_id, 'commented', { reference: 'D' });
    expect(valueIn(await running.client.listDisputes({ payin_id })).content).toMatchObject([
      { answer_by_date: tomorrow },
    ]);
  });

  it('has nothing to bring to a dispute that awaits no answer', async () => {
    const { id: payin_id } = await paidPayin(running);
    const { id } = valueIn(await running.client.triggerDispute({ payin_id, event: 'win' }));
    expect(await bring(id)).toMatchObject(NOTHING);
  });
});

describe('a trigger', () => {
  it("finds no other merchant's orders and disputes", async () => {
    const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
    const other = running.clientFor({ apiKeyId, apiSecret });
    const { id: payin_id } = await paidPayin(running);
    const { id: dispute_id } = valueIn(await running.client.triggerDispute({ payin_id }));
    for (const [client, id, dispute] of [
      [other, payin_id, dispute_id],
      [running.client, randomUUID(), randomUUID()],
    ] as const) {
      for (const refused of [
        await client.triggerExpiry({ payin_id: id }),
        await client.triggerRelease({ payin_id: id }),
        await client.triggerRedelivery({ order_id: id }),
      ]) {
        expect(refused).toMatchObject({ status: 404, name: 'not-found' });
      }
      expect(await client.triggerDisputeDeadline({ dispute_id: dispute })).toMatchObject({
        status: 404,
        name: 'dispute-not-found',
      });
    }
  });
});
