import { OWN_IMAGE } from '#contract/patterns.ts';
import type { Checkout as Surroundings } from '#contract/checkout.ts';
import type { PayinOrder } from '#contract/payin.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';

import { formatAmount } from '../messages/amount.ts';
import type { Language } from '../messages/languages.ts';
import type { Checkout, FormTerms, Merchant } from '../order/checkout.ts';
import { webAddress } from '../order/web-address.ts';
import type { Branding } from './page-config.ts';

interface Sources {
  order: PayinOrder;
  /** What the service says of the merchant; undefined where it says nothing. */
  surroundings: Surroundings | undefined;
  /** What the page is configured with, for that case. */
  branding: Branding;
  language: Language;
}

/** What the pages show of an order, and nothing more of it. */
export const describeCheckout = (sources: Sources): Checkout => {
  const { order, language } = sources;
  return {
    id: order.id,
    amount: formatAmount(order.amount, order.currency, language.code),
    chargedAs: chargedAs(order, language),
    reference: order.reference_id === '' ? undefined : order.reference_id,
    merchant: describeMerchant(sources),
    backUrl: webAddress(order.return_url),
  };
};

export const describeTerms = (
  surroundings: Surroundings | undefined,
  nowMs: number,
): FormTerms => ({
  acceptedBrands: CARD_BRANDS.filter(
    (brand) => surroundings?.accepted_brands.includes(brand) ?? true,
  ),
  attemptsLeft: surroundings?.attempts_left,
  secondsLeft: surroundings && Math.max(0, Math.round(surroundings.expires_at - nowMs / 1000)),
});

/** The colour to brand the page with, if anybody named one. */
export const accentOf = ({ surroundings, branding }: Sources): string | undefined =>
  surroundings?.merchant.accent ?? branding.accent;

const describeMerchant = ({ order, surroundings, branding, language }: Sources): Merchant => {
  const merchant = surroundings?.merchant;
  const name = merchant?.name ?? branding.name ?? hostOf(order.return_url);
  return {
    name: name ?? language.messages.actions.theShop,
    isNamed: name !== undefined,
    logoUrl: ownImage(merchant?.logo_url ?? branding.logoUrl),
    supportUrl: webAddress(merchant?.support_url ?? branding.supportUrl),
  };
};

/** Where nobody told the name, the address that the shopper goes back to tells who it is. */
const hostOf = (returnUrl: string | undefined): string | undefined =>
  returnUrl === undefined ? undefined : URL.parse(returnUrl)?.host;

/** An image of another origin would be loaded from there; the page has no third party. */
const ownImage = (url: string | undefined): string | undefined =>
  url !== undefined && OWN_IMAGE.test(url) ? url : undefined;

const chargedAs = (order: PayinOrder, { code }: Language): string | undefined => {
  const { payment_method_amount: amount, payment_method_currency: currency } = order;
  return amount === undefined || currency === undefined || currency === order.currency
    ? undefined
    : formatAmount(amount, currency, code);
};
