/** Merchants' test clocks in the sandbox: what moves with a clock, and what does not. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result, Success } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { createTestClocks } from '#service/sandbox/clocks/test-clocks.ts';
import type { SandboxTables } from '#service/sandbox/schema.ts';
import type { AnyHandler } from '#service/http/handler.ts';
import { developerHandlers } from '#service/http/routes/developer.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { advanceBy, advanceTo } from '../../support/process/advance-clock.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const DAY_SECONDS = 86_400;

/** The retry intervals in the guide. */
const RETRIES_AFTER_SECONDS = [
  5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 57_600, 86_400,
];

/** Matches a wait that is up to a fifth off, and up to the end of the minute. */
function aboutSeconds(seconds: number): unknown {
  return expect.toSatisfy(
    (waited: number) => waited >= 0.8 * seconds - 1 && waited <= 1.2 * seconds + 60,
  );
}

/** A closed port, which refuses at once. */
const NOBODY = 'http://127.0.0.1:9/';

type Members<Tables> = { [Table in keyof Tables]: Tables[Table] };

const clock = frozenClock();
let running: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  // Rare recurring work, so that only moving the clock does due work.
  running = await startService({ now: clock.now, tickMs: PATIENCE_MS });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

async function paid(amount: number, callback = receiver.url): Promise<string> {
  const { id } = await createdPayin(running, { amount, callback_url: callback });
  await running.client.submitCardData(cardDataBody(id));
  return id;
}

/** Returns the merchant's latest webhooks with their attempts; all must be abandoned. */
async function givenUp(count: number) {
  const { value: webhooks } = await valueOf(running.client.listWebhooks({ size: count }));
  const histories = await Promise.all(
    webhooks.content.map(({ id }) => valueOf(running.client.getWebhook(id))),
  );
  return histories.map(({ value }) => value);
}

function pageCredentials({ service }: RunningService) {
  const { keyId: apiKeyId, secret: apiSecret } = service.pageKey;
  return { apiKeyId, apiSecret };
}

function strangerOf({ sandbox, clientFor }: RunningService) {
  const { api_key_id: apiKeyId, api_secret: apiSecret } = sandbox.other_merchant;
  return clientFor({ apiKeyId, apiSecret });
}

