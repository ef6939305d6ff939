import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import {
  cardDataBody,
  CARD_DATA_PATH,
  PAYIN_PATH,
  payinBody,
  payinIn,
  payWith,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { blockFingerprint, type BlockedKind } from '#service/orders/fingerprints.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod, changeMethod, addTerminal } from '../../support/database/seeds/methods.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const target = targetOf(running);

beforeAll(async () => {
  await block('email', 'Blocked@Example.com');
  await block('phone', '+4930999999');
  await block('card', '5105105105105100');
});

async function block(kind: BlockedKind, value: string): Promise<void> {
  const fingerprint = blockFingerprint(running.context.keyring, kind, value);
  const merchant_id = running.sandbox.merchant_id;
  await running.db
    .insertInto('blocked_values')
    .values({ merchant_id, kind, fingerprint })
    .execute();
}

function create(overrides: object) {
  return send(target, { path: PAYIN_PATH, body: payinBody(target, overrides) });
}

type MethodSettings = NonNullable<Parameters<typeof addMethod>[1]>;

async function createBy(settings: MethodSettings, overrides: object = {}) {
  const methodId = await addMethod(running, settings);
  const reference_id = randomUUID();
  const change = { merchant_gate_method_id: methodId, reference_id, ...overrides };
  return { methodId, reference_id, answer: await create(change) };
}

describe('a payin creates no order, and leaves its reference free, if', () => {
  const refused: [why: string, settings: MethodSettings, code: string][] = [
    [
      'no conversion rate is set',
      { method: { payment_method_currency: 'USD', conversion_rate: null } },
      'MERCHANT_MISCONFIGURATION',
    ],
    ['the gate has no account in the currency', { account: false }, 'MERCHANT_MISCONFIGURATION'],
    ['the method is switched off', { method: { active: false } }, 'METHOD_INACTIVE'],
    ['the gate is switched off', { gate: { active: false } }, 'METHOD_INACTIVE'],
    [
      'the method is for payouts, and also switched off',
      { method: { direction: 'payout', active: false } },
      'METHOD_INACTIVE',
    ],
  ];

  it.each(refused)('%s', async (_why, settings, code) => {
    const { reference_id, answer } = await createBy(settings);
    expectProblem(answer, 422, code);
    expect(await running.client.createPayin(payinBodyWith(reference_id))).toMatchObject({
      ok: true,
      replayed: false,
    });
  });

  function payinBodyWith(reference_id: string) {
    const { methods } = running.sandbox;
    return {
      reference_id,
      currency: 'EUR' as const,
      amount: 12,
      merchant_gate_method_id: methods['card_eur'] ?? '',
      customer: {},
    };
  }
});

describe('a payin is FAILED at once, and can be read back, if', () => {
  const noFeeBelow = { fee_percent: '0', fee_fixed_minor: 1_250n, fee_min_minor: null };
  const failed: [why: string, settings: MethodSettings, overrides: object, code: string][] = [
    ['the fee is as much as the amount', { method: noFeeBelow }, {}, 'AMOUNT_UNDER_LIMIT'],
    ['the fee is above the amount', { method: noFeeBelow }, { amount: 1 }, 'AMOUNT_UNDER_LIMIT'],
    ['every route is down', { route: { up: false } }, {}, 'ORDER_CANNOT_BE_ROUTED'],
    [
      'the adapter is not installed',
      { route: { adapter: 'no-such' } },
      {},
      'PROVIDER_NOT_SUPPORTED',
    ],
    [
      'the e-mail address is blocked',
      {},
      { customer: { email: 'blocked@example.COM' } },
      'BLACKLISTED_INPUT_DATA',
    ],
    [
      'the phone is blocked',
      {},
      { customer: { phone: '+4930999999', email: 'fine@example.com' } },
      'BLACKLISTED_INPUT_DATA',
    ],
  ];

  it.each(failed)('%s', async (_why, settings, overrides, code) => {
    const { reference_id, answer } = await createBy(settings, overrides);
    const order = payinIn(answer);
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: code,
    });
    expect(await readPayin(target, order.id)).toEqual(order);
    expectProblem(await create({ reference_id, amount: 77 }), 409, 'VALIDATION_FAILED');
  });

  it('the fee reaches the amount, but not if it is a cent less', async () => {
    const { answer } = await createBy({ method: noFeeBelow }, { amount: 12.51 });
    expect(payinIn(answer)).toMatchObject({ status: 'CREATED', total: 0.01 });
  });
});

async function changeRoute(methodId: string, changes: { up?: boolean; terminal_id?: string }) {
  await changeSettings(running.db, running.sandbox.merchant_id, (trx) =>
    trx.updateTable('routes').set(changes).where('method_id', '=', methodId).execute(),
  );
}

describe('an order that awaits its card fails because of', () => {
  async function waiting(settings: MethodSettings = {}) {
    const { methodId, answer } = await createBy(settings);
    return { methodId, id: payinIn(answer).id };
  }

  it('routes that went down meanwhile', async () => {
    const { methodId, id } = await waiting();
    await changeRoute(methodId, { up: false });
    expect(await payWith(target, id, '4242424242424242')).toMatchObject({
      status: 'FAILED',
      resolution_code: 'ORDER_CANNOT_BE_ROUTED',
    });
  });

  it('an adapter that was removed meanwhile', async () => {
    const { methodId, id } = await waiting();
    const terminal_id = await addTerminal(running, { adapter: 'gone' });
    await changeRoute(methodId, { terminal_id });
    expect(await payWith(target, id, '4242424242424242')).toMatchObject({
      status: 'FAILED',
      resolution_code: 'PROVIDER_NOT_SUPPORTED',
    });
  });

  it.each([
    ['a card on a block list', { card_number: '5105-1051-0510-5100' }],
    ['an e-mail address on a block list', { customer: { email: 'BLOCKED@example.com' } }],
    ['a phone on a block list', { customer: { phone: '+4930999999' } }],
  ])('%s', async (_why, overrides) => {
    const { id } = await waiting();
    const body = cardDataBody(id, overrides);
    expect((await send(target, { path: CARD_DATA_PATH, body })).status).toBe(200);
    expect(await readPayin(target, id)).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
    });
  });
});

describe("a merchant's settings", () => {
  it('apply at once, even to a client served a moment ago', async () => {
    const { methodId, answer } = await createBy({});
    payinIn(answer);
    await changeMethod(running, methodId, { active: false });
    const off = await create({ merchant_gate_method_id: methodId });
    expectProblem(off, 422, 'METHOD_INACTIVE');
    await changeMethod(running, methodId, { active: true });
    const on = await create({ merchant_gate_method_id: methodId });
    expect(payinIn(on).status).toBe('CREATED');
  });

  it('do not affect a repeated request', async () => {
    const { methodId, reference_id, answer } = await createBy({});
    await changeMethod(running, methodId, { active: false, amount_min_minor: 1_000_000n });
    const again = await create({ merchant_gate_method_id: methodId, reference_id });
    expect(payinIn(again)).toEqual(payinIn(answer));
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});
