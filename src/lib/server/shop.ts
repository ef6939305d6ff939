import { randomInt } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { OrdersClient } from '#contract/client/client.ts';
import { orderStatus } from '#contract/schemas/fields.ts';
import type { CreatePayinBody } from '#contract/schemas/payin.ts';

import { pageConfig } from './page-config.ts';

/** An article of the demo shop, which demonstrates the sandbox method of that name. */
export interface Good {
  id: string;
  title: string;
  /** What buying it demonstrates. */
  shows: string;
  method: string;
  currency: CreatePayinBody['currency'];
  amount: number;
}

export const GOODS: readonly Good[] = [
  {
    id: 'notebook',
    title: 'Notebook, stitched, 160 pages',
    shows:
      'A card payment in euros. After a soft decline the shopper may try again, three times in all.',
    method: 'card_eur',
    currency: 'EUR',
    amount: 12.5,
  },
  {
    id: 'pen',
    title: 'Fountain pen, fine nib',
    shows: 'US dollars, one attempt: the first decline is final.',
    method: 'card_usd',
    currency: 'USD',
    amount: 48,
  },
  {
    id: 'atlas',
    title: 'Atlas of the steppe',
    shows: 'Ordered in tenge, charged in US dollars at the method’s rate.',
    method: 'card_kzt',
    currency: 'KZT',
    amount: 15_900,
  },
  {
    id: 'ticket',
    title: 'Reading, tonight, last seat',
    shows: 'Held for three seconds: time enough to see an order expire.',
    method: 'card_short',
    currency: 'USD',
    amount: 9,
  },
  {
    id: 'ink',
    title: 'Ink, blue-black, 50 ml',
    shows:
      'BLIK: six digits, then a confirmation in the bank’s app. 777 123 is approved, 777 000 refused.',
    method: 'blik_eur',
    currency: 'EUR',
    amount: 18,
  },
  {
    id: 'paper',
    title: 'Writing paper, 100 sheets',
    shows: 'A bank transfer in hryvnias: an account, the exact amount, and a reference to quote.',
    method: 'p2p_uah',
    currency: 'UAH',
    amount: 1_250,
  },
  {
    id: 'globe',
    title: 'Globe, 30 cm',
    shows: 'Tether on TRON: an address, a warning, and confirmations as they come.',
    method: 'crypto_usdt',
    currency: 'USDT_TRON',
    amount: 50,
  },
  {
    id: 'postcards',
    title: 'Postcards of Olinda, 12',
    shows: 'Pix: a QR code and a text to paste. A CPF to try is 529.982.247-25.',
    method: 'pix_usd',
    currency: 'USD',
    amount: 32,
  },
  {
    id: 'stamps',
    title: 'Stamps, a booklet of 10',
    shows: 'By telephone: a number is asked for, and the payment approved on that telephone.',
    method: 'phone_eur',
    currency: 'EUR',
    amount: 4.5,
  },
];

export type Purchase =
  | { ok: true; payUrl: string }
  | { ok: false; reason: 'no-such-good' | 'refused' | 'not-payable' };

/**
 * Makes a purchase like a merchant: creates a payin order with a fresh reference, saves its id, and returns the
 * pay_url to send the shopper to. The return URL is the shop's own page for that reference.
 */
export async function buy(goodId: string, shopUrl: string): Promise<Purchase> {
  const good = GOODS.find(({ id }) => id === goodId);
  if (good === undefined) return { ok: false, reason: 'no-such-good' };
  const { orders, methods } = await shopMerchant();
  const reference = newReference(good.id);
  // One page for all three outcomes: the URL by which the shopper returns proves nothing; the order does.
  const returnUrl = `${shopUrl}/return/${reference}`;
  const created = await orders.createPayin({
    reference_id: reference,
    currency: good.currency,
    amount: good.amount,
    description: good.title,
    merchant_gate_method_id: methods[good.method] ?? '',
    customer: { reference_id: 'demo-shopper', email: 'shopper@example.com' },
    return_urls: { success: returnUrl, pending: returnUrl, fail: returnUrl },
  });
  if (!created.ok) return { ok: false, reason: 'refused' };
  const { id, pay_url: payUrl } = created.value;
  await saveOrder(reference, id);
  return payUrl === undefined ? { ok: false, reason: 'not-payable' } : { ok: true, payUrl };
}

