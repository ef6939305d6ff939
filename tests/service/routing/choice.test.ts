import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeBoundRow } from '#service/platform/bound-rows.ts';
import {
  cardDataBody,
  CARD_DATA_PATH,
  createPayin,
  payWith,
} from '../../../packages/tollgate/conformance/orders.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { APPROVED, silence } from '../../support/acquirers/acquirer-doubles.ts';
import { SCRIPTED, scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { addMethod, addTerminal } from '../../support/database/seeds/methods.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { methodTo, type PlannedTerminal } from './terminals-and-routes.ts';

const { adapter, behaviours } = scriptedAdapter();
const running = serviceForTests({ adapters: [adapter] });
const target = targetOf(running);

const VISA = '4242424242424242';
const MASTERCARD = '5555555555554444';
const AMERICAN_EXPRESS = '378282246310005';
const FULL_ADDRESS = { country: 'DE', city: 'Berlin', street: 'Allee 7a', post_code: '10178' };
const approve = { cards: { authorize: () => Promise.resolve(APPROVED) } };
const unreachable = {
  cards: {
    authorize: () => Promise.resolve({ outcome: 'not_taken', cause: 'unreachable' } as const),
  },
};

function to(route: PlannedTerminal['route'] = {}): PlannedTerminal {
  return { does: approve, route };
}

async function payBy(
  terminals: PlannedTerminal[],
  { card = VISA, overrides = {} }: { card?: string; overrides?: object } = {},
) {
  const { methodId, terminalIds } = await methodTo(running, behaviours, terminals);
  const made = await createPayin(target, { merchant_gate_method_id: methodId, ...overrides });
  const order = made.status === 'CREATED' ? await payWith(target, made.id, card) : made;
  return {
    order,
    methodId,
    terminalIds,
    at: terminalIds.indexOf((await rowOf(made.id)).terminal_id ?? ''),
  };
}

const choice = z.object({
  refusal: z.object({ code: z.string() }).nullable(),
  routes: z.array(
    z.object({ adapter: z.string(), share: z.number(), why_not: z.string().nullable() }),
  ),
});

/** Asks for the choice of routes as an operator does, beforehand. */
async function choose(input: object) {
  const { status, body } = await running.operator('routes choose', { amount: '12.50', ...input });
  expect(status, JSON.stringify(body)).toBe(200);
  return choice.parse(body).routes.filter(({ adapter: name }) => name === SCRIPTED);
}

function rowOf(id: string) {
  return running.db
    .selectFrom('payins')
    .select(['terminal_id', 'route_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('a card goes to the first route that takes it', () => {
  it.each<[why: string, first: PlannedTerminal['route'], card: string, at: number]>([
    ['by its brand', { brands: ['mastercard'] }, VISA, 1],
    ['by its brand', { brands: ['mastercard'] }, MASTERCARD, 0],
    ['by what its number begins with', { bin_prefixes: ['555'] }, VISA, 1],
    ['by what its number begins with', { bin_prefixes: ['4', '555'] }, MASTERCARD, 0],
    ['by the amount', { amount_max_minor: 1_249n }, VISA, 1],
    ['by the amount', { amount_min_minor: 1_250n }, VISA, 0],
    ["by the payer's country, which nobody knows", { countries: ['DE'] }, VISA, 1],
    ['unless the route is down', { up: false }, VISA, 1],
  ])('%s (%#)', async (_why, first, card, at) => {
    const paid = await payBy([to(first), to()], { card });
    expect(paid).toMatchObject({ order: { status: 'SUCCESS' }, at });
    const chosen = await choose({ method: paid.methodId, card: card.slice(0, 8) });
    expect(chosen.findIndex(({ share }) => share === 1)).toBe(at);
    const passedOver = chosen.slice(0, at).map(({ why_not: why }) => why);
    expect(passedOver).not.toContain(null);
  });

  it('as an operator can preview by the first digits of a card number, but no more of it', async () => {
    const { methodId: method } = await methodTo(running, behaviours, [
      to({ brands: ['mastercard'] }),
      to({ priority: 5, weight: 3 }),
      to({ priority: 5, weight: 1 }),
    ]);
    const shares = async (input: object) =>
      (await choose({ method, ...input })).map(({ share }) => share);
    expect((await shares({ brand: 'visa' })).toSorted()).toEqual([0, 0.25, 0.75]);
    expect(await shares({})).toEqual([1, 0, 0]);
    const over = await running.operator('routes choose', { method, amount: '99999999.00' });
    expect(choice.parse(over.body).refusal).toEqual({ code: 'AMOUNT_OVER_LIMIT' });
    for (const card of [VISA, VISA.slice(0, 9), '42424']) {
      const refused = await running.operator('routes choose', { method, amount: '1.00', card });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).not.toContain(card);
    }
  });

  it("by the payer's country", async () => {
    const overrides = { customer: { address: { country: 'DE' } } };
    const paid = await payBy([to({ countries: ['DE', 'AT'] }), to()], { overrides });
    expect(paid.at).toBe(0);
  });

  it.each<[why: string, address: object, at: number]>([
    ['passes over a terminal that needs more of it', { country: 'DE', city: 'Berlin' }, 1],
    ['goes to the first if it is known', FULL_ADDRESS, 0],
  ])('by what is known of the address: %s', async (_why, address, at) => {
    const wanting = { ...to(), settings: { asks_address: 'full' } };
    expect((await payBy([wanting, to()], { overrides: { customer: { address } } })).at).toBe(at);
  });

  it('also if each terminal needs an address that the merchant does not know', async () => {
    const wanting = { ...to(), settings: { asks_address: 'postcode' } };
    expect(await payBy([wanting])).toMatchObject({ order: { status: 'SUCCESS' }, at: 0 });
  });

  it('of equal priority by weight: all to one with a million times the weight', async () => {
    const one = to({ priority: 1, weight: 1 });
    const paid = await payBy([one, to({ priority: 1, weight: 1_000_000 })]);
    expect(paid.at).toBe(1);
  });
});

describe('a payin that no route takes', () => {
  it('is refused at once for its amount', async () => {
    const { order } = await payBy([to({ amount_max_minor: 1n })]);
    expect(order).toMatchObject({ status: 'FAILED', resolution_code: 'ORDER_CANNOT_BE_ROUTED' });
  });

  it('fails when its card is submitted', async () => {
    const { order } = await payBy([to({ bin_prefixes: ['9'] })]);
    expect(order).toMatchObject({ status: 'FAILED', resolution_code: 'ORDER_CANNOT_BE_ROUTED' });
  });

  it('stays open if only the brand is not taken', async () => {
    const { methodId } = await methodTo(running, behaviours, [to({ brands: ['visa'] })]);
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    const body = cardDataBody(id, { card_number: AMERICAN_EXPRESS });
    expect(await send(target, { path: CARD_DATA_PATH, body })).toMatchObject({ status: 422 });
    expect(await payWith(target, id, VISA)).toMatchObject({ status: 'SUCCESS' });
  });

  it('is refused by an adapter that does not support the method', async () => {
    const method = { payment_source: 'PIX' } as const;
    const merchant_gate_method_id = await addMethod(running, {
      method,
      route: { adapter: 'stripe' },
    });
    const order = await createPayin(target, { merchant_gate_method_id });
    expect(order).toMatchObject({ resolution_code: 'PROVIDER_NOT_SUPPORTED' });
  });

  it("is refused if its route leads to another merchant's terminal", async () => {
    const merchantId = running.sandbox.other_merchant.merchant_id;
    const { methodId, terminalIds } = await methodTo(running, behaviours, [to()]);
    const { db, context } = running;
    for (const id of terminalIds) {
      const row = { table: 'terminals', id } as const;
      await changeBoundRow({ db, keyring: context.keyring }, row, (trx) =>
        trx
          .updateTable('terminals')
          .set({ merchant_id: merchantId })
          .where('id', '=', id)
          .execute(),
      );
    }
    const order = await createPayin(target, { merchant_gate_method_id: methodId });
    expect(order).toMatchObject({ resolution_code: 'ORDER_CANNOT_BE_ROUTED' });
  });
});

describe('a terminal that fails technically', () => {
  it('is skipped after five failures in a row, and without another terminal nothing can be routed', async () => {
    const { methodId } = await methodTo(running, behaviours, [{ does: unreachable }]);
    const pay = async () => {
      const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
      return payWith(target, id, VISA);
    };
    for (let failed = 0; failed < 5; failed += 1) {
      expect(await pay()).toMatchObject({ status: 'CREATED' });
    }
    expect(await pay()).toMatchObject({
      status: 'FAILED',
      resolution_code: 'ORDER_CANNOT_BE_ROUTED',
    });
  });

  it('counts silence as failure, but never cascades it', async () => {
    const silent = { cards: { authorize: silence } };
    const { methodId } = await methodTo(running, behaviours, [{ does: silent }, to()]);
    const pay = async () => {
      const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
      return payWith(target, id, VISA);
    };
    for (let failed = 0; failed < 5; failed += 1) {
      expect(await pay()).toMatchObject({ status: 'PROCESS_PENDING' });
    }
    expect(await pay()).toMatchObject({ status: 'SUCCESS' });
  });

  it('that cannot be opened takes nothing', async () => {
    const methodId = await addMethod(running, { route: { adapter: 'stripe' } });
    await addTerminal(running, { adapter: 'stripe' });
    const { id } = await createPayin(target, { merchant_gate_method_id: methodId });
    expect(await payWith(target, id, VISA)).toMatchObject({ status: 'CREATED' });
  });
});
