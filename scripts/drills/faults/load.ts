import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxClient } from '../../../tests/support/process/sandbox.ts';
import type { Result } from '../../../src/contract/client/client.ts';
import type { SandboxFile } from '../../../src/service/sandbox/keys-file.ts';
import { cardDataBody, payinBody, payoutBody } from '../../../tests/support/orders/orders.ts';
import type { Random } from './random.ts';

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
  baseUrl: string;
  sandbox: SandboxFile;
  callbackUrl: string;
  random: Random;
}

export interface Load {
  figures: LoadFigures;
  /** Stops the load. Resolves when every started request is answered. */
  stop(): Promise<void>;
}

const SHOPPERS = 5;
const PAUSE_MS = 400;
const REPEAT_AFTER_MS = 500;
/** After this many repeats a request counts as lost. */
const MOST_REPEATS = 120;
/** Approved (twice as often), approved later, declined, a challenge, a broken connection. */
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4000000000000077',
  '4000000000000002',
  '4000000000003220',
  '4000000000000341',
] as const;

/** Starts shops and shoppers: payins, some of them unpaid, and payouts. */
export function startLoad(options: LoadOptions): Load {
  const { random, sandbox, callbackUrl } = options;
  const figures: LoadFigures = { requests: 0, repeated: 0, bugs: 0, slowestMs: 0 };
  const client = sandboxClient(options.baseUrl, sandbox);
  let stopping = false;

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

  async function payIn(): Promise<void> {
    const body = payinBody({ sandbox }, { callback_url: callbackUrl });
    const order = await untilAnswered(() => client.createPayin(body));
    if (order === undefined) throw new Error('A payin was refused');
    const card = cardDataBody(order.id, { card_number: random.among(CARDS) });
    await ask(() => client.submitCardData(card));
  }

  async function leaveUnpaid(): Promise<void> {
    const unpaid = { method: 'card_short', currency: 'USD', callback_url: callbackUrl } as const;
    const body = payinBody({ sandbox }, unpaid);
    await untilAnswered(() => client.createPayin(body));
  }

  async function payOut(): Promise<void> {
    const body = payoutBody({ sandbox }, { amount: 1.5 });
    await untilAnswered(() => client.createPayout(body));
  }

  async function shop(): Promise<void> {
    for (;;) {
      if (stopping) return;
      await random.among([payIn, payIn, leaveUnpaid, payOut])();
      await sleep(random.between(0, PAUSE_MS));
    }
  }

  const shoppers = Array.from({ length: SHOPPERS }, shop);
  return {
    figures,
    async stop() {
      stopping = true;
      await Promise.all(shoppers);
    },
  };
}
