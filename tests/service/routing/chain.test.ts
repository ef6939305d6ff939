// @module-tag postgres-only
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { Refund } from '#contract/schemas/refund.ts';
import type { Currency } from '#domain/money.ts';
import { TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import { findCheckout } from '#service/payins/checkout.ts';
import { SANDBOX_CARDS, answerSandboxChallenge } from '../acquirers/conformance/sandbox-rig.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
  createdRefund,
  refundWhen,
} from '../../support/orders/orders.ts';
import { bank, begin, beginBody, checkoutOf } from '../../support/orders/transfers.ts';
import { until } from '../../support/until.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';
import {
  addRoute,
  addMethod,
  changeMethod,
  addTerminal,
  gateOf,
} from '../../support/database/seeds/methods.ts';
import { startForwardingProxy } from '../../support/network/forwarding-proxy.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Two services in a chain: `downstream` pays through the sandbox of `upstream`. */
interface ChainedServices {
  /** The service whose sandbox takes the money. */
  upstream: RunningService;
  /** The service whose orders the shopper and the shop know. */
  downstream: RunningService;
  /** The downstream's methods that lead to the upstream. */
  methods: { card: string; payout: string } & Record<TransferSource, string>;
  close(): Promise<void>;
}

/** The time until the sandbox's bank decides a pending payment, and until a service's first status inquiry. */
const LOOK_EVERY_MS = 5_000;
/** The clock of both services. */
const clock = movedClock();

