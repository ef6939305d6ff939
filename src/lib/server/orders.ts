import { error } from '@sveltejs/kit';
import { context, propagation, trace } from '@opentelemetry/api';

import { OrdersClient } from '#contract/client/client.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { challengeReturn } from '#contract/schemas/card-data.ts';
import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { log } from './log.ts';
import { pageConfig } from './page-config.ts';

type Fetch = typeof fetch;

/** An order, and what surrounds its form as far as the service says: merchant, brands, waiting time. */
export interface ReadCheckout {
  order: PayinOrder;
  surroundings: Surroundings | undefined;
}

/** The page does without the surroundings sooner than it lets a shopper wait. */
const CHECKOUT_TIMEOUT_MS = 1500;

/** The service's word that there is no such order for us: unknown, another merchant's, or no id. */
const NO_SUCH_ORDER = [400, 404];

/**
 * How the page reaches the service: without a socket where it is in this process, else over the network.
 * Requests are signed alike, and go on with the trace that is under way.
 *
 * @param service of this process
 */
export function serviceFetch(service: App.Service | undefined): Fetch {
  const send: Fetch =
    service === undefined ? fetch : (input, init) => answerInTime(service, input, init);
  return (input, init) => send(input, withTrace(init));
}

/** The signed client of the orders interface, this process's own or another deployment's. */
export function ordersClient(locals: App.Locals, timeoutMs?: number): OrdersClient {
  return new OrdersClient({ ...pageConfig().orders, fetch: locals.serviceFetch, timeoutMs });
}

/**
 * An order with its surroundings, by the service's private read. Another deployment answers 404 there, and
 * then, as on any failure, the order is read by the interface and the page does without the rest: a card is
 * all that it can be paid by then.
 */
export async function readCheckout(id: string, locals: App.Locals): Promise<ReadCheckout> {
  const client = ordersClient(locals, CHECKOUT_TIMEOUT_MS);
  const answer = await client.call(ENDPOINTS.getCheckout, { params: { id } });
  if (answer.ok && (isCardOrder(answer.value.order) || answer.value.transfer !== undefined)) {
    return { order: answer.value.order, surroundings: answer.value };
  }
  return { order: await readOrder(id, locals), surroundings: undefined };
}

/**
 * The order as it is now. Where it cannot be had, the request ends here on the page that says why:
 * 404 for an order that is not, or that is not paid by card; 503 when the service does not answer.
 */
async function readOrder(id: string, locals: App.Locals): Promise<PayinOrder> {
  const answer = await ordersClient(locals).getPayin(id);
  if (answer.ok && isCardOrder(answer.value)) return answer.value;
  if (answer.ok || (answer.status !== undefined && NO_SUCH_ORDER.includes(answer.status))) {
    error(404, { message: 'No such order', state: 'notFound' });
  }
  error(503, { message: 'The orders service does not answer', state: 'unavailable' });
}

function isCardOrder({ payment_source: source = 'CARD' }: PayinOrder): boolean {
  return source === 'CARD';
}

/**
 * Forwards what an issuer's page sent back with the shopper, unread. Whatever the service answers, and
 * if it does not, the order itself is shown next: what comes from outside proves nothing. More than any
 * issuer sends is not forwarded.
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
 * Asks the service to give up an order's challenge. Whatever it answers, and if it does not, the order
 * itself is shown next: a challenge that was answered after all, or is not given up yet, is seen there.
 */
export async function giveUpChallenge(orderId: string, locals: App.Locals): Promise<void> {
  await ordersClient(locals).call(ENDPOINTS.giveUpChallenge, { params: { id: orderId } });
}

async function answerInTime(
  service: App.Service,
  input: RequestInfo | URL,
  { signal, ...init }: RequestInit = {},
): Promise<Response> {
  const answer = service(new Request(input, init));
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

/** With the headers of the trace that is under way, beside what is signed. */
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
