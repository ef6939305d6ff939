import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issuedKey } from '../../support/process/operator-answers.ts';
import {
  send,
  sign,
  timestampNow,
  type Answer,
} from '../../../packages/tollgate/conformance/send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf, type Target } from '../../../packages/tollgate/conformance/target.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod, gateOf } from '../../support/database/seeds/methods.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const APPROVED = '4242424242424242';
const SOFT_DECLINED = '4000000000000002';
const BLOCKED = '4100000000000019';

const running = serviceForTests();
const target = targetOf(running);

interface Sending {
  key?: Target['key'];
  /** Makes requests signed within one second differ. */
  skewSeconds?: number;
}

/** Signs card data once. @returns a function that sends it, any number of times */
function signedCard(
  orderId: string,
  cardNumber: string,
  { key = target.key, skewSeconds = 0 }: Sending = {},
) {
  const bytes = Buffer.from(JSON.stringify(cardDataBody(orderId, { card_number: cardNumber })));
  const timestamp = timestampNow(skewSeconds);
  const parts = { method: 'POST', path: CARD_DATA_PATH, timestamp, body: bytes };
  const signature = sign(key, parts);
  return (headers: Record<string, string> = {}): Promise<Answer> =>
    send(target, {
      path: CARD_DATA_PATH,
      body: bytes,
      key,
      headers: { 'X-Timestamp': timestamp, 'X-Signature': signature, ...headers },
    });
}

async function attemptsOf(payinId: string): Promise<number> {
  const rows = await running.db
    .selectFrom('payin_attempts')
    .select('id')
    .where('payin_id', '=', payinId)
    .execute();
  return rows.length;
}

describe('the very same signed card data', () => {
  it('makes one attempt, though the order awaits another after a decline', async () => {
    const { id } = await createdPayin(running);
    const card = signedCard(id, SOFT_DECLINED);
    for (let sent = 0; sent < 3; sent += 1) expect(await card()).toMatchObject({ status: 200 });
    expect(await attemptsOf(id)).toBe(1);
    // On a busy machine the acquirer may answer late, and only an inquiry finds the decline.
    await expect
      .poll(() => readPayin(target, id), { timeout: PATIENCE_MS })
      .toMatchObject({ status: 'CREATED' });
  });

  it('is the same with its signature in upper case', async () => {
    const { id } = await createdPayin(running);
    const bytes = Buffer.from(JSON.stringify(cardDataBody(id, { card_number: SOFT_DECLINED })));
    const timestamp = timestampNow();
    const parts = { method: 'POST', path: CARD_DATA_PATH, timestamp, body: bytes };
    const signature = sign(target.key, parts);
    for (const text of [signature, signature.toUpperCase()]) {
      const headers = { 'X-Timestamp': timestamp, 'X-Signature': text };
      const answer = await send(target, { path: CARD_DATA_PATH, body: bytes, headers });
      expect(answer).toMatchObject({ status: 200 });
    }
    expect(await attemptsOf(id)).toBe(1);
  });

  it('makes one attempt when sent ten times at once', async () => {
    const { id } = await createdPayin(running);
    const card = signedCard(id, SOFT_DECLINED);
    const answers = await Promise.all(Array.from({ length: 10 }, () => card()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await attemptsOf(id)).toBe(1);
  });

  it('is accepted after the order has ended, by success or by a block list', async () => {
    const paid = await createdPayin(running);
    const blocked = await createdPayin(running);
    for (const [order, number, status] of [
      [paid, APPROVED, 'SUCCESS'],
      [blocked, BLOCKED, 'FAILED'],
    ] as const) {
      const card = signedCard(order.id, number);
      for (let sent = 0; sent < 2; sent += 1) expect(await card()).toMatchObject({ status: 200 });
      expect(await readPayin(target, order.id)).toMatchObject({ status });
    }
    expect(await attemptsOf(paid.id)).toBe(1);
    expect(await attemptsOf(blocked.id)).toBe(0);
  });

  it('is accepted when an older request is repeated after a newer one', async () => {
    const { id } = await createdPayin(running);
    const first = signedCard(id, SOFT_DECLINED);
    await first();
    await signedCard(id, SOFT_DECLINED, { skewSeconds: 1 })();
    expect(await first()).toMatchObject({ status: 200 });
    expect(await attemptsOf(id)).toBe(2);
  });

  it('signed again is another request', async () => {
    const { id } = await createdPayin(running);
    await signedCard(id, SOFT_DECLINED)();
    await signedCard(id, SOFT_DECLINED, { skewSeconds: 1 })();
    expect(await attemptsOf(id)).toBe(2);
    await signedCard(id, APPROVED, { skewSeconds: 2 })();
    expect(await signedCard(id, APPROVED, { skewSeconds: 3 })()).toMatchObject({ status: 409 });
  });
});

describe('a key that was', () => {
  async function newKey() {
    const key = await issuedKey(running, running.sandbox.merchant_id, 'test');
    return { id: key.apiKeyId, secret: key.apiSecret };
  }

  it.each([
    ['revoked', 'keys revoke', {}],
    ['rotated without an overlap', 'keys rotate', { overlap_hours: 0 }],
  ])('%s submits no card data, though its settings are cached', async (_how, command, input) => {
    const key = await newKey();
    const [before, after] = [await createdPayin(running), await createdPayin(running)];
    expect(await signedCard(before.id, APPROVED, { key })()).toMatchObject({ status: 200 });
    expect(await running.operator(command, { key: key.id, ...input })).toMatchObject({
      status: 200,
    });
    const card = signedCard(after.id, APPROVED, { key });
    expect(await card()).toMatchObject({ status: 401 });
    expect(await attemptsOf(after.id)).toBe(0);
    expect(await readPayin(target, after.id)).toMatchObject({ status: 'CREATED' });
    // Repeating its earlier request is refused too.
    expect(await signedCard(before.id, APPROVED, { key })()).toMatchObject({ status: 401 });
  });
});

describe('a method that was deactivated after an order was created', () => {
  const switching = [
    ['the method', 'gate_methods', 'active'],
    ['its gate', 'gates', 'active'],
  ] as const;

  it.each(switching)('%s: card data is refused, and the order stays open', async (_what, table) => {
    const methodId = await addMethod(running);
    const { id } = await createdPayin(running, { merchant_gate_method_id: methodId });
    const gateId = await gateOf(running, methodId);
    const rowId = table === 'gates' ? gateId : methodId;
    const setActive = (active: boolean) =>
      changeSettings(running.db, running.sandbox.merchant_id, (trx) =>
        trx.updateTable(table).set({ active }).where('id', '=', rowId).execute(),
      );
    await setActive(false);
    const card = signedCard(id, BLOCKED);
    const refused = await card();
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.text)).toMatchObject({ resolution_code: 'METHOD_INACTIVE' });
    expect(await readPayin(target, id)).toMatchObject({ status: 'CREATED' });
    await setActive(true);
    expect(await signedCard(id, APPROVED)()).toMatchObject({ status: 200 });
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('on a frozen gate, the order can still be paid', async () => {
    const methodId = await addMethod(running);
    const { id } = await createdPayin(running, {
      merchant_gate_method_id: methodId,
      reference_id: randomUUID(),
    });
    const gate = await gateOf(running, methodId);
    expect(await running.operator('gates freeze', { gate })).toMatchObject({ status: 200 });
    expect(await signedCard(id, APPROVED)()).toMatchObject({ status: 200 });
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });
});
