import { randomUUID } from 'node:crypto';
import { selectGroup } from '#service/payouts/store.ts';
import { describe, expect, it } from 'vitest';
import {
  gateBalance,
  createdPayout,
  PAID_CARD,
  payoutBody,
  payoutWhen,
  PENDING_CARD,
  REFUSED_CARD,
  TRON_ADDRESS,
  untilKnown,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

/** Reads a group from the database. */
function group(id = '') {
  return selectGroup(running.context.db, id);
}

function eur() {
  return gateBalance(running.client, 'EUR');
}

describe('a payout that the acquirer pays', () => {
  it('debits amount and fee from the available balance, and shows no other fields', async () => {
    const before = await eur();
    const order = await createdPayout(running, { amount: 100, comment: 'march' });
    expect(order).toEqual({
      id: order.id,
      group_id: order.id,
      reference_id: order.reference_id,
      status: 'SUCCESS',
      resolution: 'OK',
      payment_source: 'CARD',
      currency: 'EUR',
      amount: 100,
      destination_account: '424242******4242',
      fee_percent: 1,
      fee_fixed: 0.25,
      fee_total: 1.25,
      total: 101.25,
      customer: {},
      create_date: order.create_date,
      update_date: order.update_date,
      comment: 'march',
    });
    expect(await eur()).toMatchObject({
      available_balance: Number((before.available_balance - 101.25).toFixed(2)),
      hold_balance: before.hold_balance,
    });
    expect(await running.client.getPayout(order.id)).toMatchObject({ ok: true, value: order });
  });

  it('may go to a TRON address, which is shown unmasked', async () => {
    const order = await createdPayout(running, {
      method: 'payout_crypto_usdt',
      currency: 'USDT_TRON',
      amount: 10,
      destination_account: TRON_ADDRESS,
    });
    expect(order).toMatchObject({ status: 'SUCCESS', destination_account: TRON_ADDRESS });
  });
});

describe('a payout that the acquirer refuses', () => {
  it('fails and releases its reserve', async () => {
    const before = await eur();
    const order = await createdPayout(running, { destination_account: REFUSED_CARD });
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      provider_error_message: 'destination refused',
    });
    expect(await eur()).toEqual(before);
  });
});

describe('a payout that the acquirer has not completed', () => {
  it('is pending with its total in reserve, and ends when the acquirer reports', async () => {
    const before = await eur();
    // Pending for four seconds; the first status inquiry comes after five.
    const { id, status } = await createdPayout(running, { amount: 102.04 });
    expect(status).toBe('PROCESS_PENDING');
    expect(await eur()).toMatchObject({
      hold_balance: Number((before.hold_balance + 103.31).toFixed(2)),
      total_balance: before.total_balance,
    });
    clock.advance(5_000);
    const order = await payoutWhen(running, id, 'SUCCESS');
    expect(order.status).toBe('SUCCESS');
    expect(await eur()).toMatchObject({ hold_balance: before.hold_balance });
  });
});

describe('an impossible payout', () => {
  it.each([
    ['AMOUNT_OVER_LIMIT', { amount: 50_000.01 }],
    ['AMOUNT_UNDER_LIMIT', { amount: 0.99 }],
    ['BALANCE_INSUFFICIENT', { amount: 49_999 }],
    ['DESTINATION_ACCOUNT_INVALID', { destination_account: '4242424242424241' }],
    ['DESTINATION_ACCOUNT_INVALID', { destination_account: '' }],
    [
      'DESTINATION_ACCOUNT_INVALID',
      {
        method: 'payout_crypto_usdt',
        currency: 'USDT_TRON',
        amount: 1,
        destination_account: TRON_ADDRESS.replace('R7', '7R'),
      },
    ],
    ['BLACKLISTED_INPUT_DATA', { destination_account: '4100000000000019' }],
  ] as const)('is created as FAILED: %s', async (code, overrides) => {
    const before = await eur();
    const order = await createdPayout(running, overrides);
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: code,
    });
    expect(await eur()).toEqual(before);
  });

  it.each([
    ['METHOD_NOT_FOUND', { merchant_gate_method_id: randomUUID() }],
    ['CURRENCY_INVALID', { currency: 'USD' }],
    ['PAYMENT_METHOD_NOT_SUPPORTED', { method: 'card_eur' }],
  ] as const)('creates no order if the method cannot do it: %s', async (code, overrides) => {
    const result = await running.client.createPayout(payoutBody(running, overrides));
    expect(result).toMatchObject({ ok: false, status: 422, problem: { resolution_code: code } });
  });
});