describe('a test clock', () => {
  it('sets the time in orders, lists and webhooks, while signatures use real time', async () => {
    const { client, clientFor } = running;
    await advanceTo(client, +clock.now() / 1_000 + 30 * DAY_SECONDS);
    const id = await paid(50);
    const { value: shown } = await valueOf(client.getClock());
    const { value: order } = await valueOf(client.getPayin(id));
    expect(order).toMatchObject({ create_date: shown.date, update_date: shown.date });
    const startDate = new Date((shown.date - 60) * 1_000).toISOString();
    const listed = await client.listPayins({ page: 1, size: 10, startDate });
    expect(listed).toMatchObject({ value: { total_elements: 1, content: [{ id }] } });
    const [told] = await deliveries(receiver, 1);
    expect(JSON.parse(told!.body.toString())).toMatchObject([{ update_date: shown.date }]);
    const secrets = [running.sandbox.webhook_secret];
    const verdict = verifyWebhook(told!.body, told!.headers, { secrets, nowMs: +clock.now() });
    expect(verdict).toMatchObject({ ok: true });
    const page = clientFor(pageCredentials(running));
    const waiting = await createdPayin(running);
    expect(await page.call(ENDPOINTS.getCheckout, { params: { id: waiting.id } })).toMatchObject({
      value: { now: shown.date, expires_at: shown.date + 1_800 },
    });
    await running.operator('payins cancel', { order: waiting.id });
    expect(await client.getPayin(waiting.id)).toMatchObject({
      value: { status: 'CLOSED', update_date: shown.date },
    });
    const early = clientFor({ now: () => shown.date * 1_000 });
    expect(await early.getBalances()).toMatchObject({ status: 401 });
  });

  it('belongs to one merchant, and is known to every process', async () => {
    expect(await strangerOf(running).getClock()).toMatchObject({
      value: { date: +clock.now() / 1_000, ahead_seconds: 0 },
    });
    const elsewhere = createTestClocks(clock.now);
    const { db } = running;
    await elsewhere.load(db.$extendTables<Members<SandboxTables>>());
    expect(elsewhere.aheadMs(running.sandbox.merchant_id)).toBe(30 * DAY_SECONDS * 1_000);
    expect(elsewhere.moved()).toEqual([running.sandbox.merchant_id]);
  });

  it('moves neither back nor more than ten years ahead', async () => {
    const stranger = strangerOf(running);
    const now = +clock.now() / 1_000;
    const farthest = now + 3_660 * DAY_SECONDS;
    expect(await stranger.advanceClock(farthest + 1)).toMatchObject({ status: 400 });
    for (const to of [0, -1, 1.5]) {
      expect(await stranger.advanceClock(to)).toMatchObject({ status: 400 });
    }
    expect(await stranger.advanceClock(farthest)).toMatchObject({ value: { date: farthest } });
    expect(await stranger.advanceClock(now)).toMatchObject({ value: { date: farthest } });
  });

  it('moves from one due time to the next, past pending and refused work', async () => {
    const { client, sandbox } = running;
    const addresses = { payin_url: NOBODY, payout_url: NOBODY };
    await running.operator('webhooks configure', { merchant: sandbox.merchant_id, ...addresses });
    for (const hours of [0.12, 0.31, 0.48]) {
      await paid(104 + hours, NOBODY);
      await paid(105 + hours, NOBODY);
      await createdPayout(running, { amount: 104 + hours });
      // Keeps the next order's due times out of the same minutes.
      await advanceBy(client, 97);
    }
    await advanceBy(client, 30 * DAY_SECONDS);
    const ends = (await givenUp(9)).map(({ state, attempts }) => [state, attempts]);
    expect(ends).toEqual(Array.from({ length: 9 }, () => ['failed', 14]));
  });

  it('resends and releases in the minute in which each is due', async () => {
    const { client, db } = running;
    for (let order = 0; order < 3; order += 1) {
      await paid(60 + order, NOBODY);
      await advanceBy(client, 97);
    }
    const { value: before } = await valueOf(client.getClock());
    await advanceTo(client, before.date + 30 * DAY_SECONDS);
    for (const { attempt_log: attempts } of await givenUp(3)) {
      const waits = attempts.slice(1).map(({ date }, index) => date - attempts[index]!.date);
      expect(waits).toEqual(RETRIES_AFTER_SECONDS.map((seconds) => aboutSeconds(seconds)));
    }
    const released = await db
      .selectFrom('retentions')
      .select(['due_at', 'released_at'])
      .where('bucket', '=', 'hold')
      .where('due_at', '>', new Date(before.date * 1_000))
      .execute();
    expect(released).toHaveLength(3);
    for (const { due_at: due, released_at: at } of released) {
      expect(at?.getTime()).toBe(Math.ceil(+due / 60_000) * 60_000);
    }
  });

  it('leaves an event alone that is leased while the clock is moved', async () => {
    const { client, db } = running;
    const { value: before } = await valueOf(client.getClock());
    const soon = new Date((before.date + 25) * 1_000);
    const lease = { lease_id: randomUUID(), leased_at: new Date(before.date * 1_000) };
    const overtaken = await paid(71, NOBODY);
    const isOvertaken = sql<boolean>`${overtaken}::uuid = any (order_ids)`;
    const overtaking = await startReceiver(async (response) => {
      // Leases it as a process's dispatcher does that does not know yet that the clock was moved.
      const leased = { ...lease, next_attempt_at: soon, state: 'pending', tries: 0 } as const;
      await db.updateTable('webhook_events').set(leased).where(isOvertaken).execute();
      response.writeHead(204).end();
    });
    await createdPayin(running, { amount: 72, callback_url: overtaking.url });
    await advanceTo(client, before.date + DAY_SECONDS);
    await overtaking.close();
    const event = db.selectFrom('webhook_events').select(['lease_id', 'next_attempt_at']);
    expect(await event.where(isOvertaken).executeTakeFirst()).toEqual({
      lease_id: lease.lease_id,
      next_attempt_at: soon,
    });
    await db
      .updateTable('webhook_events')
      .set({ lease_id: null, leased_at: null })
      .where(isOvertaken)
      .execute();
  });

  it('does not exist outside the sandbox', async () => {
    const outside = { requestLog: undefined, clocks: undefined };
    const handlers: Partial<Record<string, AnyHandler>> = developerHandlers(
      running.context,
      outside,
    );
    const caller = { scope: 'merchant', merchantId: running.sandbox.merchant_id };
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
