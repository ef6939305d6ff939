/** How operators see a failing receiver, before any webhook is abandoned. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listConditions } from '#service/operator/conditions.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let receiver: Receiver;
let host: string;
let status = 500;

beforeAll(async () => {
  running = await startService();
  receiver = await startReceiver((response) => {
    response.writeHead(status).end();
  });
  ({ host } = new URL(receiver.url));
  const merchant = running.sandbox.merchant_id;
  await running.operator('webhooks configure', { merchant, payin_url: receiver.url });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

/** Creates an order that ends at once, so that its webhook is sent. */
async function sendWebhook(): Promise<void> {
  await running.client.createPayin(payinBody(running, { amount: 999_999 }));
}

function pending() {
  return running.db
    .selectFrom('webhook_events')
    .select('tries')
    .where('state', '=', 'pending')
    .where('lease_id', 'is', null)
    .where('tries', '>', 0)
    .execute();
}

function delivered() {
  return running.db
    .selectFrom('webhook_events')
    .select('id')
    .where('state', '=', 'delivered')
    .execute();
}

function failFor(minutes: number) {
  return sql`update webhook_events set created_at = now() - make_interval(mins => ${minutes}::integer)
    where state = 'pending'`.execute(running.db);
}

function checkNow() {
  return sql`update timed_work set due_at = '1970-01-01Z' where name = 'log-failing-receivers'`.execute(
    running.db,
  );
}

function lines(): string[] {
  return running.logs().match(/.*A receiver does not accept webhooks.*/g) ?? [];
}

async function conditions() {
  const all = await listConditions(running.context, { merchantId: running.sandbox.merchant_id });
  return all.map(({ kind, subject }) => [kind, subject]);
}

async function failingSeconds(): Promise<number | undefined> {
  return valueOf(await scrape(running), 'tollgate_webhooks_failing_seconds', { host });
}

it('a failing receiver is no condition for ten minutes', async () => {
  await sendWebhook();
  await expect.poll(pending).toHaveLength(1);
  await failFor(9);
  expect(await conditions()).toEqual([]);
  expect(await failingSeconds()).toBeFalsy();
});

it('a failing receiver then is a condition, has a series for its host, and is logged once an hour', async () => {
  await failFor(15);
  expect(await conditions()).toEqual([['receiver_fails', host]]);
  expect(await failingSeconds()).toBeGreaterThanOrEqual(900);
  await checkNow();
  await expect.poll(lines).toHaveLength(1);
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 40, host, events: 1, minutes: 15 });
  await failFor(35);
  await checkNow();
  const isChecked = async () =>
    (
      await running.db
        .selectFrom('timed_work')
        .select('due_at')
        .where('name', '=', 'log-failing-receivers')
        .executeTakeFirstOrThrow()
    ).due_at > new Date();
  await expect.poll(isChecked).toBe(true);
  await failFor(75);
  await checkNow();
  await expect.poll(lines).toHaveLength(2);
});

it('a failing receiver is not healthy by single deliveries, nor by those of another merchant', async () => {
  for (let count = 0; count < 3; count += 1) await sendWebhook();
  await expect.poll(pending).toHaveLength(4);
  status = 200;
  await sendWebhook();
  await expect.poll(delivered).toHaveLength(1);
  const other = running.sandbox.other_merchant.merchant_id;
  const { rows } = await sql`
    update webhook_events set merchant_id = ${other} where state = 'delivered' returning id`.execute(
    running.db,
  );
  expect(rows).toHaveLength(1);
  expect(await conditions()).toEqual([['receiver_fails', host]]);
  await sendWebhook();
  await expect.poll(delivered).toHaveLength(2);
  expect(await conditions()).toEqual([['receiver_fails', host]]);
});

it('a failing receiver is healthy again once it accepts half of the latest webhooks', async () => {
  for (let count = 0; count < 3; count += 1) await sendWebhook();
  await expect.poll(conditions).toEqual([]);
  expect(await failingSeconds()).toBeFalsy();
});
