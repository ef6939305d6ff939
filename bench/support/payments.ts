import { setTimeout as sleep } from 'node:timers/promises';
import { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Currency } from '#domain/money.ts';
import { startReceiver, type Receiver } from '../../tests/support/network/receiver.ts';
import { cardDataBody } from '../../tests/support/orders/orders.ts';
import { measureProcessors, type ProcessorTime } from './processor-time.ts';
import { ordersApiTerminal, issueKey, openAccount, payinMethod, sendWebhooks } from './account.ts';
import { sendMoney, startPayers } from './payers.ts';
import { fillGates } from './rows.ts';
import type { Tollgate } from './servers.ts';

export interface MeasuredPayments {
  payments: number;
  /** If payments are made in turns, the time includes the others' turns. */
  perSecond: number;
  /** Processor time per payment, of the server and the database; undefined if it cannot be measured. */
  processor: ProcessorTime | undefined;
}

/** A merchant that receives payments. */
export interface Payee {
  /** The id of its method for payments by card in EUR. */
  method: string;
  key: { apiKeyId: string; apiSecret: string };
}

export interface PaymentOptions {
  warmUp?: number;
  payments?: number;
  /** The merchants; by default the sandbox's own. */
  merchants?: readonly Payee[];
  atOnce?: number;
  /** The databases whose processor time counts, if not only the one that the server started with. */
  databases?: readonly string[];
  /** Runs some payments when it is their turn, if several deployments are measured in turns. */
  inTurn?: (work: () => Promise<void>) => Promise<void>;
  /** Starts this many measured payments per second, however many are then concurrent, as shoppers do. */
  perSecond?: number;
  /** Measures at the same time as other deployments. */
  sharedStart?: SharedStart;
  /** How to pay; by card by default. */
  pay?: Pay;
}

/** Makes one payment. */
type Pay = (
  merchant: { client: OrdersClient; method: string },
  callbackUrl: string,
) => Promise<unknown>;

/** Starts the measurement of several deployments when the last of them is warm. */
export interface SharedStart {
  isWarm(): void;
  areAllWarm: AbortSignal;
}

/** As many concurrent payments as the other rows have requests. */
export const AT_ONCE = 32;
/** Until then the optimizing compiler is at work, and the database plans statements again. */
export const WARM_UP_PAYMENTS = 1_000;
export const PAYMENTS = 3_000;
const TURN_PAYMENTS = 100;
const KEPT_WARM_PAYMENTS = 10;
/** Counters for lists and charts are folded in within this time. That is part of a payment's cost. */
const BACKGROUND_MS = 9_000;
const ARRIVED_CHECK_MS = 20;

/**
 * Measures whole payments as a merchant's server makes them: the order is created, paid by card, and its webhook is
 * confirmed by a receiver on this machine. Everything that server and database do meanwhile counts, background work
 * included.
 */
export async function measurePayments(
  tollgate: Tollgate,
  {
    warmUp = WARM_UP_PAYMENTS,
    payments = PAYMENTS,
    merchants = [sandboxMerchant(tollgate)],
    atOnce = AT_ONCE,
    databases = [tollgate.databaseUrl],
    inTurn,
    perSecond,
    sharedStart,
    pay = payByCard,
  }: PaymentOptions = {},
): Promise<MeasuredPayments> {
  const receiver = await startReceiver();
  const makeAll = (count: number, rate?: number) =>
    makePayments({ tollgate, merchants, atOnce, perSecond: rate, pay }, receiver, count);
  const make = async (count: number, rate?: number) => {
    if (inTurn === undefined) return makeAll(count, rate);
    for (let left = count; left > 0; left -= TURN_PAYMENTS) {
      await inTurn(() => makeAll(Math.min(TURN_PAYMENTS, left)));
    }
  };
  try {
    await make(warmUp);
    sharedStart?.isWarm();
    // Keeps the deployment warm until the others are: otherwise its connections would be closed, and their plans
    // lost.
    while (sharedStart?.areAllWarm.aborted === false) await make(KEPT_WARM_PAYMENTS, perSecond);
    const { result: seconds, used } = await measureProcessors(tollgate.pid, databases, async () => {
      const startedMs = performance.now();
      await make(payments, perSecond);
      const takenMs = performance.now() - startedMs;
      await sleep(BACKGROUND_MS);
      return takenMs / 1_000;
    });
    return {
      payments,
      perSecond: payments / seconds,
      processor: used && {
        serverUs: used.serverUs / payments,
        databaseUs: used.databaseUs / payments,
      },
    };
  } finally {
    await receiver.close();
  }
}

