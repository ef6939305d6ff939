import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send } from './send.ts';
import { createPayin, payWith } from './orders.ts';
import { createPayout, isFinal, payoutWhen } from './payouts.ts';
import { balance, type Balance } from './shapes.ts';
import { openTarget, type Key } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

type Field = 'available_balance' | 'hold_balance' | 'rolling_balance' | 'total_balance';
type Money = Record<Field, number>;

async function balances(key?: Key): Promise<Balance[]> {
  const answer = await send(target, { path: '/api/v1/balances', ...(key && { key }) });
  expect(answer).toMatchObject({ status: 200 });
  return z.array(balance).parse(JSON.parse(answer.text));
}

/** Returns the sum of all gates in a currency, in cents. */
async function centsIn(currency: string): Promise<Money> {
  const found = (await balances()).find((one) => one.currency === currency);
  const sum = (field: Field) =>
    found?.gate_balances.reduce((cents, gate) => cents + Math.round(gate[field] * 100), 0) ?? 0;
  return {
    available_balance: sum('available_balance'),
    hold_balance: sum('hold_balance'),
    rolling_balance: sum('rolling_balance'),
    total_balance: sum('total_balance'),
  };
}

/** Returns the change of a currency's balances by `act`, in cents. */
async function changeIn(currency: string, act: () => Promise<unknown>): Promise<Money> {
  const before = await centsIn(currency);
  await act();
  const after = await centsIn(currency);
  const difference = (field: Field) => after[field] - before[field];
  return {
    available_balance: difference('available_balance'),
    hold_balance: difference('hold_balance'),
    rolling_balance: difference('rolling_balance'),
    total_balance: difference('total_balance'),
  };
}

const NOTHING = { available_balance: 0, hold_balance: 0, rolling_balance: 0, total_balance: 0 };

describe('balances', () => {
  it('name each currency once, and gates in the same order every time', async () => {
    const [first, second] = [await balances(), await balances()];
    const currencies = first.map(({ currency }) => currency);
    expect(new Set(currencies).size).toBe(currencies.length);
    expect(currencies).toEqual(expect.arrayContaining(['EUR', 'USD', 'USDT_TRON']));
    expect(second).toEqual(first);
  });

  it('add up to the total of each gate', async () => {
    for (const gate of (await balances()).flatMap(({ gate_balances: gates }) => gates)) {
      const parts = gate.available_balance + gate.hold_balance + gate.rolling_balance;
      expect(Math.round(parts * 100)).toBe(Math.round(gate.total_balance * 100));
    }
  });

  it('credit a successful payin to hold and rolling reserve', async () => {
    const change = await changeIn('EUR', async () => {
      const { id } = await createPayin(target, { amount: 100 });
      expect(await payWith(target, id, '4242424242424242')).toMatchObject({ status: 'SUCCESS' });
    });
    expect(change).toEqual({
      available_balance: 0,
      hold_balance: 9_196,
      rolling_balance: 484,
      total_balance: 9_680,
    });
  });

  it('credit a payin without settlement period as available', async () => {
    const change = await changeIn('USD', async () => {
      const { id } = await createPayin(target, {
        amount: 100,
        currency: 'USD',
        merchant_gate_method_id: target.method('card_usd'),
      });
      await payWith(target, id, '4242424242424242');
    });
    expect(change).toEqual({ ...NOTHING, available_balance: 10_000, total_balance: 10_000 });
  });

  it('do not change for an unpaid payin', async () => {
    const change = await changeIn('EUR', async () => {
      const { id } = await createPayin(target);
      await payWith(target, id, '4000000000009979');
      await createPayin(target, { amount: 0.01 });
    });
    expect(change).toEqual(NOTHING);
  });

  it('are debited the total of a successful payout', async () => {
    const change = await changeIn('EUR', async () => {
      const { id } = await createPayout(target, {
        amount: 20,
        destination_account: '4242424242424242',
      });
      expect(await payoutWhen(target, id, isFinal)).toMatchObject({ status: 'SUCCESS' });
    });
    expect(change).toEqual({ ...NOTHING, available_balance: -2_045, total_balance: -2_045 });
  });

  it('hold the total of a pending payout', async () => {
    // Stays pending for an hour.
    const pending = { amount: 104.01, destination_account: '4242424242424242' };
    const change = await changeIn('EUR', () => createPayout(target, pending));
    expect(change).toEqual({ ...NOTHING, available_balance: -10_530, hold_balance: 10_530 });
  });

  it('get everything back from a refused payout', async () => {
    const change = await changeIn('EUR', async () => {
      const { id } = await createPayout(target, {
        amount: 20,
        destination_account: '4000000000000002',
      });
      expect(await payoutWhen(target, id, isFinal)).toMatchObject({ status: 'FAILED' });
    });
    expect(change).toEqual(NOTHING);
  });

  it.skipIf(!target.otherKey)("do not include another merchant's gates", async () => {
    const { otherKey } = target;
    const ids = (await balances()).flatMap(({ gate_balances: gates }) =>
      gates.map(({ merchant_gate_id: id }) => id),
    );
    const foreign = JSON.stringify(await balances(otherKey));
    for (const id of ids) expect(foreign).not.toContain(id);
  });
});
