import { OWN_IMAGE } from '#contract/patterns.ts';
import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { CARD_BRANDS, type CardBrand } from '#domain/card/number.ts';

import { formatAmount, formatRate } from '../../../i18n/amount.ts';
import { formatInstant } from '../../../i18n/instant.ts';
import type { Language } from '../../../i18n/languages.ts';
import type { Checkout, FormTerms, Merchant, Receipt } from '../../../checkout/checkout.ts';
import { webAddress } from '../../../checkout/web-address.ts';
import type { Branding } from '../../page-config.ts';

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
    ...describeMoney(order, language),
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
  today: new Date((surroundings?.now ?? nowMs / 1000) * 1000).toISOString().slice(0, 10),
  secondsLeft: surroundings && secondsLeft(surroundings, nowMs),
});

/** By the service's time where it is told: a merchant of a sandbox has one of its own. */
const secondsLeft = ({ expires_at: end, now }: Surroundings, nowMs: number): number =>
  Math.max(0, Math.round(end - (now ?? nowMs / 1000)));

/** What a shopper may want to keep of an order that has ended. */
export const describeReceipt = ({ order, surroundings, language }: Sources): Receipt => {
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
  };
};

const brandOf = (surroundings: Surroundings | undefined): CardBrand | undefined =>
  CARD_BRANDS.find((brand) => brand === surroundings?.card?.brand);

/** The colour to brand the page with, if anybody named one. */
export const accentOf = ({ surroundings, branding }: Sources): string | undefined =>
  surroundings?.merchant.accent ?? branding.accent;

const describeMerchant = ({ order, surroundings, branding }: Sources): Merchant => {
  const merchant = surroundings?.merchant;
  const name = merchant?.name ?? branding.name ?? hostOf(order.return_url);
  return {
    name,
    logoUrl: ownImage(merchant?.logo_url ?? branding.logoUrl),
    operatorName: merchant?.operator_name,
    supportUrl: webAddress(merchant?.support_url ?? branding.supportUrl),
    termsUrl: webAddress(merchant?.terms_url),
    privacyUrl: webAddress(merchant?.privacy_url),
  };
};

/** Where nobody told the name, the address that the shopper goes back to tells who it is. */
const hostOf = (returnUrl: string | undefined): string | undefined =>
  returnUrl === undefined ? undefined : URL.parse(returnUrl)?.host;

/** An image of another origin would be loaded from there; the page has no third party. */
const ownImage = (url: string | undefined): string | undefined =>
  url !== undefined && OWN_IMAGE.test(url) ? url : undefined;

/** One amount is charged, the one in the payment method's currency; the order's own stands beside it. */
const describeMoney = (
  order: PayinOrder,
  { code }: Language,
): Pick<Checkout, 'amount' | 'ordered'> => {
  const { payment_method_amount: charged, payment_method_currency: currency } = order;
  const ordered = formatAmount(order.amount, order.currency, code);
  if (charged === undefined || currency === undefined || currency === order.currency) {
    return { amount: ordered };
  }
  const rate = order.conversion_rate;
  const between = { from: order.currency, to: currency };
  return {
    amount: formatAmount(charged, currency, code),
    ordered: {
      amount: ordered,
      rate: rate === undefined ? undefined : formatRate(rate, between, code),
    },
  };
};
