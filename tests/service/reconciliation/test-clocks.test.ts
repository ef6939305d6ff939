/** Clocks of merchants in the sandbox: what moves with one, and what does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result, Success } from '#contract/client/client.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { createTestClocks } from '#service/sandbox/clocks/test-clocks.ts';
import type { SandboxTables } from '#service/sandbox/schema.ts';
import type { AnyHandler } from '#service/http/handler.ts';
import { toolHandlers } from '#service/http/routes/tools.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { createdPayout } from '../../support/orders/payouts.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const DAY_SECONDS = 86_400;

type Members<Tables> = { [Table in keyof Tables]: Tables[Table] };

const clock = frozenClock();
let atOnce: RunningService;
let dayByDay: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const options = { now: clock.now, webhooks: { random: () => 0.5 } };
  [atOnce, dayByDay] = await Promise.all([startService(options), startService(options)]);
});
afterAll(async () => {
  await Promise.all([atOnce.close(), dayByDay.close()]);
  await receiver.close();
});

async function advance({ client }: RunningService, days: number): Promise<number> {
  const read = await client.getClock();
  if (!read.ok) throw new Error('The clock was not read');
  const to = read.value.date + days * DAY_SECONDS;
  let date = 0;
  while (date < to) {
    const moved = await client.advanceClock(to);
    if (!moved.ok) throw new Error(`The clock was not moved: ${moved.cause}`);
    ({ date } = moved.value);
  }
  return date;
}

async function paid(running: RunningService, amount: number): Promise<string> {
  const { id } = await createdPayin(running, { amount, callback_url: receiver.url });
  await running.client.submitCardData(cardDataBody(id));
  return id;
}

/** One of everything that time changes; a closed port refuses webhooks at once. */
async function arrange(running: RunningService): Promise<void> {
  const merchant = running.sandbox.merchant_id;
  const urls = { payin_url: receiver.url, payout_url: receiver.url };
  await running.operator('webhooks configure', { merchant, ...urls });
  await paid(running, 40);
  await createdPayin(running, { amount: 41, callback_url: receiver.url });
  await createdPayin(running, { amount: 42, callback_url: 'http://127.0.0.1:9/' });
  await paid(running, 104.02);
  await paid(running, 105.03);
  await createdPayout(running, { amount: 104.03 });
  await createdPayout(running, { amount: 105.02 });
}

/** All that a merchant sees but ids and times of day. */
async function seen({ client }: RunningService) {
  const [payins, payouts, balances, webhooks] = await Promise.all([
    client.listPayins({ page: 1, size: 100 }),
    client.listPayouts({ page: 1, size: 100 }),
    client.getBalances(),
    client.listWebhooks(),
  ]);
  if (!payins.ok || !payouts.ok || !balances.ok || !webhooks.ok) throw new Error('Nothing is seen');
  const orders = [...payins.value.content, ...payouts.value.content];
  return {
    orders: orders.map(({ amount, status }) => `${amount} ${status}`).toSorted(),
    balances: balances.value.map(({ gate_balances: gates, ...balance }) => ({
      ...balance,
      gates: gates.map(({ merchant_gate_id: _id, ...gate }) => gate),
    })),
    webhooks: webhooks.value.content
      .map(({ type, state, attempts }) => `${type} ${state} ${attempts}`)
      .toSorted(),
  };
}

const strangerOf = ({ sandbox, clientFor }: RunningService) => {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = sandbox.other_merchant;
  return clientFor({ apiKeyId, apiSecret });
};

describe('a test clock', () => {
  it('makes the same of everything, at once and day by day', async () => {
    await Promise.all([arrange(atOnce), arrange(dayByDay)]);
    await advance(atOnce, 30);
    for (let day = 0; day < 30; day += 1) await advance(dayByDay, 1);
    const ended = await seen(atOnce);
    expect(ended).toEqual(await seen(dayByDay));
    expect(ended.orders).toEqual([
      '104.02 SUCCESS',
      '104.03 SUCCESS',
      '105.02 FAILED',
      '105.03 CLOSED',
      '40 SUCCESS',
      '41 CLOSED',
      '42 CLOSED',
    ]);
    expect(ended.balances.flatMap(({ gates }) => gates)).toContainEqual(
      expect.objectContaining({ hold_balance: 0, rolling_balance: 6.97 }),
    );
    expect(ended.webhooks).toContain('payin failed 14');
  });

  it('is what orders, lists and webhooks say, while signatures go by real time', async () => {
    const { client, clientFor } = atOnce;
    const before = receiver.received.length;
    const id = await paid(atOnce, 50);
    const { value: shown } = await valueOf(client.getClock());
    const { value: order } = await valueOf(client.getPayin(id));
    expect(order).toMatchObject({ create_date: shown.date, update_date: shown.date });
    const startDate = new Date((shown.date - 60) * 1_000).toISOString();
    const listed = await client.listPayins({ page: 1, size: 10, startDate });
    expect(listed).toMatchObject({ value: { total_elements: 1, content: [{ id }] } });
    const [told] = (await deliveries(receiver, before + 1)).slice(before);
    expect(JSON.parse(told!.body.toString())).toMatchObject([{ update_date: shown.date }]);
    const secrets = [atOnce.sandbox.webhook_secret];
    const verdict = verifyWebhook(told!.body, told!.headers, { secrets, nowMs: +clock.now() });
    expect(verdict).toMatchObject({ ok: true });
    const early = clientFor({ now: () => shown.date * 1_000 });
    expect(await early.getBalances()).toMatchObject({ status: 401 });
  });

  it("is one merchant's, and known to every process", async () => {
    expect(await strangerOf(atOnce).getClock()).toMatchObject({
      value: { date: +clock.now() / 1_000, ahead_seconds: 0 },
    });
    const elsewhere = createTestClocks(clock.now);
    await elsewhere.load(atOnce.db.$extendTables<Members<SandboxTables>>());
    expect(elsewhere.aheadMs(atOnce.sandbox.merchant_id)).toBe(30 * DAY_SECONDS * 1_000);
    expect(elsewhere.moved()).toEqual([atOnce.sandbox.merchant_id]);
  });

  it('does not go back, nor farther than ten years', async () => {
    const stranger = strangerOf(dayByDay);
    const now = +clock.now() / 1_000;
    const farthest = now + 3_660 * DAY_SECONDS;
    expect(await stranger.advanceClock(farthest + 1)).toMatchObject({ status: 400 });
    for (const to of [0, -1, 1.5]) {
      expect(await stranger.advanceClock(to)).toMatchObject({ status: 400 });
    }
    expect(await stranger.advanceClock(farthest)).toMatchObject({ value: { date: farthest } });
    expect(await stranger.advanceClock(now)).toMatchObject({ value: { date: farthest } });
  });

  it('is not there outside the sandbox', async () => {
    const outside = { requestLog: undefined, clocks: undefined };
    const handlers: Partial<Record<string, AnyHandler>> = toolHandlers(atOnce.context, outside);
    const caller = { scope: 'merchant', merchantId: atOnce.sandbox.merchant_id };
    const refused = { problem: { problem: 'no_such_path' } };
    expect(await handlers['getClock']?.({ caller })).toMatchObject(refused);
    expect(await handlers['advanceClock']?.({ caller, body: { to: 1 } })).toMatchObject(refused);
  });
});

async function valueOf<Value>(asked: Promise<Result<Value>>): Promise<Success<Value>> {
  const result = await asked;
  if (!result.ok) throw new Error(`Refused: ${result.cause}`);
  return result;
}
