import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { OrdersClient, type Result } from '../../../src/contract/client/client.ts';
import type { PayinOrder } from '../../../src/contract/schemas/payin.ts';
import type { PayoutOrder } from '../../../src/contract/schemas/payout.ts';
import type { Triggered, TriggeredCode } from '../../../src/contract/schemas/developer.ts';

/** A merchant of a sandbox, with its method ids by name. */
export interface Merchant {
  baseUrl: string;
  client: OrdersClient;
  methods: Readonly<Record<string, string>>;
  /** A client that sends each request once, even if the answer calls for a repeat. */
  once: OrdersClient;
  /** A client with a wrong secret, which the service refuses. */
  stranger: OrdersClient;
}

export type Order = PayinOrder | PayoutOrder;

/** Differences from an order that would be paid. */
export interface Changes {
  method?: string;
  [member: string]: unknown;
}

export function createMerchant(settings: {
  base_url: string;
  api_key_id: string;
  api_secret: string;
  methods: Readonly<Record<string, string>>;
}): Merchant {
  const options = { baseUrl: settings.base_url, apiKeyId: settings.api_key_id };
  return {
    baseUrl: settings.base_url,
    client: new OrdersClient({ ...options, apiSecret: settings.api_secret, repeats: 2 }),
    once: new OrdersClient({ ...options, apiSecret: settings.api_secret }),
    stranger: new OrdersClient({ ...options, apiSecret: `${settings.api_secret}-not` }),
    methods: settings.methods,
  };
}

/** Creates an order. Sends bodies that the types would refuse, because some outcomes need an invalid request. */
export async function create(
  { client, methods }: Merchant,
  direction: 'payin' | 'payout',
  { method, ...changes }: Changes = {},
): Promise<Result<Order>> {
  const body = {
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    customer: {},
    ...(direction === 'payout' && { destination_account: '4242424242424242' }),
    merchant_gate_method_id: methods[method ?? DEFAULTS[direction]] ?? randomUUID(),
    ...changes,
  };
  return direction === 'payin'
    ? client.call(ENDPOINTS.createPayin, { body })
    : client.call(ENDPOINTS.createPayout, { body });
}

/** Triggers a code that no request of a merchant causes, only an operator or a fault. */
export function trigger(
  { once, methods }: Merchant,
  code: TriggeredCode,
): Promise<Result<Triggered>> {
  return once.triggerCode({
    resolution_code: code,
    reference_id: randomUUID(),
    currency: 'EUR',
    amount: 12.5,
    merchant_gate_method_id: methods[DEFAULTS.payin] ?? randomUUID(),
  });
}

const DEFAULTS = { payin: 'card_eur', payout: 'payout_card_eur' };

/** Pays a new order with a card of the sandbox, and returns the order. */
export async function pay(merchant: Merchant, cardNumber: string): Promise<Result<Order>> {
  const created = await create(merchant, 'payin');
  if (!created.ok) return created;
  const { id } = created.value;
  const paid = await merchant.client.submitCardData({
    ...CARD,
    order_id: id,
    card_number: cardNumber,
  });
  return paid.ok ? merchant.client.getPayin(id) : paid;
}

const CARD = {
  cvv: '123',
  exp_month: '12',
  exp_year: '39',
  customer: {},
  browser_info: {
    color_depth: '24',
    java_enabled: false,
    screen_height: '1080',
    screen_width: '1920',
    timezone: '0',
    device_channel: '02',
    window_height: '900',
    window_width: '1440',
  },
} as const;

/** Creates an order that is not paid by card, begins its payment, and acts as its payer at the stand-in bank. */
export async function payAtBank(
  merchant: Merchant,
  order: Changes,
  action: string,
): Promise<Result<Order>> {
  const created = await create(merchant, 'payin', order);
  if (!created.ok) return created;
  const { id } = created.value;
  await atBank(merchant, id, 'begin');
  await atBank(merchant, id, action);
  return merchant.client.getPayin(id);
}

async function atBank({ baseUrl }: Merchant, id: string, action: string): Promise<void> {
  const answer = await fetch(`${baseUrl.replace(/\/$/, '')}/api/sandbox/v1/bank/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The sandbox's bank answered ${answer.status} to ${action}.`);
}

/** Ends the waiting time of a payin. */
export async function expire({ client }: Merchant, made: Result<Order>): Promise<Result<Order>> {
  return made.ok ? client.triggerExpiry({ payin_id: made.value.id }) : made;
}

const POLL_MS = 250;
const LONGEST_MS = 20_000;

/** Polls an order until it is final, or for as long as a sandbox may take. */
export async function untilFinal(
  { client }: Merchant,
  made: Result<Order>,
): Promise<Result<Order>> {
  const deadlineMs = Date.now() + LONGEST_MS;
  let read = made;
  while (read.ok && !isFinal(read.value) && Date.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { id } = read.value;
    read =
      'destination_account' in read.value ? await client.getPayout(id) : await client.getPayin(id);
  }
  return read;
}

function isFinal({ status }: Order): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'CLOSED';
}