/** Makes payments. Resolves when the last webhook has arrived. */
async function makePayments(
  {
    tollgate,
    merchants,
    atOnce,
    perSecond,
    pay,
  }: {
    tollgate: Tollgate;
    merchants: readonly Payee[];
    atOnce: number;
    perSecond: number | undefined;
    pay: Pay;
  },
  receiver: Receiver,
  count: number,
): Promise<void> {
  const before = receiver.received.length;
  const expected = before + count;
  const clients = merchants.map(({ key, method }) => ({ method, client: clientOf(tollgate, key) }));
  const payOne = async () => {
    // Random, not in turn: otherwise all merchants' tables would reach autovacuum's threshold in the same minute.
    const merchant = clients[Math.floor(Math.random() * clients.length)];
    if (merchant !== undefined) await pay(merchant, receiver.url);
  };
  if (perSecond === undefined) {
    let begun = 0;
    const keepPaying = async () => {
      while (begun++ < count) await payOne();
    };
    await Promise.all(Array.from({ length: atOnce }, keepPaying));
  } else {
    await startAtRate(1_000 / perSecond, count, payOne);
  }
  while (receiver.received.length < expected) await sleep(ARRIVED_CHECK_MS);
}

/** Starts work at a steady rate, without waiting for work started before. Late work starts at once. */
async function startAtRate(
  everyMs: number,
  count: number,
  work: () => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  const begun: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const earlyMs = startedMs + n * everyMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    begun.push(work());
  }
  await Promise.all(begun);
}

/** @returns the payin's id */
async function payByCard(merchant: Parameters<Pay>[0], callbackUrl?: string): Promise<string> {
  const id = await createPayin(merchant, { currency: 'EUR', amount: 12.5 }, callbackUrl);
  const paid = await merchant.client.submitCardData(cardDataBody(id));
  if (!paid.ok) throw new Error('An order was not paid', { cause: paid });
  return id;
}

async function createPayin(
  { client, method }: { client: OrdersClient; method: string },
  price: { currency: Currency; amount: number },
  callbackUrl: string | undefined,
): Promise<string> {
  const created = await client.createPayin({
    reference_id: crypto.randomUUID(),
    ...price,
    merchant_gate_method_id: method,
    customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
  });
  if (!created.ok) throw new Error('An order was not made', { cause: created });
  return created.value.id;
}

/**
 * Measures payments by bank transfer: the page begins the payment, and the payer sends the money at the sandbox's
 * bank, which notifies the service. The bank is in the same process and database.
 */
export async function measureTransfers(
  tollgate: Tollgate,
  atOnce: number,
): Promise<MeasuredPayments> {
  const merchants = [{ ...sandboxMerchant(tollgate), method: methodOf(tollgate, 'p2p_uah') }];
  const pay = await payByTransfer(tollgate, (id) => sendMoney(tollgate, id));
  return measurePayments(tollgate, { merchants, atOnce, pay });
}

/**
 * Measures payments by card and by transfer with another Tollgate as the acquirer, which notifies by webhook. What
 * happens in that acquirer's process and database does not count.
 */
export async function measureThroughAcquirer(
  tollgate: Tollgate,
  upstream: Tollgate,
  atOnce: number,
): Promise<{ card: MeasuredPayments; transfer: MeasuredPayments }> {
  const terminal = ordersApiTerminal(upstream);
  const { key, methods } = await openAccount(tollgate, {
    terminals: [terminal],
    methods: [
      payinMethod(terminal.name, { name: 'card', source: 'CARD', currency: 'EUR' }),
      payinMethod(terminal.name, { name: 'p2p', source: 'P2P', currency: 'UAH' }),
    ],
  });
  const merchantOf = (name: string) => ({ key, method: methods[name] ?? '' });
  const card = await measurePayments(tollgate, { merchants: [merchantOf('card')], atOnce });
  const payers = startPayers(upstream);
  try {
    const pay = await payByTransfer(tollgate, (id) => payers.pay(id));
    const transfer = await measurePayments(tollgate, {
      merchants: [merchantOf('p2p')],
      atOnce,
      pay,
    });
    return { card, transfer };
  } finally {
    await payers.stop();
  }
}

