import type { Route } from './method.ts';

/** What a route takes, in words; "everything" where it has no condition. */
export function conditionsOf(route: Route, currency: string): string {
  const { brands, bin_prefixes: prefixes, countries } = route;
  const parts = [
    brands?.join(', '),
    prefixes && `numbers that begin with ${prefixes.join(', ')}`,
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

/** A route as a form shows it; no condition is empty text. */
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
