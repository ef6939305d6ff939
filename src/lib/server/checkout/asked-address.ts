import { isCountryCode } from '#domain/customer/country-codes.ts';
import type { AddressMember } from '#domain/customer/wanted-data.ts';

import type { AddressField } from '../../card-form/fields.ts';
import type { AddressView } from '../../card-form/form-view.ts';
import type { Language } from '../../i18n/languages.ts';
import { chargedOf, type OpenCheckout } from './open-checkout.ts';

/** The page's field for each member of an address. */
const FIELDS = {
  country: 'country',
  street: 'street',
  city: 'city',
  post_code: 'postcode',
} as const satisfies Record<AddressMember, AddressField>;

/** Returns the parts of the address that the form asks for; undefined if the order has all that is needed. */
export function describeAddress(
  { order, asksAddress }: Pick<OpenCheckout, 'order' | 'asksAddress'>,
  language: Language,
): AddressView | undefined {
  if (asksAddress.length === 0) return undefined;
  return {
    asks: asksAddress.map((member) => FIELDS[member]),
    countries: likelyCountries(chargedOf(order).currency, language),
  };
}

/** Countries with many card payers, for pages without JavaScript; the page's script lists all. */
const LARGE = ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'PL', 'UA', 'NL', 'CA', 'BR'];
const LIKELY = 10;

const lists = new Map<string, AddressView['countries']>();

/**
 * Returns the ten likely countries: first the merchant's, as the currency tells it, or else the language's; the
 * others by name. A list is made once: naming countries takes longer than rendering a page.
 */
function likelyCountries(currency: string, { code }: Language): AddressView['countries'] {
  const [likely = '', ...others] = likelyCodes(currency, code);
  const key = `${code} ${likely}`;
  const known = lists.get(key);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(code, { type: 'region' });
  const named = (country: string) => ({ id: country, name: names.of(country) ?? country });
  const list = [
    named(likely),
    ...others.map(named).sort((one, next) => one.name.localeCompare(next.name, code)),
  ];
  lists.set(key, list);
  return list;
}

function likelyCodes(currency: string, language: string): string[] {
  // A currency's code begins with its country's, but for those of several countries, such as EUR.
  const merchants = currency.slice(0, 2);
  const { region = '' } = new Intl.Locale(language).maximize();
  const codes = [merchants, region, ...LARGE].filter(isCountryCode);
  return [...new Set(codes)].slice(0, LIKELY);
}
