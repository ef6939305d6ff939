// @module-tag postgres-only
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { findCheckout } from '#service/payins/find-checkout.ts';
import { SANDBOX_CARDS, answerSandboxChallenge } from '../../support/acquirers/sandbox-rig.ts';
import {
  startChainedServices,
  type ChainedServices,
} from '../../support/acquirers/chained-services.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { createdPayout, payoutWhen } from '../../support/orders/payouts.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

let chain: ChainedServices;

beforeAll(async () => {
  chain = await startChainedServices();
});
afterAll(() => chain.close());

async function submitted(card: string) {
  const { gateway, methods } = chain;
  const { id } = await createdPayin(gateway, { merchant_gate_method_id: methods.card });
  const sent = await gateway.client.submitCardData({ ...cardDataBody(id), card_number: card });
  expect(sent).toMatchObject({ ok: true });
  return id;
}

/** The shopper looks at the page until the order is as expected, or the time is up. */
async function lookedAt(id: string, isAsExpected: (order: PayinOrder) => boolean) {
  const { gateway } = chain;
  return payinWhen(gateway, id, (order) => {
    if (isAsExpected(order)) return true;
    void findCheckout(gateway.context, id);
    return false;
  });
}

/** The upstream's order of the gateway's latest attempt: its reference is the attempt's id. */
async function upstreamOf(payinId: string) {
  const { id } = await chain.gateway.db
    .selectFrom('payin_attempts')
    .select('id')
    .where('payin_id', '=', payinId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const found = await chain.upstream.client.findPayins(id);
  if (!found.ok || found.value[0] === undefined) throw new Error('The upstream has no such order');
  return found.value[0];
}

const SILENT = '4000000000000119';
const BROKEN = '4000000000000341';

describe('a card ends at the gateway as it does at the upstream', () => {
  it.each<[why: string, card: string, status: OrderStatus]>([
    ['approved', SANDBOX_CARDS.approved, 'SUCCESS'],
    ['declined, and another card may be tried', SANDBOX_CARDS.insufficient, 'CREATED'],
    ['declined for good', SANDBOX_CARDS.stolen, 'FAILED'],
    ['approved later', SANDBOX_CARDS.pending, 'SUCCESS'],
    ['approved in silence', SILENT, 'SUCCESS'],
    ['never seen by the bank', BROKEN, 'CREATED'],
  ])('%s', async (_why, card, status) => {
    const id = await submitted(card);
    const order = await lookedAt(id, (each) => each.status === status);
    const upstream = await upstreamOf(id);
    expect([order.status, upstream.status]).toEqual([status, status]);
    expect(order.rrn).toBe(upstream.rrn);
    if (status !== 'SUCCESS') {
      expect(order.provider_error_message).toBe(upstream.provider_error_message);
    }
  });

  it.each([
    ['approve', 'SUCCESS'],
    ['refuse', 'CREATED'],
  ] as const)('with a challenge: %s', async (answer, status) => {
    const id = await submitted(SANDBOX_CARDS.challenge);
    const challenged = await lookedAt(
      id,
      ({ pay_url: payUrl }) => payUrl?.includes('/challenge/') === true,
    );
    await answerSandboxChallenge(chain.upstream, challenged.pay_url ?? '', answer);
    const order = await lookedAt(id, (each) => each.status === status);
    expect([order.status, (await upstreamOf(id)).status]).toEqual([status, status]);
  });
});

describe('a payout ends at the gateway as it does at the upstream', () => {
  it.each<[why: string, destination: string, status: OrderStatus]>([
    ['paid', '4242424242424242', 'SUCCESS'],
    ['refused', '4000000000000002', 'FAILED'],
    ['paid later', '4000000000000077', 'SUCCESS'],
  ])('%s', async (_why, destination_account, status) => {
    const { id } = await createdPayout(chain.gateway, {
      ...{ merchant_gate_method_id: chain.methods.payout, amount: 20, destination_account },
    });
    const order = await payoutWhen(chain.gateway, id, (each) => each.status === status);
    expect(order.status).toBe(status);
  });
});

describe('what the two of them keep and write', () => {
  it('holds no number of a card, in no form', async () => {
    const traces = tracesOf([...Object.values(SANDBOX_CARDS), SILENT, BROKEN]);
    for (const running of [chain.gateway, chain.upstream]) {
      expect(tracesIn(Buffer.from(running.logs()), traces)).toEqual([]);
      expect(tracesIn(Buffer.from(await dumpRows(running.db)), traces)).toEqual([]);
    }
  });
});
