import { CARD_BRANDS } from '#domain/card/number.ts';
import type { Ask } from '#console/actions/fields.ts';
import type { Method } from './method.ts';

/** A route. A condition that is null accepts everything. */
export type Route = Method['routes'][number];

/** The settings of a route, besides its terminal. */
export const routeAsks: readonly Ask[] = [
  {
    name: 'priority',
    hint: 'The lowest priority is tried first; routes with the same priority share payments',
  },
  { name: 'weight', hint: 'Share of the payments among routes with the same priority' },
  {
    name: 'brands',
    label: 'Card brands',
    several: CARD_BRANDS,
    hint: 'Choose none to accept all.',
  },
  {
    name: 'bin_prefixes',
    label: 'Card numbers that start with',
    hint: 'Up to 8 digits each, separated by commas',
  },
  { name: 'countries', label: "Payers' countries", hint: 'Like DE,AT' },
  { name: 'amount_min', label: 'Minimum amount', quantity: 'amount', hint: 'Like 1.00' },
  { name: 'amount_max', label: 'Maximum amount', quantity: 'amount', hint: 'Like 500.00' },
];

/** Returns a route's settings as a form shows them. Without a condition the text is empty. */
export function routeSettings(route: Route): Record<string, string> {
  return {
    priority: String(route.priority),
    weight: String(route.weight),
    brands: route.brands?.join(',') ?? '',
    bin_prefixes: route.bin_prefixes?.join(',') ?? '',
    amount_min: route.amount_min ?? '',
    amount_max: route.amount_max ?? '',
    countries: route.countries?.join(',') ?? '',
  };
}

/** Describes which payments a route accepts: "everything" without conditions. */
export function conditionsOf(route: Route, currency: string): string {
  const { brands, bin_prefixes: prefixes, countries } = route;
  const parts = [
    brands?.join(', '),
    prefixes && `card numbers that start with ${prefixes.join(', ')}`,
    amountsOf(route, currency),
    countries && `payers from ${countries.join(', ')}`,
  ].filter((part) => part !== undefined && part !== null);
  return parts.length === 0 ? 'everything' : parts.join('; ');
}

function amountsOf({ amount_min: least, amount_max: most }: Route, currency: string) {
  if (least === null && most === null) return undefined;
  if (most === null) return `${least ?? ''} ${currency} and more`;
  return least === null ? `up to ${most} ${currency}` : `${least} to ${most} ${currency}`;
}
