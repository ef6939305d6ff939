import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxClient } from '../../tests/support/process/sandbox.ts';
import type { Result } from '../../src/contract/client/client.ts';
import { isFinal, type OrderStatus } from '../../src/domain/order/status.ts';
import type { SandboxFile } from '../../src/service/sandbox/keys-file.ts';
import {
  cardDataBody,
  payinBody,
  payoutBody,
  refundBody,
} from '../../tests/support/orders/orders.ts';
import type { History, OrderKind } from './history.ts';
import type { Random } from './random.ts';
import { RecordedClient } from './recorded-client.ts';

export interface LoadFigures {
  requests: number;
  /** Requests answered 5xx or not at all, and then repeated. */
  repeated: number;
  /** Requests answered 500. A fault of the database must give 503. */
  bugs: number;
  /** The longest that a client waited for one answer. */
  slowestMs: number;
}

export interface LoadOptions {
  /** The addresses of the service's processes. */
  baseUrls: readonly string[];
  sandbox: SandboxFile;
  callbackUrl: string;
  random: Random;
  /** Gets every request and its answer. */
  history: History;
}

/** Shops that use the service. */
export interface Load {
  figures: LoadFigures;
  start(): void;
  /** Stops the load. Resolves when every started request is answered. */
  stop(): Promise<void>;
  /** Reads the totals. */
  readTotals(): Promise<void>;
  /** Reads every order whose end is not in the history. */
  readOpenOrders(): Promise<void>;
}

const SHOPPERS = 5;
const PAUSE_MS = 400;
const REPEAT_AFTER_MS = 500;
/** After this many repeats a request counts as lost. */
const MOST_REPEATS = 120;
/** How often a shop reads an order until it has ended. Those that take longer are read at the end of the drill. */
const MOST_READS = 40;
const READ_AGAIN_AFTER_MS = 250;
const CHALLENGED_CARD = '4000000000003220';
/** Approved (twice as often), approved later, declined, a challenge, a broken connection. */
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4000000000000077',
  '4000000000000002',
  CHALLENGED_CARD,
  '4000000000000341',
] as const;

/** Makes shops and shoppers: payins, some of them unpaid, payouts, refunds, and readers of all of it. */
export function createLoad({ baseUrls, sandbox, callbackUrl, random, history }: LoadOptions): Load {
  const figures: LoadFigures = { requests: 0, repeated: 0, bugs: 0, slowestMs: 0 };
  const clients = baseUrls.map((baseUrl) => sandboxClient(baseUrl, sandbox));
  const client = new RecordedClient(clients, random, history);
  let stopping = false;
  let running: Promise<unknown> = Promise.resolve();

  async function ask<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
    const startedMs = performance.now();
    const result = await call();
    figures.requests += 1;
    figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - startedMs));
    if (!result.ok && result.status === 500) figures.bugs += 1;
    return result;
  }

  /** Repeats a request while its effect is unknown. @returns undefined if it was refused */
  async function untilAnswered<T>(call: () => Promise<Result<T>>): Promise<T | undefined> {
    for (let made = 0; made < MOST_REPEATS; made += 1) {
      const result = await ask(call);
      if (result.ok) return result.value;
      if (result.status !== undefined && result.status < 500) return undefined;
      figures.repeated += 1;
      await sleep(REPEAT_AFTER_MS);
    }
    throw new Error('A request was never answered');
  }

  /** Reads an order again and again, as a shop does that waits for its end. @returns its last status */
  async function watch(
    kind: OrderKind,
    reference: string,
    id: string,
  ): Promise<OrderStatus | undefined> {
    let status: OrderStatus | undefined;
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      status = (await untilAnswered(() => client.read(kind, reference, id)))?.status;
      if (status !== undefined && isFinal(status)) break;
      await sleep(READ_AGAIN_AFTER_MS);
    }
    return status;
  }

  async function payIn(): Promise<void> {
    const amount = random.between(100, 5_000) / 100;
    const body = payinBody({ sandbox }, { amount, callback_url: callbackUrl });
    const { reference_id: reference } = body;
    const finding = random.among([true, false])
      ? ask(() => client.findPayin(reference))
      : undefined;
    const order = await untilAnswered(() => client.createPayin(body));
    await finding;
    if (order === undefined) throw new Error('A payin was refused');
    const { id } = order;
    const card = random.among(CARDS);
    const paying = ask(() =>
      client.submitCardData(reference, cardDataBody(id, { card_number: card })),
    );
    if (random.among([true, false])) await ask(() => client.read('payin', reference, id));
    await paying;
    const status = card === CHALLENGED_CARD ? undefined : await watch('payin', reference, id);
    if (status === 'SUCCESS' && random.between(1, 4) === 1) await payBack(id, amount);
  }

  async function payBack(payinId: string, amount: number): Promise<void> {
    const body = { ...refundBody(payinId), amount };
    const refund = await untilAnswered(() => client.createRefund(body));
    if (refund !== undefined) await watch('refund', body.reference_id, refund.id);
  }

  async function leaveUnpaid(): Promise<void> {
    const unpaid = { method: 'card_short', currency: 'USD', callback_url: callbackUrl } as const;
    const body = payinBody({ sandbox }, unpaid);
    await untilAnswered(() => client.createPayin(body));
  }

  async function payOut(): Promise<void> {
    const body = payoutBody({ sandbox }, { amount: 1.5 });
    const payout = await untilAnswered(() => client.createPayout(body));
    if (payout !== undefined) await watch('payout', body.reference_id, payout.id);
  }

  async function repeat(...activities: readonly [Activity, ...Activity[]]): Promise<void> {
    for (;;) {
      if (stopping) return;
      await random.among(activities)();
      await sleep(random.between(0, PAUSE_MS));
    }
  }

  const readBalance = () => ask(() => client.getBalance());
  const list = () => ask(() => client.listPayins());

  return {
    figures,
    start() {
      stopping = false;
      const shoppers = Array.from({ length: SHOPPERS }, () =>
        repeat(payIn, payIn, leaveUnpaid, payOut),
      );
      running = Promise.all([...shoppers, repeat(readBalance), repeat(readBalance, list)]);
    },
    async stop() {
      stopping = true;
      await running;
    },
    async readTotals() {
      await untilAnswered(() => client.getBalance());
      await untilAnswered(() => client.listPayins());
    },
    async readOpenOrders() {
      for (const { kind, reference, id } of history.openOrders()) {
        await untilAnswered(() => client.read(kind, reference, id));
      }
    },
  };
}

type Activity = () => Promise<unknown>;
