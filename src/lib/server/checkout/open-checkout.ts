import { OWN_IMAGE } from '#contract/patterns.ts';
import type { CheckoutContext, MerchantView } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import type { AddressMember } from '#domain/customer/wanted-data.ts';
import { CARD_BRANDS, type CardBrand } from '#domain/card/number.ts';

import type { Needs } from '../../card-form/fields.ts';
import {
  webAddress,
  type Checkout,
  type FormTerms,
  type Merchant,
  type Receipt,
} from '../../checkout/checkout.ts';
import { formatAmount, formatInstant, formatRate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/languages.ts';
import type { TransferSource } from '../../i18n/messages.ts';
import { readCheckout, type ReadCheckout } from '../orders.ts';
import { languageQuery } from './language.ts';
import { pageConfig, type Branding } from '../page-config.ts';

export interface OpenCheckout {
  order: PayinOrder;
  checkout: Checkout;
  terms: FormTerms;
  receipt: Receipt;
  /** Why the last card was declined; undefined if the service does not say. */
  failure: CheckoutContext['last_failure'];
  endedBy: CheckoutContext['ended_by'];
  /** The contact data that acquirers need and the order lacks. */
  needs: Needs | undefined;
  /** The parts of the address that acquirers need and the order lacks. */
  asksAddress: readonly AddressMember[];
  /** How the order is paid, if not by card. */
  transfer: OpenTransfer | undefined;
  /** Whether the order belongs to this service, which reports its attempts; other deployments do not. */
  isOwn: boolean;
  /** Whether the order was made by a link to pay. */
  isOfLink: boolean;
}

export type OpenTransfer = NonNullable<CheckoutContext['transfer']> & {
  source: TransferSource;
  /** When the order expires. */
  expiresAt: Date;
  /** Seconds until the payer can no longer confirm the payment in an app, if known; 0 after that. */
  confirmSeconds?: number | undefined;
};

/** The data that the pages are built from. */
interface Sources {
  order: PayinOrder;
  /** What the service knows about the merchant and the form; undefined if it does not answer that. */
  context: CheckoutContext | undefined;
  /** The page's configured branding, the fallback for that. */
  branding: Branding;
  language: Language;
  /** The query of our own addresses. */
  query?: string;
}

/**
 * Reads an order and its checkout context for a page. Saves the merchant's colour in `locals` for the page's head.
 * Throws Kit's error response if the order cannot be read.
 */
export async function openCheckout(
  { params, locals, url }: { params: { id: string }; locals: App.Locals; url: URL },
  nowMs: number,
): Promise<OpenCheckout> {
  const { order, context } = forVisitor(await readCheckout(params.id, locals), locals);
  const { language } = locals;
  const { branding } = pageConfig();
  const sources = { order, context, branding, language, query: languageQuery(url) };
  locals.accent = accentOf(sources);
  return {
    order,
    checkout: describeCheckout(sources),
    terms: describeTerms(context, nowMs),
    receipt: describeReceipt(sources),
    failure: context?.last_failure,
    endedBy: context?.ended_by,
    needs: needsOf(context?.asks_contact),
    asksAddress: context?.asks_address ?? [],
    transfer: openTransfer(order, context),
    isOwn: context !== undefined,
    isOfLink: context?.link !== undefined,
  };
}

/**
 * Removes what is known of the payer, if the order was made by a link and this browser sent no payment for it: whoever
 * has the link may open the order.
 */
function forVisitor(read: ReadCheckout, { isPayer }: App.Locals): ReadCheckout {
  const { order, context } = read;
  if (context?.link === undefined || isPayer) return read;
  return {
    order: { ...order, card_number: undefined, provider_error_message: undefined },
    context: {
      ...context,
      card: undefined,
      last_failure: undefined,
      transfer: context.transfer && { ...context.transfer, phone_hint: undefined },
    },
  };
}

function needsOf(asked: CheckoutContext['asks_contact']): Needs | undefined {
  return asked === 'both' ? 'email phone' : asked;
}

/** Returns what the pages show of an order, and nothing else of it. */
export function describeCheckout(sources: Sources): Checkout {
  const { order, context, branding, language, query = '' } = sources;
  return {
    id: order.id,
    query,
    ...describeMoney(order, language),
    description: context?.description,
    reference: order.reference_id === '' ? undefined : order.reference_id,
    merchant: describeMerchant(context?.merchant, branding, hostOf(order.return_url)),
    backUrl: webAddress(order.return_url),
    payAgain: context?.link?.pay_again ? `/link/${context.link.id}${query}` : undefined,
  };
}

export function describeTerms(context: CheckoutContext | undefined, nowMs: number): FormTerms {
  return {
    acceptedBrands: CARD_BRANDS.filter((brand) => context?.accepted_brands.includes(brand) ?? true),
    attemptsLeft: context?.attempts_left,
    today: new Date((context?.now ?? nowMs / 1000) * 1000).toISOString().slice(0, 10),
    secondsLeft: context && secondsUntil(context.expires_at, context),
  };
}

/** Returns the receipt of an order that has ended. */
export function describeReceipt({ order, context, language }: Sources): Receipt {
  const finishedAt = context?.finished_at ?? order.update_date;
  const instant = finishedAt === undefined ? undefined : new Date(finishedAt * 1000);
  const lastFour = context?.card?.last_four ?? order.card_number?.slice(-4);
  return {
    date: instant && formatInstant(instant, language.code, 'UTC'),
    instant: instant?.toISOString(),
    card:
      lastFour === undefined ? undefined : { brand: brandOf(context), number: `•••• ${lastFour}` },
    method: methodName(order.payment_source, language),
    received: overpaidOf(order, context, language),
  };
}

/** Returns what arrived, if it is more than was asked. */
function overpaidOf(
  order: PayinOrder,
  context: CheckoutContext | undefined,
  { code }: Language,
): string | undefined {
  const received = Number(context?.transfer?.received ?? 0);
  const { amount, currency } = chargedOf(order);
  return received > amount ? formatAmount(received, currency, code) : undefined;
}

/**
 * Returns the name of a payment method; undefined for cards, which the receipt shows themselves. BLIK and Pix have
 * the same name in every language.
 */
function methodName(
  source: PayinOrder['payment_source'],
  { messages }: Language,
): string | undefined {
  if (source === undefined || source === 'CARD') return undefined;
  const names = { ...messages.transfer.names, BLIK: 'BLIK', PIX: 'Pix' };
  return names[source];
}

function openTransfer(
  { payment_source: source }: PayinOrder,
  context: CheckoutContext | undefined,
): OpenTransfer | undefined {
  if (context?.transfer === undefined || source === undefined || source === 'CARD') {
    return undefined;
  }
  const { transfer } = context;
  const expiresAt = new Date(context.expires_at * 1000);
  const confirmBy =
    transfer.instructions?.kind === 'confirm' ? transfer.instructions.confirm_by : undefined;
  const confirmSeconds = confirmBy && secondsUntil(confirmBy, context);
  return { ...transfer, source, expiresAt, confirmSeconds };
}

/** Returns the page's accent colour, if one is set. */
export function accentOf({ context, branding }: Sources): string | undefined {
  return context?.merchant.accent ?? branding.accent;
}

/** Returns the charged amount, in the payment method's currency, and the order's own if it differs. */
function describeMoney(
  order: PayinOrder,
  { code }: Language,
): Pick<Checkout, 'amount' | 'ordered'> {
  const ordered = formatAmount(order.amount, order.currency, code);
  const { amount: charged, currency } = chargedOf(order);
  if (currency === order.currency) return { amount: ordered };
  const rate = order.conversion_rate;
  const between = { from: order.currency, to: currency };
  return {
    amount: formatAmount(charged, currency, code),
    ordered: {
      amount: ordered,
      rate: rate === undefined ? undefined : formatRate(rate, between, code),
    },
  };
}

/** Returns the amount that is charged, and its currency. */
export function chargedOf(order: PayinOrder): { amount: number; currency: string } {
  const { payment_method_amount: amount, payment_method_currency: currency } = order;
  return amount === undefined || currency === undefined
    ? { amount: order.amount, currency: order.currency }
    : { amount, currency };
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.host;
}

/** @param host that of the shop's return URL, which identifies the merchant if it has no name */
export function describeMerchant(
  merchant: MerchantView | undefined,
  branding: Branding,
  host?: string,
): Merchant {
  return {
    name: merchant?.name ?? branding.name ?? host,
    logoUrl: ownImage(merchant?.logo_url ?? branding.logoUrl),
    operatorName: merchant?.operator_name,
    supportUrl: webAddress(merchant?.support_url ?? branding.supportUrl),
    termsUrl: webAddress(merchant?.terms_url),
    privacyUrl: webAddress(merchant?.privacy_url),
  };
}

/** Returns an image URL only if it is on this origin or inline; the page loads nothing from third parties. */
function ownImage(url: string | undefined): string | undefined {
  return url !== undefined && OWN_IMAGE.test(url) ? url : undefined;
}

function brandOf(context: CheckoutContext | undefined): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand === context?.card?.brand);
}

/** Returns the seconds until a time, in Unix seconds, by the service's clock. */
function secondsUntil(end: number, { now }: Pick<CheckoutContext, 'now'>): number {
  return Math.max(0, Math.round(end - now));
}
