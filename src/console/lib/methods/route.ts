import { CARD_BRANDS } from '#domain/card/number.ts';
import type { Ask } from '#console/actions/fields.ts';
import type { Method } from './method.ts';

/** A route. A condition that is null accepts everything. */
export type Route = Method['routes'][number];

/** The settings of a route, besides its terminal. Hints that are left out are the command's. */
export const routeAsks = [
  {
    name: 'priority',
    hint: 'The lowest priority is tried first; routes with the same priority share payments',
  },
  { name: 'weight' },
  {
    name: 'brands',
    label: 'Card brands',
    several: CARD_BRANDS,
    hint: 'Choose none to accept all.',
  },
  { name: 'bin_prefixes', label: 'Card numbers that start with' },
  { name: 'countries', label: "Payers' countries", hint: 'Like DE,AT' },
  { name: 'amount_min', label: 'Minimum amount', quantity: 'amount' },
  { name: 'amount_max', label: 'Maximum amount', quantity: 'amount' },
] as const satisfies readonly Ask[];

/** Returns a route's settings as a form shows them. Without a condition the text is empty. */
export function routeSettings(route: Route): Record<string, string> {
  return Object.fromEntries(routeAsks.map(({ name }) => [name, String(route[name] ?? '')]));
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
