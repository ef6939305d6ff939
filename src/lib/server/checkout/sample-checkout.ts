import type { Surroundings } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import type { Language } from '../../i18n/languages.ts';
import type { Checkout, FormTerms } from '../../checkout/checkout.ts';
import { accentOf, describeCheckout, describeTerms } from './describe/checkout.ts';

export type SampleBranding = Partial<Surroundings['merchant']>;

interface Sample {
  checkout: Checkout;
  terms: FormTerms;
  accent: string | undefined;
}

/** An order that is in no database. */
const ORDER: PayinOrder = {
  id: '00000000-0000-4000-8000-000000000000',
  reference_id: 'SAMPLE-1042',
  status: 'CREATED',
  currency: 'EUR',
  amount: 48.5,
  return_url: 'https://shop.example/',
};
const NAME = 'shop.example';
const WAITING_SECONDS = 900;
const ATTEMPTS = 3;

/**
 * The payment page of a sample order, with a branding that is being tried out.
 *
 * @param origin of the payment pages: a logo that is a path lies there
 */
export const sampleCheckout = (
  branding: SampleBranding,
  { language, origin }: { language: Language; origin: string },
): Sample => {
  const surroundings: Surroundings = {
    merchant: { name: NAME, ...branding },
    accepted_brands: ['visa', 'mastercard', 'amex'],
    expires_at: WAITING_SECONDS,
    now: 0,
    attempts_left: ATTEMPTS,
  };
  const sources = { order: ORDER, surroundings, branding: {}, language };
  const checkout = describeCheckout(sources);
  const { logoUrl, ...merchant } = checkout.merchant;
  return {
    checkout: {
      ...checkout,
      merchant: { ...merchant, logoUrl: logoUrl?.startsWith('/') ? origin + logoUrl : logoUrl },
    },
    terms: describeTerms(surroundings, 0),
    accent: accentOf(sources),
  };
};
