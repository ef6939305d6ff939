import { describe, expect, it } from 'vitest';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { DEFAULTS } from '#service/sandbox/methods.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const CHALLENGE_CARD = '4000000000003220';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

async function challenged(): Promise<PayinOrder> {
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id, { card_number: CHALLENGE_CARD }));
  return payinWhen(running, id, 'PROCESS_PENDING');
}

function challengeAddress(order: PayinOrder): string {
  const attemptId = order.pay_url?.split('/').at(-1) ?? '';
  return `${running.baseUrl}/api/sandbox/v1/challenges/${attemptId}`;
}

async function decide(order: PayinOrder, outcome: string): Promise<Response> {
  return fetch(challengeAddress(order), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });
}

describe('a 3-D Secure challenge', () => {
  it('replaces the payment page in pay_url', async () => {
    const order = await challenged();
    expect(order.pay_url).toMatch(/^http:\/\/pay\.test\/challenge\/[0-9a-f-]{36}$/);
    const shown = await fetch(challengeAddress(order));
    expect(await shown.json()).toEqual({
      order_id: order.id,
      amount: '12.50',
      currency: 'EUR',
      card_number: '400000******3220',
      state: 'open',
      return_url: `http://pay.test/pay/${order.id}/status`,
    });
  });

  it("is in the paid order's timeline", async () => {
    const order = await challenged();
    await decide(order, 'approve');
    await payinWhen(running, order.id, 'SUCCESS');
    const { body } = await running.operator('orders show', { order: order.id });
    expect(body).toMatchObject({ attempts: [{ authentication: 'challenged', eci: null }] });
  });

  it('can be decided only once', async () => {
    const order = await challenged();
    await decide(order, 'approve');
    const second = await decide(order, 'refuse');
    expect(await second.json()).toMatchObject({ state: 'approved' });
    expect((await payinWhen(running, order.id, () => true)).status).toBe('SUCCESS');
  });

  it('that is not answered closes the order after the waiting time', async () => {
    const order = await challenged();
    clock.advance(DEFAULTS.waiting_seconds * 1_000);
    const closed = await payinWhen(running, order.id, 'CLOSED');
    expect(closed).toMatchObject({
      status: 'CLOSED',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    });
  });

  it('accepts only approve or refuse', async () => {
    expect((await decide(await challenged(), 'perhaps')).status).toBe(400);
  });
});
