import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from './send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  createPayin,
  PAYIN_PATH,
  payinBody,
  payinIn,
  payinWhen,
  payWith,
  readPayin,
} from './orders.ts';
import { expectProblem } from './problems.ts';
import { openTarget } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

function create(overrides: object) {
  return send(target, { path: PAYIN_PATH, body: payinBody(target, overrides) });
}

function submit(body: object) {
  return send(target, { path: CARD_DATA_PATH, body });
}

function methodOf(name: string) {
  return { merchant_gate_method_id: target.method(name) };
}

/** Refusals with a specific status, which create no order (`docs/resolution-codes.md`). */
const REFUSED: [why: string, overrides: object, code: string][] = [
  ['a method nobody knows', { merchant_gate_method_id: randomUUID() }, 'METHOD_NOT_FOUND'],
  ['a method that is switched off', methodOf('inactive_eur'), 'METHOD_INACTIVE'],
  [
    'a method that is switched off, and another currency',
    { ...methodOf('inactive_eur'), currency: 'USD' },
    'METHOD_INACTIVE',
  ],
  ["a currency that is not the method's", { currency: 'USD' }, 'CURRENCY_INVALID'],
  [
    "the currency that is the acquirer's, but not the method's",
    { ...methodOf('card_kzt'), currency: 'USD' },
    'CURRENCY_INVALID',
  ],
  ['a method for payouts', methodOf('payout_card_eur'), 'PAYMENT_METHOD_NOT_SUPPORTED'],
];

describe('a payin with', () => {
  it.each(REFUSED)('%s creates no order and leaves its reference free', async (_why, row, code) => {
    const reference_id = randomUUID();
    const refused = await create({ ...row, reference_id });
    expectProblem(refused, 422, code);
    const order = await create({ reference_id });
    expect(payinIn(order).status).toBe('CREATED');
    expect(order.headers).not.toHaveProperty('idempotent-replayed');
  });

  it.skipIf(!target.otherKey)("another merchant's method is unknown", async () => {
    const { otherKey = target.key } = target;
    const body = payinBody(target);
    const answer = await send(target, { path: PAYIN_PATH, body, key: otherKey });
    expectProblem(answer, 422, 'METHOD_NOT_FOUND');
  });
});

/** Business refusals: the request is valid, so an order is created as FAILED (`docs/resolution-codes.md`). */
const FAILED: [why: string, overrides: object, code: string][] = [
  ['an amount above the limit', { amount: 5_000.01 }, 'AMOUNT_OVER_LIMIT'],
  ['an amount far above the limit', { amount: 999_999_999_999.99 }, 'AMOUNT_OVER_LIMIT'],
  ['an amount below the limit', { amount: 0.99 }, 'AMOUNT_UNDER_LIMIT'],
  ['a method without a route', methodOf('unrouted_eur'), 'ORDER_CANNOT_BE_ROUTED'],
];

describe('an order refused for business reasons, by', () => {
  it.each(FAILED)(
    '%s, is FAILED, can be read back, and accepts no card',
    async (_why, row, code) => {
      const order = payinIn(await create(row));
      const outcome = { status: 'FAILED', resolution: 'SYSTEM_ERROR', resolution_code: code };
      expect(order).toMatchObject(outcome);
      expect(order.resolution_message).toMatch(/\S/);
      expect(await readPayin(target, order.id)).toEqual(order);
      expectProblem(await submit(cardDataBody(order.id)), 409, 'ORDER_CANNOT_BE_PROCESSED');
    },
  );

  it.each([1, 5_000])('no limit: %d is within both', async (amount) => {
    expect(payinIn(await create({ amount })).status).toBe('CREATED');
  });
});

describe('card data', () => {
  it('for an order that is not paid by card is refused', async () => {
    const { id } = await createPayin(target, { ...methodOf('p2p_uah'), currency: 'UAH' });
    const answer = await submit(cardDataBody(id));
    expectProblem(answer, 422, 'PAYMENT_METHOD_NOT_SUPPORTED');
    expect((await readPayin(target, id)).status).toBe('CREATED');
  });

  it.skipIf(!target.otherKey)("for another merchant's order is answered 404", async () => {
    const { otherKey: key = target.key } = target;
    const order = await createPayin(target);
    const body = cardDataBody(order.id);
    const answer = await send(target, { path: CARD_DATA_PATH, body, key });
    expectProblem(answer, 404, 'RESOURCE_NOT_FOUND');
    expect(await readPayin(target, order.id)).toEqual(order);
  });

  it.each([
    ['succeeded', '4242424242424242', 'SUCCESS'],
    ['failed', '4000000000009979', 'FAILED'],
    ['awaits a challenge', '4000000000003220', 'PROCESS_PENDING'],
    ['awaits the acquirer', '4242424242424242', 'PROCESS_PENDING', 104.01],
  ])(
    'for an order that %s is refused, and changes nothing',
    async (_what, card, status, amount?: number) => {
      const { id } = await createPayin(target, { ...(amount !== undefined && { amount }) });
      await payWith(target, id, card);
      const order = await payinWhen(target, id, (each) => each.status === status);
      expect(order).toMatchObject({ status });
      const answer = await submit(cardDataBody(id, { card_number: '5555555555554444' }));
      expectProblem(answer, 409, 'ORDER_CANNOT_BE_PROCESSED');
      expect((await readPayin(target, id)).card_number).toMatch(new RegExp(`^${card.slice(0, 6)}`));
    },
  );

  it('for an expired order is refused', async () => {
    const { id } = await createPayin(target, { ...methodOf('card_short'), currency: 'USD' });
    target.advance(5_000);
    expect(await payinWhen(target, id, 'CLOSED')).toMatchObject({
      status: 'CLOSED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    });
    expectProblem(await submit(cardDataBody(id)), 409, 'ORDER_CANNOT_BE_PROCESSED');
  });

  it('of a card on a block list fails the order', async () => {
    const { id } = await createPayin(target);
    expect(await payWith(target, id, '4100000000000019')).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
    });
  });

  it("with a hard decline fails the order, with the acquirer's message", async () => {
    const { id } = await createPayin(target);
    expect(await payWith(target, id, '4000000000009979')).toMatchObject({
      status: 'FAILED',
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      provider_error_message: 'stolen card',
    });
  });

  it.each([
    ['4000000000000002', 'do not honor'],
    ['4000000000009995', 'insufficient funds'],
    ['4000000000000127', 'incorrect security code'],
    ['4000000000000069', 'expired card'],
  ])('with a soft decline may be submitted again: %s', async (card, message) => {
    const { id } = await createPayin(target);
    const declined = await payWith(target, id, card);
    expect(declined).toMatchObject({ status: 'CREATED', provider_error_message: message });
    expect(declined).not.toHaveProperty('resolution');
    const paid = await payWith(target, id, '4242424242424242');
    expect(paid).toMatchObject({ status: 'SUCCESS', card_number: '424242******4242' });
    expect(paid).not.toHaveProperty('provider_error_message');
  });

  it('sent a dozen times at once, each signed separately, is accepted once', async () => {
    const { id } = await createPayin(target);
    const codes = Array.from({ length: 12 }, (_, index) => String(100 + index));
    const answers = await Promise.all(codes.map((cvv) => submit(cardDataBody(id, { cvv }))));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(11);
    for (const answer of refused) expectProblem(answer, 409, 'ORDER_CANNOT_BE_PROCESSED');
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS' });
  });
});
