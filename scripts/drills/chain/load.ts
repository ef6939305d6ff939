import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OrdersClient, type Result } from '../../../src/contract/client/client.ts';
import { cardDataBody } from '../../../tests/support/orders/orders.ts';
import type { Random } from '../faults/random.ts';
import type { Account, Gateway } from './gateways.ts';

export interface Load {
  figures: { payins: number; payouts: number; repeated: number; bugs: number };
  /** Settles when all that was begun is answered. */
  stop(): Promise<void>;
}

interface LoadOptions {
  gateway: Gateway;
  upstream: Gateway;
  account: Account;
  random: Random;
}

const SHOPPERS = 4;
const PAUSE_MS = 500;
const REPEAT_AFTER_MS = 400;
/** A client that repeats for so long is one that was lost. */
const MOST_REPEATS = 200;
const CHALLENGE_LOOKS = 10;

/** Approved, approved later or in silence, declined soft and hard, a challenge, a broken connection. */
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

/** Shops and shoppers of the gateway, who know nothing of an upstream but the page of its challenge. */
export function startLoad({ gateway, upstream, account, random }: LoadOptions): Load {
  const figures = { payins: 0, payouts: 0, repeated: 0, bugs: 0 };
  const { apiKeyId, apiSecret } = account;
  const client = new OrdersClient({ baseUrl: gateway.url, apiKeyId, apiSecret });
  let stopping = false;

  const untilAnswered = repeating(figures);

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
    for (let looks = 0; looks < CHALLENGE_LOOKS; looks += 1) {
      const found = await untilAnswered(() => client.getPayin(orderId));
      const id = found?.pay_url?.match(/\/challenge\/(.+)$/)?.[1];
      if (id !== undefined) return answerChallenge(upstream, id, random);
      await sleep(REPEAT_AFTER_MS);
    }
  }

  async function payOut(): Promise<void> {
    const destination_account = random.among(DESTINATIONS);
    const body = { ...request(account.payout, 1.5), destination_account };
    if (await untilAnswered(() => client.createPayout(body))) figures.payouts += 1;
  }

  async function shop(): Promise<void> {
    for (;;) {
      if (stopping) return;
      await random.among([payIn, payIn, payIn, payOut])();
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

/** The same request again while its effect is unknown. */
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

/** A shopper whose answer is lost leaves. */
async function answerChallenge({ url }: Gateway, id: string, random: Random): Promise<void> {
  const outcome = random.among(['approve', 'approve', 'refuse']);
  await fetch(`${url}/api/sandbox/v1/challenges/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );
}