/** Returns a unique reference in a shop's style, short enough to be read out. */
function newReference(goodId: string): string {
  const characters = Array.from({ length: 10 }, () => READABLE.charAt(randomInt(READABLE.length)));
  return `${goodId}-${characters.join('').replace(/^.{5}/, '$&-')}`.toUpperCase();
}

/** Characters without lookalikes: 0 and O, 1 and I and L. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The sandbox's cards, and what each of them does. */
export const CARDS: readonly { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'approved' },
  { number: '4000 0000 0000 0002', does: 'declined, another try is possible' },
  { number: '4000 0000 0000 9995', does: 'declined: insufficient funds' },
  { number: '4000 0000 0000 0127', does: 'declined: incorrect security code' },
  { number: '4000 0000 0000 0069', does: 'declined: expired card' },
  { number: '4000 0000 0000 9979', does: 'declined for good: stolen card' },
  { number: '4000 0000 0000 3220', does: '3-D Secure: the bank asks the shopper' },
  { number: '4000 0000 0000 0077', does: 'pending for 3 seconds, then approved' },
  { number: '4000 0000 0000 0119', does: 'no answer at first; approved a little later' },
  { number: '4000 0000 0000 0341', does: 'the connection to the bank breaks; can be tried again' },
  { number: '4100 0000 0000 0019', does: 'on the merchant’s block list' },
];

/** A merchant's access to the API: its client and its payment methods. */
interface ShopMerchant {
  orders: OrdersClient;
  methods: Record<string, string>;
  webhookSecret: string;
}

const credentials = z.object({
  base_url: z.url(),
  api_key_id: z.string(),
  api_secret: z.string(),
  webhook_secret: z.string(),
  methods: z.record(z.string(), z.string()),
});

/** Returns the sandbox's merchant, from the file that the service writes for new users. */
export async function shopMerchant(): Promise<ShopMerchant> {
  const text = await readFile(join(pageConfig().dataDir, 'sandbox.json'), 'utf8');
  const { base_url, api_key_id, api_secret, webhook_secret, methods } = credentials.parse(
    JSON.parse(text),
  );
  return {
    orders: new OrdersClient({ baseUrl: base_url, apiKeyId: api_key_id, apiSecret: api_secret }),
    methods,
    webhookSecret: webhook_secret,
  };
}

/** Returns the order id of a reference; undefined if there is none. */
export async function findOrder(reference: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder(), reference), 'utf8');
  } catch {
    return undefined;
  }
}

/** Saves which order a reference belongs to, one file per purchase. A real merchant uses a database for this. */
async function saveOrder(reference: string, orderId: string): Promise<void> {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), reference), orderId);
}

const receivedWebhook = z.object({
  webhookId: z.string(),
  status: orderStatus,
  receivedAtMs: z.number(),
});
type ReceivedWebhook = z.output<typeof receivedWebhook>;

/** Ids become file names here, so nothing but an id is accepted. */
const ID = /^[\w-]{1,64}$/;

/** Saves each event once: a repeated delivery leaves the existing file unchanged. */
export async function saveWebhook(orderId: string, webhook: ReceivedWebhook): Promise<void> {
  if (!ID.test(orderId) || !ID.test(webhook.webhookId)) return;
  await mkdir(webhookFolder(orderId), { recursive: true });
  const path = join(webhookFolder(orderId), webhook.webhookId);
  await writeFile(path, JSON.stringify(webhook), { flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

/** Returns the webhooks received for an order, oldest first. */
export async function findWebhooks(orderId: string): Promise<ReceivedWebhook[]> {
  const names = await readdir(webhookFolder(orderId)).catch(() => []);
  const texts = names.map((name) => readFile(join(webhookFolder(orderId), name), 'utf8'));
  const webhooks = (await Promise.all(texts)).map((text) =>
    receivedWebhook.parse(JSON.parse(text)),
  );
  return webhooks.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
}

/**
 * Returns an order's address in the operators' console; undefined if there is no console. Reads the variable each
 * time, because the console starts a moment after the page.
 */
export function consoleOrderUrl(orderId: string): string | undefined {
  const consoleUrl = process.env['CONSOLE_URL'];
  return consoleUrl && `${consoleUrl}/orders/${orderId}`;
}

function webhookFolder(orderId: string): string {
  return join(folder(), 'webhooks', orderId);
}

function folder(): string {
  return join(pageConfig().dataDir, 'demo-shop');
}