describe('a reference', () => {
  it('creates one payout for repeated requests, and reserves once', async () => {
    const before = await eur();
    const body = payoutBody(running, { amount: 10 });
    const results = await Promise.all(
      Array.from({ length: 100 }, () => untilKnown(() => running.client.createPayout(body))),
    );
    const ids = new Set(results.map((result) => (result.ok ? result.value.id : result.cause)));
    expect(ids.size).toBe(1);
    // None if, on a busy machine, the answer of the creating request was lost.
    const made = results.filter((result) => result.ok && !result.replayed);
    expect(made.length).toBeLessThanOrEqual(1);
    const [id = ''] = ids;
    await payoutWhen(running, id, 'SUCCESS');
    const spent = before.available_balance - (await eur()).available_balance;
    expect(spent).toBeCloseTo(10.35, 2);
  });

  it('refuses a different request naming the difference, without the destination', async () => {
    const body = payoutBody(running, { amount: 10 });
    const { id } = await createdPayout(running, body);
    const result = await running.client.createPayout({
      ...body,
      amount: 11,
      destination_account: '5555555555554444',
    });
    expect(result).toMatchObject({
      ok: false,
      status: 409,
      problem: {
        resolution_code: 'VALIDATION_FAILED',
        existing_order_id: id,
        differing_fields: ['amount', 'destination_account'],
      },
    });
  });
});

describe('a payout above the part limit', () => {
  const split = { method: 'payout_split_eur', destination_account: 'DE89370400440532013000' };

  it('becomes a group answered by its first order, reserved and paid together', async () => {
    const before = await eur();
    const first = await createdPayout(running, { ...split, amount: 2500.5 });
    expect(first).toMatchObject({ amount: 1000, total: 1000, group_id: first.id });
    const parts = await group(first.group_id);
    expect(parts.map(({ amount_minor }) => amount_minor)).toEqual([100_000n, 100_000n, 50_050n]);
    expect(new Set(parts.map(({ reference_id }) => reference_id))).toEqual(
      new Set([first.reference_id]),
    );
    const spent = before.available_balance - (await eur()).available_balance;
    expect(spent).toBeCloseTo(2500.5, 2);
  });

  it('fails as a group if the available balance covers only part of it', async () => {
    const before = await eur();
    const first = await createdPayout(running, { ...split, amount: 20_000 });
    expect(first).toMatchObject({ status: 'FAILED', resolution_code: 'BALANCE_INSUFFICIENT' });
    const parts = await group(first.group_id);
    expect(parts).toHaveLength(20);
    expect(parts.every(({ status }) => status === 'FAILED')).toBe(true);
    expect(await eur()).toEqual(before);
  });

  it('is refused if it needs more parts than allowed', async () => {
    const first = await createdPayout(running, { ...split, amount: 100_000.01 });
    expect(first).toMatchObject({ status: 'FAILED', resolution_code: 'AMOUNT_OVER_LIMIT' });
    expect(await group(first.group_id)).toHaveLength(1);
  });
});

describe('a payout to a card', () => {
  it('stores the card as mask and keyed hash, never the number itself', async () => {
    const pending = await createdPayout(running, { destination_account: PENDING_CARD });
    const [resting] = await group(pending.id);
    expect(resting).toMatchObject({ destination_shown: '400000******0077' });
    expect(JSON.stringify(resting?.request)).not.toContain(PENDING_CARD);
  });

  it('logs no card number', async () => {
    await createdPayout(running);
    expect(running.logs()).not.toContain(PAID_CARD);
  });
});

it("another merchant's payout is not found", async () => {
  const { id } = await createdPayout(running);
  const { api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox.other_merchant;
  const result = await running.clientFor({ apiKeyId, apiSecret }).getPayout(id);
  expect(result).toMatchObject({ ok: false, status: 404 });
});
