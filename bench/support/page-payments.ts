import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { listen } from '../../tests/support/network/listen.ts';
import { AT_ONCE, PAYMENTS, WARM_UP_PAYMENTS } from './payments.ts';
import { measureProcessors } from './processor-time.ts';
import { signedHeaders } from './requests.ts';
import { payin } from './rows.ts';
import type { Tollgate } from './servers.ts';

const made = z.object({ id: z.uuid() });
const paid = z.object({ phase: z.literal('paid'), next: z.string() });

const DELIVERY_PATIENCE_MS = 20_000;

/** The cost of one payment or page, in microseconds of processor time. */
export interface PaymentCost {
  name: string;
  serverUs: number;
  databaseUs: number;
}

/**
 * Measures whole payments as a browser and a shop make them: the order, its page, the card, the page with the result,
 * and the webhook. Also measures the page alone. Returns undefined if processor time cannot be measured.
 */
export async function measurePagePayments(tollgate: Tollgate): Promise<PaymentCost[] | undefined> {
  const receiver = await startReceiver();
  try {
    const pay = () => payOnce(tollgate, receiver.url);
    const payUrl = await makeOrder(tollgate, receiver.url);
    const open = () => getPage(payUrl);
    const costs = [
      await costOf('a payment through the page, webhook included', tollgate, async (count) => {
        const expected = receiver.count() + count;
        await repeat(count, pay);
        await receiver.received(expected);
      }),
      await costOf('the page alone', tollgate, (count) => repeat(count, open)),
    ];
    return costs.every((cost) => cost !== undefined) ? costs : undefined;
  } finally {
    await receiver.stop();
  }
}

async function costOf(
  name: string,
  { pid, databaseUrl }: Tollgate,
  run: (count: number) => Promise<void>,
): Promise<PaymentCost | undefined> {
  await run(WARM_UP_PAYMENTS);
  const { used } = await measureProcessors(pid, [databaseUrl], () => run(PAYMENTS));
  if (!used) return undefined;
  return { name, serverUs: used.serverUs / PAYMENTS, databaseUs: used.databaseUs / PAYMENTS };
}

export async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await act();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function payOnce(tollgate: Tollgate, callbackUrl: string): Promise<void> {
  await getPage(await payByPage(await makeOrder(tollgate, callbackUrl)));
}

/** Opens the form of an order and pays, as the page's script does. @returns the address of the result */
export async function payByPage(payUrl: string): Promise<string> {
  const from = /name="from" value="([^"]*)"/.exec(await getPage(payUrl))?.[1] ?? '';
  const answer = await fetch(`${payUrl}/card`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      card_number: '4242 4242 4242 4242',
      expiry: '12 / 39',
      security_code: '123',
      cardholder_name: 'Ada Lovelace',
      from,
    }),
  });
  const { next } = paid.parse(await answer.json());
  return new URL(next, payUrl).href;
}

/** Makes an order. @returns its `pay_url` */
export async function makeOrder(
  { port, sandbox }: Tollgate,
  callbackUrl?: string,
): Promise<string> {
  const request = payin(sandbox.methods, { callback_url: callbackUrl });
  const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, {
    method: 'POST',
    headers: signedHeaders(sandbox, request),
    ...(request.body !== undefined && { body: request.body }),
  });
  const { id } = made.parse(await answer.json());
  return `http://127.0.0.1:${port}/pay/${id}`;
}

export async function getPage(url: string): Promise<string> {
  const answer = await fetch(url, {
    headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    redirect: 'manual',
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

/** Starts a shop's webhook receiver, which accepts everything and counts. */
async function startReceiver() {
  let received = 0;
  const count = () => received;
  const path = `/${randomUUID()}`;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (request.url === path) received += 1;
      response.end();
    });
  });
  const { baseUrl, close } = await listen(server);
  return {
    url: `${baseUrl}${path}`,
    count,
    async received(expected: number) {
      const deadlineMs = performance.now() + DELIVERY_PATIENCE_MS;
      while (count() < expected && performance.now() < deadlineMs) await sleep(50);
      if (count() < expected) throw new Error(`${expected - count()} webhooks did not arrive`);
    },
    stop: close,
  };
}
