import { CANCELLED } from '#contract/payin.ts';
import { z } from 'zod';

import type { FetchedPage } from './fetch-page.ts';
import { jsonIn, valueIn } from './html-values.ts';
import { ACCENT_STYLE, chargedAmountIn, messagesOf } from './order-text.ts';

/** What a page shows of its order and merchant: all that the build needs to render the same page. */
export interface PageFacts {
  isSandbox: boolean;
  merchant: Merchant;
  /** Its order as the interface would tell it. */
  order: Record<string, unknown>;
  /** What the service's private read tells of it; undefined where the page does without. */
  terms: Terms | undefined;
  /** The page still waits for the bank, rather than having given up. */
  isWaiting: boolean;
}

interface Merchant {
  name: string | undefined;
  logo: string | undefined;
  support: string | undefined;
  hasAccent: boolean;
}

interface Terms {
  acceptedBrands: string[];
  secondsLeft: number;
  attemptsLeft: number;
}

/** Any amount and any number of attempts: what the order has, the comparison leaves open. */
const AMOUNT = 12.34;
const ATTEMPTS_LEFT = 1;

const formProps = z.object({
  asksEmail: z.boolean(),
  acceptedBrands: z.array(z.string()),
  secondsLeft: z.int().optional(),
  notice: z
    .object({ decline: z.object({ said: z.string(), attemptsLeft: z.int().optional() }) })
    .optional(),
});
type FormProps = z.output<typeof formProps>;

const statusView = z.object({
  state: z.enum(['waiting', 'challenge', 'pending', 'paid', 'declined', 'expired', 'cancelled']),
  leaveTo: z.string().optional(),
  bankPage: z.string().optional(),
});
type StatusView = z.output<typeof statusView>;

const STATUSES = {
  waiting: { status: 'PROCESS_PENDING' },
  challenge: { status: 'PROCESS_PENDING' },
  pending: { status: 'PROCESS_PENDING' },
  paid: { status: 'SUCCESS' },
  declined: { status: 'FAILED' },
  expired: { status: 'CLOSED' },
  cancelled: { status: 'CLOSED', resolution_message: CANCELLED },
} satisfies Record<StatusView['state'], object>;

/**
 * Reads from a live page what it says of its order. Nothing here judges: a page that says something
 * which no order could say is rendered otherwise by the build, and differs.
 */
export function readFacts({ html, url }: FetchedPage): PageFacts {
  const props = formProps.safeParse(jsonIn(html, 'data-props')).data;
  const view = statusView.safeParse(jsonIn(html, 'data-view')).data;
  return {
    isSandbox: html.includes('<aside aria-label='),
    merchant: readMerchant(html),
    order: {
      id: url.pathname.split('/')[2],
      currency: 'EUR',
      amount: AMOUNT,
      reference_id: valueIn(html, /<span>[^<]* <bdi>([^<]*)<\/bdi><\/span>/),
      ...(chargedAmountIn(html) !== undefined && {
        payment_method_amount: AMOUNT,
        payment_method_currency: 'USD',
      }),
      ...(props && awaitingCard(props, html)),
      ...(view && inStatus(view)),
    },
    terms: props && readTerms(props),
    isWaiting: view?.state === 'waiting',
  };
}

function readMerchant(html: string): Merchant {
  const name = valueIn(html, /<p class="merchant[^"]*">.*?<span>([^<]*)<\/span><\/p>/s);
  return {
    name: name === messagesOf(html).order.heading ? undefined : name,
    logo: valueIn(html, /<p class="merchant[^"]*"><!--\[0--><img src="([^"]*)"/),
    support: valueIn(html, /<a class="help[^"]*" href="([^"]*)"/),
    hasAccent: ACCENT_STYLE.test(html),
  };
}

const awaitingCard = ({ asksEmail, notice }: FormProps, html: string) => ({
  status: 'CREATED',
  return_url: valueIn(html, /<p class="back[^"]*"><a href="([^"]*)"/),
  customer: asksEmail ? {} : { email: 'shopper@example.com' },
  provider_error_message: notice?.decline.said,
});

const inStatus = ({ state, leaveTo, bankPage }: StatusView) => ({
  ...STATUSES[state],
  ...(state === 'challenge' ? { pay_url: leaveTo } : { return_url: leaveTo, pay_url: bankPage }),
});

function readTerms({ acceptedBrands, secondsLeft, notice }: FormProps): Terms | undefined {
  if (secondsLeft === undefined) return undefined;
  const attemptsLeft = notice?.decline.attemptsLeft ?? ATTEMPTS_LEFT;
  return { acceptedBrands, secondsLeft, attemptsLeft };
}
