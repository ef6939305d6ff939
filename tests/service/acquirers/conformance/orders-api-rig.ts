/** The adapter `orders-api` with a service of this repository as its acquirer. */
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

/** @param clock the acquirer's clock */
export async function ordersApiRig(
  acquirer: RunningService,
  clock: TestClock,
): Promise<AcquirerRig> {
  const proxy = await startFaultProxy(acquirer.baseUrl);
  const receiver = await startReceiver();
  const { sandbox } = acquirer;
  const terminalOf = (apiSecret: string) => ({
    settings: {
      base_url: proxy.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
      transfer_methods: transferMethods(acquirer),
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
    taken: (attemptId) => takenBy(acquirer, attemptId),
    answerChallenge: (url, answer) => answerSandboxChallenge(acquirer, url, answer),
    decidePending: () => sandboxDecides(clock),
    notifications: (attemptId) =>
      Promise.resolve(
        receiver.received
          .filter(({ body }) => body.includes(attemptId))
          .map(({ headers, body }) => ({ headers, body: new Uint8Array(body) })),
      ),
    transfers: acquirerTransfers(acquirer, clock),
    refunds: SANDBOX_REFUNDS,
    async close() {
      await proxy.close();
      await receiver.close();
    },
  };
}

/** Returns the acquirer sandbox's methods, in the form of the terminal's settings. */
function transferMethods({ sandbox: { methods } }: RunningService) {
  return {
    P2P: { UAH: methods['p2p_uah'] },
    CRYPTO: { USDT_TRON: methods['crypto_usdt'] },
    PHONE: { EUR: methods['phone_eur'] },
    PIX: { USD: methods['pix_usd'] },
    BLIK: { EUR: methods['blik_eur'] },
  };
}

async function takenBy(acquirer: RunningService, attemptId: string): Promise<bigint> {
  const orders = await ordersOf(acquirer, attemptId);
  const paid = orders.filter(({ status }) => status === 'SUCCESS');
  return paid.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 100)), 0n);
}

async function ordersOf({ client }: RunningService, attemptId: string): Promise<PayinOrder[]> {
  const found = await client.findPayins(attemptId);
  if (!found.ok) throw new Error('The acquirer does not answer');
  return found.value;
}

/** A payer who opens the acquirer order's page, begins there, and continues to its bank. */
function acquirerTransfers(acquirer: RunningService, clock: TestClock): TransferRig {
  const orderOf = async (attempt: Begun): Promise<PayinOrder> => {
    const [order] = await ordersOf(acquirer, attempt.id);
    if (order === undefined) throw new Error('The acquirer has no order of the attempt');
    return order;
  };
  const comeToBank = async (attempt: Begun): Promise<string> => {
    const { id } = await orderOf(attempt);
    const begun = await begin(acquirer, id, beginBody(attempt.input.source));
    if (!begun.ok) throw new Error(`The acquirer refused to begin: ${begun.status ?? ''}`);
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
      await bank(acquirer, await comeToBank(attempt), PAYS[source]);
      confirmed(clock, source);
    },
    async refuse(attempt, how) {
      const orderId = await comeToBank(attempt);
      if (how === 'soft') await bank(acquirer, orderId, 'refuse');
    },
    async lapse(attempt) {
      const { id } = await orderOf(attempt);
      const closed = await cancelPayin(acquirer.context, id, 'operator');
      if (!closed.ok) throw new Error(`The order does not await its payer: ${closed.problem}`);
    },
    arrived: (attemptId) => takenBy(acquirer, attemptId),
    beginning: /^POST .*\/orders\/payin$/,
  };
}