async function payByTransfer(
  tollgate: Tollgate,
  send: (orderId: string) => Promise<void>,
): Promise<Pay> {
  const page = clientOf(tollgate, await issueKey(tollgate, 'keys issue-page'));
  return async (merchant, callbackUrl) => {
    const id = await createPayin(merchant, { currency: 'UAH', amount: 50 }, callbackUrl);
    const body = { source: 'P2P' } as const;
    const begun = await page.call(ENDPOINTS.beginTransfer, { params: { id }, body });
    if (!begun.ok) throw new Error('A payment was not begun', { cause: begun });
    await send(id);
  };
}

/** Measures concurrent payouts of one gate, from creation to webhook. */
export async function measurePayouts(
  tollgate: Tollgate,
  atOnce: number,
): Promise<MeasuredPayments> {
  await fillGates(tollgate.databaseUrl);
  const merchant = { ...sandboxMerchant(tollgate), method: methodOf(tollgate, 'payout_card_eur') };
  return measureMoneyOut(tollgate, { merchant, atOnce }, async ({ client, method }) => {
    const paid = await client.createPayout({
      reference_id: crypto.randomUUID(),
      currency: 'EUR',
      amount: 1,
      merchant_gate_method_id: method,
      destination_account: '4242424242424242',
      customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    });
    if (!paid.ok || paid.value.status !== 'SUCCESS') {
      throw new Error('A payout was not paid', { cause: paid });
    }
  });
}

/** They are refunded in turns, in parts of this amount, so that hardly ever two refunds at once are of one payin. */
const PAYINS_TO_REFUND = 200;
const REFUND_AMOUNT = 0.5;

/** Measures concurrent refunds of payins of one gate, from creation to webhook. */
export async function measureRefunds(
  tollgate: Tollgate,
  atOnce: number,
): Promise<MeasuredPayments> {
  await fillGates(tollgate.databaseUrl);
  const merchant = sandboxMerchant(tollgate);
  const seller = { client: clientOf(tollgate, merchant.key), method: merchant.method };
  const payins: string[] = [];
  while (payins.length < PAYINS_TO_REFUND) payins.push(await payByCard(seller));
  let next = 0;
  return measureMoneyOut(tollgate, { merchant, atOnce }, async ({ client }) => {
    const made = await client.createRefund({
      payin_id: payins[next++ % payins.length] ?? '',
      reference_id: crypto.randomUUID(),
      amount: REFUND_AMOUNT,
    });
    if (!made.ok || made.value.status !== 'SUCCESS') {
      throw new Error('A payin was not refunded', { cause: made });
    }
  });
}

/** Measures what the merchant pays; its webhooks go to the merchant's own addresses. */
async function measureMoneyOut(
  tollgate: Tollgate,
  { merchant, atOnce }: { merchant: Payee; atOnce: number },
  pay: Pay,
): Promise<MeasuredPayments> {
  let sendsTo: string | undefined;
  return measurePayments(tollgate, {
    merchants: [merchant],
    atOnce,
    async pay(seller, url) {
      if (sendsTo !== url) await sendWebhooks(tollgate, { payout_url: url, refund_url: url });
      sendsTo = url;
      await pay(seller, url);
    },
  });
}

function clientOf({ port }: Tollgate, key: Payee['key']): OrdersClient {
  return new OrdersClient({ baseUrl: `http://127.0.0.1:${port}`, ...key });
}

function methodOf({ sandbox }: Tollgate, name: string): string {
  return sandbox.methods[name] ?? '';
}

function sandboxMerchant(tollgate: Tollgate): Payee {
  const { sandbox } = tollgate;
  return {
    method: methodOf(tollgate, 'card_eur'),
    key: { apiKeyId: sandbox.api_key_id, apiSecret: sandbox.api_secret },
  };
}
