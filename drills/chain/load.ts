import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OrdersClient, type Result } from '../../src/contract/client/client.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { TRANSFER_SOURCES } from '../../src/domain/order/payment-source.ts';
import type { TransferSource } from '../../src/service/acquirers/port.ts';
import { cardDataBody } from '../../tests/support/orders/orders.ts';
import { beginBody } from '../../tests/support/orders/transfers.ts';
import type { Random } from '../faults/random.ts';
import type { Account, ChainedService } from './services.ts';

export interface Load {
  figures: { payins: number; transfers: number; payouts: number; repeated: number; bugs: number };
  /** Stops the load. Resolves when every started request is answered. */
  stop(): Promise<void>;
}

interface LoadOptions {
  downstream: ChainedService;
  upstream: ChainedService;
  /** The merchant's account at the downstream. */
  account: Account;
  upstreamAccount: Account;
  random: Random;
}

const SHOPPERS = 4;
const PAUSE_MS = 500;
const REPEAT_AFTER_MS = 400;
/** After this many repeats a request counts as lost. */
const MOST_REPEATS = 200;
const MAX_POLLS = 10;

/** Approved, approved later or silently, soft and hard declines, a challenge, a broken connection. */
const CARDS = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000077',
  '4000000000000119',
  '4000000000009995',
  '4000000000009979',
  '4000000000003220',
  '4000000000000341',
] as const;
const DESTINATIONS = ['4242424242424242', '4000000000000002', '4000000000000077'] as const;

/** Starts shops and shoppers of the downstream. Of the upstream they see only the page with its challenge. */
export function startLoad({
  downstream,
  upstream,
  account,
  upstreamAccount,
  random,
}: LoadOptions): Load {
  const figures = { payins: 0, transfers: 0, payouts: 0, repeated: 0, bugs: 0 };
  const { apiKeyId, apiSecret } = account;
  const client = new OrdersClient({ baseUrl: downstream.url, apiKeyId, apiSecret });
  const page = new OrdersClient({ baseUrl: downstream.url, ...account.page });
  const upstreamPage = new OrdersClient({ baseUrl: upstream.url, ...upstreamAccount.page });
  let stopping = false;

  const untilAnswered = repeating(figures);

  const nextSource = inTurn(TRANSFER_SOURCES);

  const request = (method: string, amount: number) => ({
    reference_id: randomUUID(),
    currency: 'EUR' as const,
    amount,
    merchant_gate_method_id: method,
    customer: {},
  });

  async function payIn(): Promise<void> {
    const body = request(account.card, random.between(100, 5_000) / 100);
    const order = await untilAnswered(() => client.createPayin(body));
    if (order === undefined) throw new Error('A payin was refused');
    figures.payins += 1;
    const card_number = random.among(CARDS);
    await client.submitCardData(cardDataBody(order.id, { card_number }));
    if (card_number === '4000000000003220') await passChallenge(order.id);
  }

  async function passChallenge(orderId: string): Promise<void> {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const found = await untilAnswered(() => client.getPayin(orderId));
      const id = found?.pay_url?.match(/\/challenge\/(.+)$/)?.[1];
      if (id !== undefined) return answerChallenge(upstream, id, random);
      await sleep(REPEAT_AFTER_MS);
    }
  }

  async function payTransfer(): Promise<void> {
    const source = nextSource();
    const body = request(account.transfers[source], random.between(100, 5_000) / 100);
    const order = await untilAnswered(() => client.createPayin(body));
    if (order === undefined) throw new Error('A payin was refused');
    figures.transfers += 1;
    await untilAnswered(() => begin(page, order.id, source));
    const upstreamId = await redirected(order.id);
    if (upstreamId === undefined) return;
    await untilAnswered(() => begin(upstreamPage, upstreamId, source));
    await decide(`${upstream.url}/api/sandbox/v1/bank/${upstreamId}`, {
      action: random.among(ACTIONS[source]),
    });
  }

  /**
   * Waits until the downstream redirects the payer. @returns the id of the upstream's order; undefined if none appears
   */
  async function redirected(orderId: string): Promise<string | undefined> {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      const params = { id: orderId };
      const found = await untilAnswered(() => page.call(ENDPOINTS.getCheckout, { params }));
      const instructions = found?.transfer?.instructions;
      if (instructions?.kind === 'redirect') return /\/pay\/([^/]+)$/.exec(instructions.url)?.[1];
      await sleep(REPEAT_AFTER_MS);
    }
    return undefined;
  }

  async function payOut(): Promise<void> {
    const destination_account = random.among(DESTINATIONS);
    const body = { ...request(account.payout, 1.5), destination_account };
    if (await untilAnswered(() => client.createPayout(body))) figures.payouts += 1;
  }

  async function shop(): Promise<void> {
    for (;;) {
      if (stopping) return;
      await random.among([payIn, payTransfer, payTransfer, payOut])();
      await sleep(random.between(0, PAUSE_MS));
    }
  }

  const shoppers = Promise.all(Array.from({ length: SHOPPERS }, shop));
  return {
    figures,
    async stop() {
      stopping = true;
      await shoppers;
    },
  };
}

/** Returns the items in turn, so that even a short drill uses each. */
function inTurn<Item>(items: readonly [Item, ...Item[]]): () => Item {
  let turn = 0;
  return () => items[turn++ % items.length] ?? items[0];
}

/** Repeats a request while its effect is unknown. Returns undefined for a refusal. */
function repeating(figures: Load['figures']) {
  return async <T>(call: () => Promise<Result<T>>): Promise<T | undefined> => {
    for (let made = 0; made < MOST_REPEATS; made += 1) {
      const result = await call();
      if (result.ok) return result.value;
      if (result.status === 500) figures.bugs += 1;
      if (result.status !== undefined && result.status < 500) return undefined;
      figures.repeated += 1;
      await sleep(REPEAT_AFTER_MS);
    }
    throw new Error('A request was never answered');
  };
}

function begin(page: OrdersClient, id: string, source: TransferSource) {
  return page.call(ENDPOINTS.beginTransfer, { params: { id }, body: beginBody(source) });
}

const TRANSFER_ACTIONS = ['exact', 'exact', 'less', 'more', 'twice', 'refuse'] as const;
const APPROVAL_ACTIONS = ['approve', 'approve', 'refuse'] as const;

/** What payers do at the upstream's sandbox bank. */
const ACTIONS: Record<TransferSource, readonly [string, ...string[]]> = {
  P2P: TRANSFER_ACTIONS,
  CRYPTO: TRANSFER_ACTIONS,
  PIX: TRANSFER_ACTIONS,
  PHONE: APPROVAL_ACTIONS,
  BLIK: APPROVAL_ACTIONS,
};

async function answerChallenge({ url }: ChainedService, id: string, random: Random): Promise<void> {
  const outcome = random.among(['approve', 'approve', 'refuse']);
  await decide(`${url}/api/sandbox/v1/challenges/${id}`, { outcome });
}

/** Sends a shopper's decision. A lost answer is ignored, as if the shopper had left. */
async function decide(url: string, decision: object): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );
}
