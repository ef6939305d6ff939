// @module-tag both-engines
/** An empty reference_id identifies nothing: only the same signed request is answered with the order made with it. */
import type { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { valueIn } from '#contract/client/result.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paidPayin, payinBody, payoutBody, refundBody } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const answerOf = z.object({ id: z.uuid() });
const created = z.object({ ok: z.literal(true), value: answerOf });

let seconds = 0;

/**
 * Sends a request once, signed for a second of its own, and returns its answer with a way to send the same signed
 * request again.
 */
async function sendOnce(send: (client: OrdersClient) => Promise<unknown>) {
  const requests: (() => Promise<Response>)[] = [];
  seconds += 1;
  const ahead = seconds;
  const client = running.clientFor({
    now: () => Date.now() + ahead * 1_000,
    fetch: async (url, init) => {
      const request = () => fetch(url, init);
      requests.push(request);
      return request();
    },
  });
  const result = await send(client);
  return { result, again: requests[0]! };
}

const REFUSED = {
  ok: false,
  status: 409,
  effect: 'none',
  name: 'duplicate',
  problem: {
    resolution_code: 'VALIDATION_FAILED',
    detail: 'An empty reference_id is taken: send a fresh one for each order.',
    errors: [{ pointer: '/reference_id', code: 'reference_used' }],
  },
};

async function expectReplayed(again: () => Promise<Response>, id: string) {
  const answer = await again();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  expect(answerOf.parse(await answer.json()).id).toBe(id);
}

describe('a payin with an empty reference', () => {
  const body = () => payinBody(running, { reference_id: '' });

  it("is made once; only the same signed request is answered with it, not another payer's equal one", async () => {
    const first = await sendOnce((client) => client.createPayin(body()));
    const { id } = created.parse(first.result).value;
    await expectReplayed(first.again, id);
    for (const other of [body(), { ...body(), amount: 13 }]) {
      const { result, again } = await sendOnce((client) => client.createPayin(other));
      expect(result).toMatchObject(REFUSED);
      expect(JSON.stringify(result)).not.toContain(id);
      expect((await again()).status).toBe(409);
    }
    expect(valueIn(await running.client.findPayins(''))).toMatchObject([{ id, reference_id: '' }]);
    expect(valueIn(await running.client.findPayouts(''))).toEqual([]);
  });

  it('is not made by a trigger either', async () => {
    const { customer: _customer, ...order } = body();
    const result = await running.client.call(ENDPOINTS.triggerCode, {
      body: { ...order, resolution_code: 'ORDER_FAILED_MANUALLY' },
    });
    expect(result).toMatchObject(REFUSED);
  });
});

describe('payouts with an empty reference', () => {
  const body = () =>
    payoutBody(running, {
      method: 'payout_split_eur',
      destination_account: 'DE89370400440532013000',
      amount: 2_500.5,
      reference_id: '',
    });

  it('are one group, whatever is sent at once; only the same signed request is answered with it', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => sendOnce((client) => client.createPayout(body()))),
    );
    const [made, ...others] = sent.filter(({ result }) => created.safeParse(result).success);
    expect(others).toEqual([]);
    const refused = sent.filter((each) => each !== made);
    for (const { result } of refused) expect(result).toMatchObject(REFUSED);
    const { id } = created.parse(made?.result).value;
    await Promise.all(Array.from({ length: 10 }, () => expectReplayed(made!.again, id)));
    const group = valueIn(await running.client.findPayouts(''));
    expect(new Set(group.map(({ group_id: of }) => of))).toEqual(new Set([id]));
    expect(group.reduce((sum, { amount }) => sum + amount, 0)).toBe(2_500.5);
  });
});

describe('a refund with an empty reference', () => {
  it('is invalid at /reference_id, for a merchant and for an operator', async () => {
    const { id } = await paidPayin(running);
    expect(await running.client.createRefund(refundBody(id, { reference_id: '' }))).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer: '/reference_id', code: 'length' }] },
    });
    const answer = await running.operator('refunds create', { order: id, reference: '' });
    expect(answer).toMatchObject({ status: 400 });
    expect(valueIn(await running.client.listRefunds({ payin_id: id })).content).toEqual([]);
  });
});
