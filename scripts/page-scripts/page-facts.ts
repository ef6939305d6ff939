import { z } from 'zod';

import type { FetchedPage } from './fetch-page.ts';
import { jsonIn, valueIn } from './html-values.ts';
import { ACCENT_STYLE, linkIn, messagesOf, orderedIn, rowIn } from './order-text.ts';
import { readTerms, type Terms } from './terms-facts.ts';

/** What a page shows about its order and merchant: everything that the build needs to render the same page. */
export interface PageFacts {
  isSandbox: boolean;
  merchant: Merchant;
  /** The order as the interface would return it. */
  order: Record<string, unknown>;
  /** What the service's private read says about the order; undefined if the page was rendered without it. */
  terms: Terms | undefined;
  /** Whether the page still waits for the bank and has not given up. */
  isWaiting: boolean;
}

interface Merchant {
  name: string | undefined;
  logo: string | undefined;
  support: string | undefined;
  hasAccent: boolean;
}

/** Any amount: the comparison ignores the order's. */
const AMOUNT = 12.34;

const statusView = z.object({
  state: z.enum([
    'waiting',
    'challenge',
    'bankWaits',
    'pending',
    'paid',
    'declined',
    'expired',
    'cancelled',
  ] as const),
  leaveTo: z.string().optional(),
  bankPage: z.string().optional(),
});
type StatusView = z.output<typeof statusView>;

const STATUSES = {
  waiting: { status: 'PROCESS_PENDING' },
  challenge: { status: 'PROCESS_PENDING' },
  bankWaits: { status: 'PROCESS_PENDING' },
  pending: { status: 'PROCESS_PENDING' },
  paid: { status: 'SUCCESS' },
  declined: { status: 'FAILED' },
  expired: { status: 'CLOSED' },
  cancelled: { status: 'CLOSED' },
} satisfies Record<StatusView['state'], object>;

/**
 * Reads what a live page says about its order, without checking it. If no order could say that, the build renders a
 * different page, and the comparison finds it.
 */
export function readFacts({ html, url }: FetchedPage): PageFacts {
  const hasForm = html.includes('<form id="card-form"');
  const view = statusView.safeParse(jsonIn(html, 'data-view')).data;
  return {
    isSandbox: html.includes('<aside '),
    merchant: readMerchant(html),
    order: {
      id: url.pathname.split('/')[2],
      ...readMoney(html),
      reference_id: rowIn(html, messagesOf(html).order.reference),
      ...readReceipt(html),
      ...(hasForm && awaitingCard(html)),
      ...(view && inStatus(view, html)),
    },
    terms: readTerms(html),
    isWaiting: view?.state === 'waiting',
  };
}

function readMoney(html: string) {
  const { amount, rate } = orderedIn(html);
  const order = { currency: 'EUR', amount: AMOUNT };
  if (amount === undefined) return order;
  const charge = { payment_method_currency: 'USD', payment_method_amount: AMOUNT };
  return { ...order, ...charge, ...(rate !== undefined && { conversion_rate: 1 }) };
}

function readMerchant(html: string): Merchant {
  const { heading, support } = messagesOf(html).order;
  const name = valueIn(html, /<p class="merchant[^"]*">.*?<span>([^<]*)<\/span><\/p>/s);
  return {
    name: name === heading ? undefined : name,
    logo: valueIn(html, /<p class="merchant[^"]*"><img src="([^"]*)"/),
    support: linkIn(html, support),
    hasAccent: ACCENT_STYLE.test(html),
  };
}

/** Any time: the comparison ignores it. */
const MOMENT_SECONDS = 1_700_000_000;

function readReceipt(html: string) {
  const lastFour = /<bdi dir="ltr">•••• (\d{4})<\/bdi>/.exec(html)?.[1];
  return {
    ...(html.includes('<time datetime=') && { update_date: MOMENT_SECONDS }),
    ...(lastFour !== undefined && { card_number: `000000******${lastFour}` }),
  };
}

function awaitingCard(html: string) {
  return {
    status: 'CREATED',
    return_url: backIn(html),
    customer: html.includes('<input id="email"') ? {} : { email: 'shopper@example.com' },
    provider_error_message: /<div id="notice"[^>]*>\s*<h2>/.test(html) ? 'declined' : undefined,
  };
}

function backIn(html: string) {
  return valueIn(html, /<a href="([^"]*)"[^>]*>\s*<svg class="icon/);
}

function inStatus({ state, leaveTo, bankPage }: StatusView, html: string) {
  return {
    ...STATUSES[state],
    ...(state === 'challenge'
      ? { pay_url: leaveTo }
      : { return_url: leaveTo ?? backIn(html), pay_url: bankPage }),
  };
}
