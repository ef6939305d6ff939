import * as v from 'valibot';

import { COLOUR } from '#contract/patterns.ts';
import type { CheckoutContext } from '#contract/schemas/checkout.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';
import { CARD_BRANDS } from '#domain/card/number.ts';

import type { Checkout, FormTerms } from '../../checkout/checkout.ts';
import type { Language } from '../../i18n/languages.ts';
import { accentOf, describeCheckout, describeTerms } from './open-checkout.ts';

export type SampleBranding = Partial<CheckoutContext['merchant']>;

interface Sample {
  checkout: Checkout;
  terms: FormTerms;
  accent: string | undefined;
}

/** A sample order, which is in no database. */
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
 * Returns the payment page of a sample order, to preview a branding.
 *
 * @param origin the payment pages' origin, to which a logo's path is relative
 */
export function sampleCheckout(
  branding: SampleBranding,
  { language, origin }: { language: Language; origin: string },
): Sample {
  const context: CheckoutContext = {
    merchant: { name: NAME, ...branding },
    accepted_brands: [...CARD_BRANDS],
    expires_at: WAITING_SECONDS,
    now: 0,
    attempts_left: ATTEMPTS,
  };
  const sources = { order: ORDER, context, branding: {}, language };
  const checkout = describeCheckout(sources);
  const { logoUrl, ...merchant } = checkout.merchant;
  return {
    checkout: {
      ...checkout,
      merchant: { ...merchant, logoUrl: logoUrl?.startsWith('/') ? origin + logoUrl : logoUrl },
    },
    terms: describeTerms(context, 0),
    accent: accentOf(sources),
  };
}

const MAX_TEXT = 2_048;

function typed(max: number) {
  return v.fallback(v.pipe(v.string(), v.minLength(1), v.maxLength(max)), '');
}
/** As long as the server's limit on forms allows. An invalid image is not shown. */
const logo = v.fallback(v.string(), '');
const colour = v.fallback(v.pipe(v.string(), v.regex(COLOUR)), '');

const branding = v.object({
  name: typed(MAX_TEXT),
  logo,
  accent: colour,
  support: typed(MAX_TEXT),
  operator: typed(MAX_TEXT),
  terms: typed(MAX_TEXT),
  privacy: typed(MAX_TEXT),
});

/**
 * Reads a branding while it is being typed, with the names of `merchants brand`. Omits values that are not valid yet.
 */
export function readTypedBranding(form: FormData): SampleBranding {
  const { name, logo: logoUrl, accent, ...rest } = v.parse(branding, Object.fromEntries(form));
  return {
    ...(name !== '' && { name }),
    ...(logoUrl !== '' && { logo_url: logoUrl }),
    ...(accent !== '' && { accent }),
    ...(rest.support !== '' && { support_url: rest.support }),
    ...(rest.operator !== '' && { operator_name: rest.operator }),
    ...(rest.terms !== '' && { terms_url: rest.terms }),
    ...(rest.privacy !== '' && { privacy_url: rest.privacy }),
  };
}
