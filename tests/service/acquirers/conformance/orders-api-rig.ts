/** The adapter `orders-api` with a service of this repository as its gateway. */
import { ordersApiAdapter } from '#service/acquirers/orders-api/adapter.ts';
import type { TestClock } from '../../../support/process/clock.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { bank, begin, beginBody } from '../../../support/orders/transfers.ts';
import type { RunningService } from '../../../support/process/service.ts';
import { startReceiver } from '../../../support/network/receiver.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { AcquirerRig, Begun, TransferRig } from './rig.ts';
import {
  answerSandboxChallenge,
  confirmed,
  PAYS,
  REFUSED_HARD_MINOR,
  SANDBOX_CARDS,
  SANDBOX_REFUNDS,
  sandboxDecides,
} from './sandbox-rig.ts';
import { TRANSFER_INPUTS } from './transfer-rig.ts';

/** @param clock the gateway's clock */
export async function ordersApiRig(
  gateway: RunningService,
  clock: TestClock,
): Promise<AcquirerRig> {
  const proxy = await startFaultProxy(gateway.baseUrl);
  const receiver = await startReceiver();
  const { sandbox } = gateway;
  const terminalOf = (apiSecret: string) => ({
    settings: {
      base_url: proxy.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
      transfer_methods: transferMethods(gateway),
      refunds: true,
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: apiSecret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const tools = { now: () => new Date(), notificationUrl: receiver.url };
  const connect = (apiSecret: string) => ordersApiAdapter.connect(terminalOf(apiSecret), tools);
  return {
    description: ordersApiAdapter.describe(),
    terminal: terminalOf(sandbox.api_secret),
    acquirer: await connect(sandbox.api_secret),
    wrong: await connect('tg_test_wrong'),
    network: {
      proxy,
      charging: /^POST .*\/card-data$/,
      otherAmount: (body) => body.replace('"amount":12.5', '"amount":12.49'),
      otherAttempt: (body) => body.replace(/"reference_id":"[^"]*"/, '"reference_id":"another"'),
      nothingTaken: (body) => body.replace('"status":"SUCCESS"', '"status":"FAILED"'),
    },
    cards: SANDBOX_CARDS,
    taken: (attemptId) => takenBy(gateway, attemptId),
    answerChallenge: (url, answer) => answerSandboxChallenge(gateway, url, answer),
    decidePending: () => sandboxDecides(clock),
    notifications: (attemptId) =>
      Promise.resolve(
        receiver.received
          .filter(({ body }) => body.includes(attemptId))
          .map(({ headers, body }) => ({ headers, body: new Uint8Array(body) })),
      ),
    transfers: gatewayTransfers(gateway, clock),
    refunds: SANDBOX_REFUNDS,
    async close() {
      await proxy.close();
      await receiver.close();
    },
  };
}

/** Returns the gateway sandbox's methods, in the form of the terminal's settings. */
function transferMethods({ sandbox: { methods } }: RunningService) {
  return {
    P2P: { UAH: methods['p2p_uah'] },
    CRYPTO: { USDT_TRON: methods['crypto_usdt'] },
    PHONE: { EUR: methods['phone_eur'] },
    PIX: { USD: methods['pix_usd'] },
    BLIK: { EUR: methods['blik_eur'] },
  };
}

async function takenBy(gateway: RunningService, attemptId: string): Promise<bigint> {
  const orders = await ordersOf(gateway, attemptId);
  const paid = orders.filter(({ status }) => status === 'SUCCESS');
  return paid.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 100)), 0n);
}

async function ordersOf({ client }: RunningService, attemptId: string): Promise<PayinOrder[]> {
  const found = await client.findPayins(attemptId);
  if (!found.ok) throw new Error('The gateway does not answer');
  return found.value;
}

/** A payer who opens the gateway order's page, begins there, and continues to its bank. */
function gatewayTransfers(gateway: RunningService, clock: TestClock): TransferRig {
  const orderOf = async (attempt: Begun): Promise<PayinOrder> => {
    const [order] = await ordersOf(gateway, attempt.id);
    if (order === undefined) throw new Error('The gateway has no order of the attempt');
    return order;
  };
  const comeToBank = async (attempt: Begun): Promise<string> => {
    const { id } = await orderOf(attempt);
    const begun = await begin(gateway, id, beginBody(attempt.input.source));
    if (!begun.ok) throw new Error(`The gateway refused to begin: ${begun.status ?? ''}`);
    return id;
  };
  return {
    sources: {
      P2P: { currency: 'UAH', input: TRANSFER_INPUTS.P2P, instructions: 'redirect' },
      CRYPTO: { currency: 'USDT_TRON', input: TRANSFER_INPUTS.CRYPTO, instructions: 'redirect' },
      PHONE: { currency: 'EUR', input: TRANSFER_INPUTS.PHONE, instructions: 'redirect' },
      PIX: { currency: 'USD', input: TRANSFER_INPUTS.PIX, instructions: 'redirect' },
      BLIK: { currency: 'EUR', input: TRANSFER_INPUTS.BLIK, instructions: 'redirect' },
    },
    refusals: {
      // The payer may try again there.
      soft: { outcome: 'waiting' },
      hard: { outcome: 'hard_decline', begin: { amountMinor: REFUSED_HARD_MINOR } },
    },
    givesUp: false,
    async pay(attempt) {
      const { source } = attempt.input;
      await bank(gateway, await comeToBank(attempt), PAYS[source]);
      confirmed(clock, source);
    },
    async refuse(attempt, how) {
      const orderId = await comeToBank(attempt);
      if (how === 'soft') await bank(gateway, orderId, 'refuse');
    },
    async lapse(attempt) {
      const { id } = await orderOf(attempt);
      const closed = await cancelPayin(gateway.context, id, 'operator');
      if (!closed.ok) throw new Error(`The order does not await its payer: ${closed.problem}`);
    },
    arrived: (attemptId) => takenBy(gateway, attemptId),
    beginning: /^POST .*\/orders\/payin$/,
  };
}
