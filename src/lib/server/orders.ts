import { error } from '@sveltejs/kit';
import { context, propagation, trace } from '@opentelemetry/api';

import { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { challengeReturn } from '#contract/schemas/card-data.ts';
import type { CheckoutContext } from '#contract/schemas/checkout.ts';
import type { PayerHeaders } from '#contract/schemas/card-data.ts';
import type { LinkView } from '#contract/schemas/link.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { log } from './log.ts';
import { pageConfig } from './page-config.ts';

type Fetch = typeof fetch;

/** An order and the checkout context of its form, if the service sends them: merchant, brands, expiry. */
export interface ReadCheckout {
  order: PayinOrder;
  context: CheckoutContext | undefined;
}

/** Branding is optional: after this long the page renders without it rather than keep the shopper waiting. */
const CHECKOUT_TIMEOUT_MS = 1500;

/** Statuses that mean that the order does not exist for us: unknown, another merchant's, or not an id. */
const NO_SUCH_ORDER = [400, 404];

/**
 * Returns the `fetch` that reaches the service: in process if the service runs here, else over the network. Requests
 * are signed either way, and carry the current trace.
 *
 * @param service the service in this process, if any
 */
export function serviceFetch(service: App.Service | undefined): Fetch {
  const send: Fetch =
    service === undefined ? fetch : (input, init) => answerInTime(service.fetch, input, init);
  return (input, init) => send(input, withTrace(init));
}

/** Returns a client of the orders API, of this process or of another deployment. */
export function ordersClient(locals: App.Locals, timeoutMs?: number): OrdersClient {
  return new OrdersClient({ ...pageConfig().orders, fetch: locals.serviceFetch, timeoutMs });
}

/**
 * Reads an order with its checkout context: from the service in this process, or from a service's private endpoint.
 * Another deployment answers 404 there. Then, or after any other failure, reads only the order from the public API, and
 * the page offers only payment by card.
 */
export async function readCheckout(id: string, locals: App.Locals): Promise<ReadCheckout> {
  if (locals.service !== undefined) {
    const read = await locals.service.readCheckout(id);
    return typeof read === 'string' ? refuse(read) : { order: read.order, context: read };
  }
  const client = ordersClient(locals, CHECKOUT_TIMEOUT_MS);
  const answer = await client.call(ENDPOINTS.getCheckout, { params: { id } });
  if (answer.ok && (isCardOrder(answer.value.order) || answer.value.transfer !== undefined)) {
    return { order: answer.value.order, context: answer.value };
  }
  const order = await readOrder(id, locals);
  if (isCardOrder(order)) return { order, context: undefined };
  // Any other order needs its context. A service that is slow or fails has one, which a reload may get.
  return refuse(answer.ok || answer.status === 404 ? 'not_found' : 'unavailable');
}

/** Reads an order. If it cannot be read, throws Kit's error response: 404, or 503 if the service does not answer. */
async function readOrder(id: string, locals: App.Locals): Promise<PayinOrder> {
  const answer = await ordersClient(locals).getPayin(id);
  if (answer.ok) return answer.value;
  return refuse(NO_SUCH_ORDER.includes(answer.status ?? 0) ? 'not_found' : 'unavailable');
}

function refuse(why: 'not_found' | 'unavailable'): never {
  if (why === 'not_found') error(404, { message: 'No such order', state: 'notFound' });
  error(503, { message: 'The orders service does not answer', state: 'unavailable' });
}

/** Reads what the page of a link shows. If it cannot be read, throws Kit's error response: 404 or 503. */
export async function readLink(id: string, locals: App.Locals): Promise<LinkView> {
  const answer = await ordersClient(locals).call(ENDPOINTS.getLinkView, { params: { id } });
  return answer.ok ? answer.value : linkFailed(answer.status);
}

/** What a payer of a link sends: the amount chosen of a range, as decimal text. */
interface LinkPayment {
  amount: string | undefined;
  payer: PayerHeaders;
}

/** Where the payer pays; or the amount is not in the range, or the link cannot be paid any more. */
type PaidLink =
  | { outcome: 'payin'; payUrl: string }
  | { outcome: 'amount' }
  | { outcome: 'notOpen' };

/**
 * Makes a payin by a link, or finds the one that is to be paid. If there is none, throws Kit's error response, unless the
 * page of the link says why.
 */
export async function payLink(
  id: string,
  { amount, payer }: LinkPayment,
  locals: App.Locals,
): Promise<PaidLink> {
  const request = { params: { id }, body: { amount }, headers: payer };
  const answer = await ordersClient(locals).call(ENDPOINTS.payLink, request);
  if (answer.ok) return { outcome: 'payin', payUrl: answer.value.pay_url };
  if (answer.status === 400) return { outcome: 'amount' };
  return answer.status === 409 ? { outcome: 'notOpen' } : linkFailed(answer.status);
}

function linkFailed(status: number | undefined): never {
  if (status === 404) error(404, { message: 'No such link', state: 'notFound' });
  if (status === 429) error(429, { message: 'Too many payins', state: 'tooMany' });
  error(503, { message: 'The link cannot be paid now', state: 'unavailable' });
}

function isCardOrder({ payment_source: source = 'CARD' }: PayinOrder): boolean {
  return source === 'CARD';
}

/**
 * Forwards the data that an issuer's page sent back with the shopper, uninterpreted. The page shows the order next,
 * whatever the service answers: data from outside proves nothing. Drops data larger than any issuer sends.
 */
export async function completeChallenge(
  orderId: string,
  returned: Iterable<[string, unknown]>,
  locals: App.Locals,
): Promise<void> {
  const texts = [...returned].filter(([, value]) => typeof value === 'string');
  if (texts.length === 0) return;
  const body = challengeReturn.safeParse({ members: Object.fromEntries(texts) });
  if (!body.success) {
    log.warn({ orderId, members: texts.length }, 'more came back than any issuer sends');
    return;
  }
  await ordersClient(locals).call(ENDPOINTS.completeChallenge, {
    params: { id: orderId },
    body: body.data,
  });
}

/**
 * Asks the service to give up an order's challenge. The page shows the order next, whatever the service answers: if
 * the challenge succeeded after all, or is not given up yet, the order shows it.
 */
export async function giveUpChallenge(orderId: string, locals: App.Locals): Promise<void> {
  await ordersClient(locals).call(ENDPOINTS.giveUpChallenge, { params: { id: orderId } });
}

/** Asks the service to give up a payment that waits for its payer's confirmation, as for a challenge. */
export async function giveUpTransfer(orderId: string, locals: App.Locals): Promise<void> {
  await ordersClient(locals).call(ENDPOINTS.giveUpTransfer, { params: { id: orderId } });
}

/** Tells the service what a payer says was sent. The page shows the order next, whatever the service answers. */
export async function reportSent(
  orderId: string,
  amount: string,
  locals: App.Locals,
): Promise<void> {
  const body = { amount };
  await ordersClient(locals).call(ENDPOINTS.reportSent, { params: { id: orderId }, body });
}

async function answerInTime(
  fetch: App.Service['fetch'],
  input: RequestInfo | URL,
  { signal, ...init }: RequestInit = {},
): Promise<Response> {
  const answer = fetch(new Request(input, init));
  return signal ? Promise.race([answer, abortion(signal)]) : answer;
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Adds the headers of the current trace, which are not signed. */
function withTrace(init: RequestInit | undefined): RequestInit | undefined {
  if (trace.getActiveSpan() === undefined) return init;
  const headers = new Headers(init?.headers);
  propagation.inject(context.active(), headers, {
    set: (carrier, name, value) => {
      carrier.set(name, value);
    },
  });
  return { ...init, headers };
}
