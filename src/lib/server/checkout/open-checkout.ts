import { OWN_IMAGE } from '#contract/patterns.ts';
import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
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
import { readCheckout } from '../orders.ts';
import { pageConfig, type Branding } from '../page-config.ts';

export interface OpenCheckout {
  order: PayinOrder;
  checkout: Checkout;
  terms: FormTerms;
  receipt: Receipt;
  /** Why the last card was declined; undefined if the service does not say. */
  failure: Surroundings['last_failure'];
  endedBy: Surroundings['ended_by'];
  /** The contact data that acquirers need and the order lacks. */
  needs: Needs | undefined;
  /** How the order is paid, if not by card. */
  transfer: OpenTransfer | undefined;
  /** Whether the order belongs to this service, which reports its attempts; other deployments do not. */
  isOwn: boolean;
}

export type OpenTransfer = NonNullable<Surroundings['transfer']> & {
  source: TransferSource;
  /** When the order expires. */
  expiresAt: Date;
};

/** The data that the pages are built from. */
interface Sources {
  order: PayinOrder;
  /** What the service knows about the merchant and the form; undefined if it does not answer that. */
  surroundings: Surroundings | undefined;
  /** The page's configured branding, the fallback for that. */
  branding: Branding;
  language: Language;
}

/**
 * Reads an order and its surroundings for a page. Saves the merchant's colour in `locals` for the page's head. Throws
 * Kit's error response if the order cannot be read.
 */
export async function openCheckout(
  { params, locals }: { params: { id: string }; locals: App.Locals },
  nowMs: number,
): Promise<OpenCheckout> {
  const { order, surroundings } = await readCheckout(params.id, locals);
  const { language } = locals;
  const sources = { order, surroundings, branding: pageConfig().branding, language };
  locals.accent = accentOf(sources);
  return {
    order,
    checkout: describeCheckout(sources),
    terms: describeTerms(surroundings, nowMs),
    receipt: describeReceipt(sources),
    failure: surroundings?.last_failure,
    endedBy: surroundings?.ended_by,
    needs: needsOf(surroundings?.asks_contact),
    transfer: openTransfer(order, surroundings),
    isOwn: surroundings !== undefined,
  };
}

function needsOf(asked: Surroundings['asks_contact']): Needs | undefined {
  return asked === 'both' ? 'email phone' : asked;
}

/** Returns what the pages show of an order, and nothing else of it. */
export function describeCheckout(sources: Sources): Checkout {
  const { order, language } = sources;
  return {
    id: order.id,
    ...describeMoney(order, language),
    reference: order.reference_id === '' ? undefined : order.reference_id,
    merchant: describeMerchant(sources),
    backUrl: webAddress(order.return_url),
  };
}

export function describeTerms(surroundings: Surroundings | undefined, nowMs: number): FormTerms {
  return {
    acceptedBrands: CARD_BRANDS.filter(
      (brand) => surroundings?.accepted_brands.includes(brand) ?? true,
    ),
    attemptsLeft: surroundings?.attempts_left,
    today: new Date((surroundings?.now ?? nowMs / 1000) * 1000).toISOString().slice(0, 10),
    secondsLeft: surroundings && secondsLeft(surroundings, nowMs),
  };
}

/** Returns the receipt of an order that has ended. */
export function describeReceipt({ order, surroundings, language }: Sources): Receipt {
  const finishedAt = surroundings?.finished_at ?? order.update_date;
  const instant = finishedAt === undefined ? undefined : new Date(finishedAt * 1000);
  const lastFour = surroundings?.card?.last_four ?? order.card_number?.slice(-4);
  return {
    date: instant && formatInstant(instant, language.code, 'UTC'),
    instant: instant?.toISOString(),
    card:
      lastFour === undefined
        ? undefined
        : { brand: brandOf(surroundings), number: `•••• ${lastFour}` },
    method: methodName(order.payment_source, language),
  };
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
  surroundings: Surroundings | undefined,
): OpenTransfer | undefined {
  if (surroundings?.transfer === undefined || source === undefined || source === 'CARD') {
    return undefined;
  }
  const expiresAt = new Date(surroundings.expires_at * 1000);
  return { ...surroundings.transfer, source, expiresAt };
}

/** Returns the page's accent colour, if one is set. */
export function accentOf({ surroundings, branding }: Sources): string | undefined {
  return surroundings?.merchant.accent ?? branding.accent;
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

function describeMerchant({ order, surroundings, branding }: Sources): Merchant {
  const merchant = surroundings?.merchant;
  // Without a name, the host of the shop's return URL identifies the merchant.
  const host = order.return_url === undefined ? undefined : URL.parse(order.return_url)?.host;
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

function brandOf(surroundings: Surroundings | undefined): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand === surroundings?.card?.brand);
}

/**
 * Returns the seconds until the order expires. Uses the service's time if it sends one, since a sandbox merchant has
 * its own clock.
 */
function secondsLeft({ expires_at: end, now }: Surroundings, nowMs: number): number {
  return Math.max(0, Math.round(end - (now ?? nowMs / 1000)));
}