async function startChainedServices(): Promise<ChainedServices> {
  const upstream = await startService({ now: clock.now });
  let downstreamUrl = '';
  // The downstream must know its public address before it listens.
  const front = await startForwardingProxy(() => downstreamUrl);
  const downstream = await startService({ now: clock.now, env: { PUBLIC_URL: front.baseUrl } });
  downstreamUrl = downstream.baseUrl;
  const { sandbox } = upstream;
  const terminalId = await addTerminal(downstream, {
    adapter: 'orders-api',
    settings: {
      base_url: upstream.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
      refunds: true,
      transfer_methods: Object.fromEntries(
        TRANSFER_SOURCES.map((source) => [
          source,
          { [CURRENCIES[source]]: sandbox.methods[METHODS[source]] },
        ]),
      ),
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: sandbox.api_secret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const method = (changes: Parameters<typeof changeMethod>[2]) =>
    methodTo(downstream, terminalId, changes);
  const transfer = (payment_source: TransferSource) =>
    methodTo(downstream, terminalId, {
      payment_source,
      currency: CURRENCIES[payment_source],
      max_attempts: 1,
    });
  return {
    upstream,
    downstream,
    methods: {
      card: await method({ max_attempts: 3 }),
      // At the gate with money.
      payout: await method({
        direction: 'payout',
        gate_id: await fundedGate(downstream),
        name: 'upstream',
      }),
      P2P: await transfer('P2P'),
      CRYPTO: await transfer('CRYPTO'),
      PHONE: await transfer('PHONE'),
      PIX: await transfer('PIX'),
      BLIK: await transfer('BLIK'),
    },
    async close() {
      await downstream.close();
      await upstream.close();
      await front.close();
    },
  };
}

const METHODS = {
  P2P: 'p2p_uah',
  CRYPTO: 'crypto_usdt',
  PHONE: 'phone_eur',
  PIX: 'pix_usd',
  BLIK: 'blik_eur',
} as const satisfies Record<TransferSource, string>;
const CURRENCIES = {
  P2P: 'UAH',
  CRYPTO: 'USDT_TRON',
  PHONE: 'EUR',
  PIX: 'USD',
  BLIK: 'EUR',
} as const satisfies Record<TransferSource, Currency>;

async function fundedGate({ db, sandbox }: RunningService): Promise<string> {
  const gateId = await gateOf({ db }, sandbox.methods['payout_card_eur'] ?? '');
  return gateId;
}

async function methodTo(
  downstream: RunningService,
  terminal_id: string,
  method: Parameters<typeof changeMethod>[2],
): Promise<string> {
  const currencies = {
    currency: method.currency ?? 'EUR',
    payment_method_currency: method.currency ?? 'EUR',
  } as const;
  const methodId = await addMethod(downstream, { method: currencies, route: { up: false } });
  await changeMethod(downstream, methodId, method);
  await addRoute(downstream, { methodId, terminalId: terminal_id });
  return methodId;
}

let chain: ChainedServices;

beforeAll(async () => {
  chain = await startChainedServices();
});
afterAll(() => chain.close());

async function submitted(card: string) {
  const { downstream, methods } = chain;
  const { id } = await createdPayin(downstream, { merchant_gate_method_id: methods.card });
  const sent = await downstream.client.submitCardData({ ...cardDataBody(id), card_number: card });
  expect(sent).toMatchObject({ ok: true });
  return id;
}

/** Views the page every five seconds, as a shopper does, until the order is as expected. */
async function lookedAt(id: string, isAsExpected: (order: PayinOrder) => boolean) {
  const { downstream } = chain;
  return payinWhen(downstream, id, (order) => {
    if (isAsExpected(order)) return true;
    clock.advance(LOOK_EVERY_MS);
    void findCheckout(downstream.context, id);
    return false;
  });
}

/** Returns the upstream's order for the downstream's latest attempt, whose id is the order's reference. */
async function upstreamOf(payinId: string) {
  const { id } = await chain.downstream.db
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

describe('a card ends at the downstream as it does at the upstream', { tags: ['apart'] }, () => {
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

describe('a refund ends at the downstream as it does at the upstream', () => {
  it.each<[why: string, amount: number, status: Refund['status']]>([
    ['made', 4, 'SUCCESS'],
    ['refused', 4.21, 'FAILED'],
  ])('%s', async (_why, amount, status) => {
    const id = await submitted(SANDBOX_CARDS.approved);
    await lookedAt(id, ({ status }) => status === 'SUCCESS');
    const made = await createdRefund(chain.downstream, id, { amount });
    const refund = await refundWhen(chain.downstream, made.id, (each) => {
      clock.advance(LOOK_EVERY_MS);
      return each.status === status;
    });
    const there = await chain.upstream.client.listRefunds({ payin_id: (await upstreamOf(id)).id });
    const upstream = there.ok ? there.value.content : [];
    expect(upstream).toMatchObject([{ amount, status }]);
    expect(refund.provider_error_message).toBe(upstream[0]?.provider_error_message);
  });
});

describe('a payout ends at the downstream as it does at the upstream', { tags: ['apart'] }, () => {
  it.each<[why: string, destination: string, status: OrderStatus]>([
    ['paid', '4242424242424242', 'SUCCESS'],
    ['refused', '4000000000000002', 'FAILED'],
    ['paid later', '4000000000000077', 'SUCCESS'],
  ])('%s', async (_why, destination_account, status) => {
    const { id } = await createdPayout(chain.downstream, {
      merchant_gate_method_id: chain.methods.payout,
      amount: 20,
      destination_account,
    });
    const order = await payoutWhen(chain.downstream, id, (each) => {
      clock.advance(LOOK_EVERY_MS);
      return each.status === status;
    });
    expect(order.status).toBe(status);
  });
});

/** Begins a payment at the downstream, and then at the upstream, whose page the downstream sends the payer to. */
async function begunThrough(source: TransferSource, amount: number) {
  const { downstream, upstream, methods } = chain;
  const { id } = await createdPayin(downstream, {
    merchant_gate_method_id: methods[source],
    currency: CURRENCIES[source],
    amount,
  });
  expect(await begin(downstream, id, beginBody(source))).toMatchObject({ ok: true });
  const { transfer } = await checkoutOf(downstream, id);
  const upstreamId = (await upstreamOf(id)).id;
  expect(transfer?.instructions).toEqual({
    kind: 'redirect',
    url: expect.stringMatching(new RegExp(`/pay/${upstreamId}$`)) as string,
  });
  expect(await begin(upstream, upstreamId, beginBody(source))).toMatchObject({ ok: true });
  return { id, upstreamId };
}

/** Views both pages, as payers do, until both orders are as expected. */
async function bothWhen(id: string, downstream: OrderStatus, upstream: OrderStatus) {
  const found = async () => (await upstreamOf(id)).status;
  await lookedAt(id, ({ status }) => status === downstream);
  await until(
    found,
    (status) => status === upstream,
    (status) => `the upstream's is ${status}`,
  );
  return lookedAt(id, ({ status }) => status === downstream);
}

const APPROVE = { P2P: 'exact', CRYPTO: 'exact', PIX: 'exact', PHONE: 'approve', BLIK: 'approve' };
const SENT = ['P2P', 'CRYPTO', 'PIX'] as const;
const HALF_AN_HOUR_MS = 1_800_000;

describe.each(TRANSFER_SOURCES)(
  'a payment by %s ends at the downstream as it does at the upstream',
  { tags: ['apart'] },
  (source) => {
    it('paid', async () => {
      const { id, upstreamId } = await begunThrough(source, 50);
      await bank(chain.upstream, upstreamId, APPROVE[source]);
      const order = await bothWhen(id, 'SUCCESS', 'SUCCESS');
      const { payment_method_data: data } = await upstreamOf(id);
      expect(order.payment_method_data).toEqual(data);
    });

    it('refused, and tried again at the upstream', async () => {
      const { id, upstreamId } = await begunThrough(source, 50);
      await bank(chain.upstream, upstreamId, 'refuse');
      await bothWhen(id, 'PROCESS_PENDING', 'CREATED');
      clock.advance(1_000);
      expect(await begin(chain.upstream, upstreamId, beginBody(source))).toMatchObject({
        ok: true,
      });
      await bank(chain.upstream, upstreamId, APPROVE[source]);
      await bothWhen(id, 'SUCCESS', 'SUCCESS');
    });

    it('refused for good', async () => {
      const { id } = await begunThrough(source, 101.79);
      await bothWhen(id, 'FAILED', 'FAILED');
    });

    it('left until its waiting time is over', async () => {
      const { id } = await begunThrough(source, 50);
      await bothWhen(id, 'PROCESS_PENDING', 'PROCESS_PENDING');
      clock.advance(2 * HALF_AN_HOUR_MS);
      await bothWhen(id, 'CLOSED', 'CLOSED');
    });
  },
);

describe.each(SENT)(
  'a differing amount by %s is handled at the upstream',
  { tags: ['apart'] },
  (source) => {
    it('less: neither is paid', async () => {
      const { id, upstreamId } = await begunThrough(source, 50);
      await bank(chain.upstream, upstreamId, 'less');
      await until(
        () => checkoutOf(chain.upstream, upstreamId),
        ({ transfer }) => {
          clock.advance(LOOK_EVERY_MS);
          return transfer?.missing === '25.00';
        },
        ({ transfer }) => `${transfer?.missing ?? 'nothing'} is missing`,
      );
      clock.advance(2 * HALF_AN_HOUR_MS);
      await bothWhen(id, 'CLOSED', 'CLOSED');
      expect(await queueOf(chain.upstream, upstreamId)).toEqual(['received_less']);
      expect(await queueOf(chain.downstream, id)).toEqual([]);
    });

    it('more: both are paid', async () => {
      const { id, upstreamId } = await begunThrough(source, 50);
      await bank(chain.upstream, upstreamId, 'more');
      await bothWhen(id, 'SUCCESS', 'SUCCESS');
      expect(await queueOf(chain.upstream, upstreamId)).toEqual(['received_more']);
      expect(await queueOf(chain.downstream, id)).toEqual([]);
    });
  },
);

async function queueOf({ db }: RunningService, id: string): Promise<string[]> {
  const rows = await db.selectFrom('attention').select('kind').where('order_id', '=', id).execute();
  return rows.map(({ kind }) => kind);
}

it('A bank transfer is paid at the downstream once paid at the upstream', async () => {
  const { id, upstreamId } = await begunThrough('P2P', 50);
  await bank(chain.upstream, upstreamId, 'exact');
  await bothWhen(id, 'SUCCESS', 'SUCCESS');
});

it('A card that waits for its acquirer ends at the downstream as it does at the upstream', async () => {
  const id = await submitted(SANDBOX_CARDS.pending);
  const order = await lookedAt(id, ({ status }) => status === 'SUCCESS');
  expect(order).toMatchObject({ status: 'SUCCESS', rrn: (await upstreamOf(id)).rrn });
});

describe('the data and logs of both services', () => {
  it('contain no card number in any form', async () => {
    const traces = tracesOf([...Object.values(SANDBOX_CARDS), SILENT, BROKEN]);
    for (const running of [chain.downstream, chain.upstream]) {
      expect(tracesIn(Buffer.from(running.logs()), traces)).toEqual([]);
      expect(tracesIn(Buffer.from(await dumpRows(running.db)), traces)).toEqual([]);
    }
  });
});
