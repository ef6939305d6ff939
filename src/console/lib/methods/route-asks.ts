import { CARD_BRANDS } from '#domain/card/number.ts';
import type { Ask } from '#console/actions/fields.ts';

/** What a route is made of beside its terminal. */
export const routeAsks: readonly Ask[] = [
  {
    name: 'priority',
    hint: 'The lowest is tried first; routes with the same priority share payments',
  },
  { name: 'weight', hint: 'Its share among routes of one priority' },
  { name: 'brands', label: 'Card brands', several: CARD_BRANDS, hint: 'None chosen takes all.' },
  {
    name: 'bin_prefixes',
    label: 'Numbers begin with',
    hint: 'Up to 8 digits each, separated by commas',
  },
  { name: 'countries', label: 'Payers from', hint: 'Like DE,AT' },
  { name: 'amount_min', label: 'Lowest amount', quantity: 'amount', hint: 'Like 1.00' },
  { name: 'amount_max', label: 'Highest amount', quantity: 'amount', hint: 'Like 500.00' },
];
