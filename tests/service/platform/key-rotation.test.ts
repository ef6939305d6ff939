/** Rotation of the master key during payments, webhooks and operators' work, and the data that must survive it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { issueKey } from '#service/merchants/keys.ts';
import { openKeyring } from '#service/platform/open-keyring.ts';
import { RESEALED_AT_ONCE, SEALED_COLUMNS } from '#service/platform/reseal.ts';
import { StartError } from '#service/platform/start-error.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { browse } from '../../support/operator/people.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import {
  cardDataBody,
  createdPayin,
  payinBody,
  createdPayout,
} from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const BLOCKED_CARD = '4100000000000019';
const NEW_KEY = randomBytes(32).toString('base64');
const REPEATED = randomUUID();
/** One key more than two batches. */
const MANY_KEYS = 2 * RESEALED_AT_ONCE + 1;

let data: ServiceData;
let firstKey: string;
let receiver: Receiver;
let running: RunningService;
let blockedBefore: unknown;
let payoutBefore: string;
let operatorToken: string;

async function restart(env: Record<string, string>): Promise<RunningService> {
  await running.close();
  running = await startService({ data, env });
  return running;
}

beforeAll(async () => {
  data = await newServiceData();
  firstKey = (await readFile(join(data.directory, 'master.key'), 'utf8')).trim();
  receiver = await startReceiver();
  running = await startService({ data });
  const owner = { scope: 'merchant', merchantId: running.sandbox.merchant_id } as const;
  for (let n = 0; n < MANY_KEYS; n += 1) await issueKey(running.context, owner, 'test');
  const merchant = owner.merchantId;
  await running.operator('webhooks configure', { merchant, payin_url: receiver.url });
  blockedBefore = await codeOfBlockedCard();
  payoutBefore = (await repeatedPayout()).id;
  const issued = await running.operator('tokens issue', { name: 'before', role: 'viewer' });
  operatorToken = z.object({ token: z.string() }).parse(issued.body).token;
});
afterAll(async () => {
  await running.close();
  await receiver.close();
  await data.remove();
});

const resealed = z.object({ key: z.string(), resealed: z.number(), left: z.number() });

async function reseal() {
  const { status, body } = await running.operator('keys reseal');
  expect(status, JSON.stringify(body)).toBe(200);
  return resealed.parse(body);
}

/** Pays by card and reads the order. @returns the failures */
async function payOnce(client = running.client): Promise<string[]> {
  const created = await client.createPayin(payinBody(running));
  if (!created.ok) return [`not created: ${created.cause}`];
  const paid = await client.submitCardData(cardDataBody(created.value.id));
  const read = await client.getPayin(created.value.id);
  return [paid, read].flatMap((result) => (result.ok ? [] : [`failed: ${result.cause}`]));
}

async function issuedKeyClient() {
  return running.clientFor(await issuedKey(running, running.sandbox.merchant_id, 'live'));
}

function repeatedPayout() {
  return createdPayout(running, { reference_id: REPEATED });
}

async function codeOfBlockedCard() {
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id, { card_number: BLOCKED_CARD }));
  const order = await running.client.getPayin(id);
  return order.ok && order.value.resolution_code;
}

describe('a rotation of the master key', () => {
  it('knows every sealed column', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = current_schema()
        and column_name like '%sealed' and data_type = 'bytea'`.execute(running.db);
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(known.toSorted()).toEqual(rows.map(({ place }) => place).toSorted());
  });

  it('works under load without failures, and ends when nothing is left', async () => {
    await restart({ MASTER_KEY: NEW_KEY, MASTER_KEY_PREVIOUS: firstKey });
    expect(await opens(firstKey)).toBe(true);
    expect(await opens(NEW_KEY)).toBe(false);

    const { shops, runs } = await whileShopsPay(() => Promise.all([reseal(), reseal()]));
    expect(shops.flatMap(({ failures }) => failures)).toEqual([]);
    const last = await reseal();
    expect(last.left).toBe(0);
    const total = [...runs, last].reduce((sum, run) => sum + run.resealed, 0);
    expect(total).toBeGreaterThanOrEqual(MANY_KEYS);
    expect(await reseal()).toMatchObject({ resealed: 0, left: 0 });
    expect(await opens(NEW_KEY)).toBe(true);
    expect(await opens(firstKey)).toBe(false);

    const payments = shops.reduce((sum, each) => sum + each.payments, 0);
    const secrets = [running.sandbox.webhook_secret];
    for (const { body, headers } of await deliveries(receiver, payments)) {
      expect(verifyWebhook(body, headers, { secrets, nowMs: Date.now() }).ok).toBe(true);
    }
  });

  it('preserves secrets, block lists, repeated requests, operators and the audit', async () => {
    await restart({ MASTER_KEY: NEW_KEY });
    expect(await payOnce()).toEqual([]);
    expect(await codeOfBlockedCard()).toBe(blockedBefore);
    expect((await repeatedPayout()).id).toBe(payoutBefore);
    const headers = { authorization: `Bearer ${operatorToken}` };
    const listed = await browse(running, 'merchants/list', { body: {}, headers });
    expect(listed.status).toBe(200);
    expect((await running.operator('audit verify')).status).toBe(200);
  });
});

/** Returns whether a start with only this key can open the secrets. */
async function opens(masterKey: string): Promise<boolean> {
  const keys = { current: Buffer.from(masterKey, 'base64'), previous: undefined };
  try {
    await openKeyring(running.db, keys);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      /encrypted under another master key.*as MASTER_KEY_PREVIOUS beside a new one/s,
    );
    return false;
  }
}

/** Runs `work` while three shops pay concurrently, one of them with a new key, at least three times each. */
async function whileShopsPay<Done>(work: () => Promise<Done>) {
  const done = new AbortController();
  const shop = async (client = running.client) => {
    const failures: string[] = [];
    let payments = 0;
    for (; !done.signal.aborted || payments < 3; payments += 1)
      failures.push(...(await payOnce(client)));
    return { failures, payments };
  };
  const shops = Promise.all([shop(), shop(), issuedKeyClient().then(shop)]);
  const runs = await work();
  done.abort();
  return { runs, shops: await shops };
}
