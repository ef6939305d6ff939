// @module-tag postgres-only
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import { findCheckout } from '#service/payins/checkout.ts';
import { SANDBOX_CARDS, answerSandboxChallenge } from '../providers/conformance/sandbox-rig.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { createdPayout, payoutWhen } from '../../support/orders/payouts.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';
import { randomUUID } from 'node:crypto';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod, changeMethod } from '../../support/database/seeds/add-method.ts';
import { addTerminal } from '../../support/database/seeds/terminals.ts';
import { startForwardingProxy } from '../../support/network/forwarding-proxy.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Two gateways in a chain: the second pays through the first one's sandbox. */

interface ChainedServices {
  /** Whose sandbox takes the money. */
  upstream: RunningService;
  /** Whose orders the shopper and the shop know. */
  gateway: RunningService;
  /** The gateway's methods that lead to the upstream. */
  methods: { card: string; payout: string };
  close(): Promise<void>;
}

/** As long as the sandbox's bank takes to decide what is pending, and a service before it first asks. */
const LOOK_EVERY_MS = 5_000;
/** Of both services. */
const clock = movedClock();

async function startChainedServices(): Promise<ChainedServices> {
  const upstream = await startService({ now: clock.now });
  let gatewayUrl = '';
  // The gateway has to know its own address before it listens.
  const front = await startForwardingProxy(() => gatewayUrl);
  const gateway = await startService({ now: clock.now, env: { PUBLIC_URL: front.url } });
  gatewayUrl = gateway.baseUrl;
  const { sandbox } = upstream;
  const terminalId = await addTerminal(gateway, {
    adapter: 'orders-api',
    settings: {
      base_url: upstream.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: sandbox.api_secret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const method = (changes: Parameters<typeof changeMethod>[2]) =>
    methodTo(gateway, terminalId, changes);
  return {
    upstream,
    gateway,
    methods: {
      card: await method({ max_attempts: 3 }),
      // At the gate that has money.
      payout: await method({
        direction: 'payout',
        gate_id: await fundedGate(gateway),
        name: 'upstream',
      }),
    },
    async close() {
      await gateway.close();
      await upstream.close();
      await front.stop();
    },
  };
}

async function fundedGate({ db, sandbox }: RunningService): Promise<string> {
  const { gate_id: gateId } = await db
    .selectFrom('gate_methods')
    .select('gate_id')
    .where('id', '=', sandbox.methods['payout_card_eur'] ?? '')
    .executeTakeFirstOrThrow();
  return gateId;
}

async function methodTo(
  gateway: RunningService,
  terminal_id: string,
  method: Parameters<typeof changeMethod>[2],
): Promise<string> {
  const method_id = await addMethod(gateway, { route: { up: false } });
  await changeMethod(gateway, method_id, method);
  await changeSettings(gateway.db, gateway.sandbox.merchant_id, (trx) =>
    trx
      .insertInto('routes')
      .values({ id: randomUUID(), method_id, terminal_id, priority: 1 })
      .execute(),
  );
  return method_id;
}

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

/** The shopper looks at the page every five seconds until the order is as expected. */
async function lookedAt(id: string, isAsExpected: (order: PayinOrder) => boolean) {
  const { gateway } = chain;
  return payinWhen(gateway, id, (order) => {
    if (isAsExpected(order)) return true;
    clock.advance(LOOK_EVERY_MS);
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

describe('a card ends at the gateway as it does at the upstream', { tags: ['apart'] }, () => {
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

describe('a payout ends at the gateway as it does at the upstream', { tags: ['apart'] }, () => {
  it.each<[why: string, destination: string, status: OrderStatus]>([
    ['paid', '4242424242424242', 'SUCCESS'],
    ['refused', '4000000000000002', 'FAILED'],
    ['paid later', '4000000000000077', 'SUCCESS'],
  ])('%s', async (_why, destination_account, status) => {
    const { id } = await createdPayout(chain.gateway, {
      merchant_gate_method_id: chain.methods.payout,
      amount: 20,
      destination_account,
    });
    const order = await payoutWhen(chain.gateway, id, (each) => {
      clock.advance(LOOK_EVERY_MS);
      return each.status === status;
    });
    expect(order.status).toBe(status);
  });
});

it('A card that waits for its acquirer ends at the gateway as it does at the upstream', async () => {
  const id = await submitted(SANDBOX_CARDS.pending);
  const order = await lookedAt(id, ({ status }) => status === 'SUCCESS');
  expect(order).toMatchObject({ status: 'SUCCESS', rrn: (await upstreamOf(id)).rrn });
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
