import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  balances,
  gateBalance,
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
  PENDING_FOR_HOURS,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
afterEach(async () => {
  const { body } = await running.operator('ledger check');
  expect(body).toMatchObject({ ok: true, findings: [] });
});

async function eurGate() {
  const eur = (await balances(running.client)).find(({ currency }) => currency === 'EUR');
  return eur?.gate_balances[0]?.merchant_gate_id ?? '';
}

describe('failing an order by hand', () => {
  it("releases a payout's reserve, and the acquirer can no longer pay it", async () => {
    const before = await gateBalance(running.client, 'EUR');
    const { id } = await createdPayout(running, { amount: PENDING_FOR_HOURS });
    expect(await running.operator('orders fail', { order: id })).toMatchObject({ status: 200 });
    expect(await payoutWhen(running, id, () => true)).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'ORDER_FAILED_MANUALLY',
    });
    expect(await gateBalance(running.client, 'EUR')).toEqual(before);
  });

  it('ends a payin that awaits its payer', async () => {
    const { id } = await createdPayin(running);
    await running.operator('orders fail', { order: id });
    expect(await payinWhen(running, id, () => true)).toMatchObject({
      status: 'FAILED',
      resolution_code: 'ORDER_FAILED_MANUALLY',
    });
    const submitted = await running.client.submitCardData(cardDataBody(id));
    expect(submitted).toMatchObject({ ok: false, status: 409 });
  });

  it('is refused for a final order, and for an unknown one', async () => {
    const { id } = await createdPayout(running, { amount: 10 });
    await payoutWhen(running, id, 'SUCCESS');
    expect(await running.operator('orders fail', { order: id })).toMatchObject({ status: 409 });
    const unknown = await running.operator('orders fail', { order: randomUUID() });
    expect(unknown).toMatchObject({ status: 404 });
  });
});

describe('moving money', () => {
  it('goes from a gate to the wallet and back, within the balance', async () => {
    const before = await gateBalance(running.client, 'EUR');
    const move = { gate: await eurGate(), currency: 'EUR', amount: '250.50' };
    const wallet = async () =>
      (await balances(running.client)).find(({ currency }) => currency === 'EUR')?.wallet_balance;

    expect(await running.operator('money move', { ...move, to: 'wallet' })).toMatchObject({
      status: 200,
    });
    expect(await wallet()).toBe(250.5);
    const back = { ...move, to: 'gate' };
    expect(await running.operator('money move', { ...back, amount: '250.51' })).toMatchObject({
      status: 409,
    });
    expect(await running.operator('money move', back)).toMatchObject({ status: 200 });
    expect(await wallet()).toBe(0);
    expect(await gateBalance(running.client, 'EUR')).toEqual(before);
  });
});

describe('a frozen gate', () => {
  it('fails new orders, payin and payout, until it is thawed', async () => {
    const gate = await eurGate();
    await running.operator('gates freeze', { gate });
    const frozen = { status: 'FAILED', resolution_code: 'BALANCE_UPDATE_FAILED' };
    expect(await createdPayin(running)).toMatchObject(frozen);
    expect(await createdPayout(running, { amount: 10 })).toMatchObject(frozen);
    await running.operator('gates thaw', { gate });
    expect(await createdPayout(running, { amount: 10 })).toMatchObject({ status: 'SUCCESS' });
  });
});
