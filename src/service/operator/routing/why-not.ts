import { formatMinor, type Currency } from '#domain/money.ts';
import type { RouteConditions } from '#domain/routing/route.ts';
import type { PassedOver } from '../../routing/choose-route.ts';
import type { AskedRoute } from './what-if-queries.ts';

type Reason = PassedOver | 'route_down' | 'terminal_down' | 'anothers' | 'circuit_open';

/** In a sentence, why a route would not take the payment. */
export function whyNot(
  reason: Reason,
  { name, route }: AskedRoute,
  { currency }: { currency: Currency },
): string {
  return SENTENCES[reason]({
    name,
    adapter: route.terminal.adapter,
    currency,
    ...route.conditions,
  });
}

type Facts = RouteConditions & { name: string; adapter: string; currency: Currency };

const SENTENCES: Readonly<Record<Reason, (facts: Facts) => string>> = {
  route_down: () => 'The route is switched off.',
  terminal_down: ({ name }) => `The terminal ${name} is switched off.`,
  anothers: ({ name }) => `The terminal ${name} is another merchant's alone.`,
  amount: ({ amountMinMinor, amountMaxMinor, currency }) =>
    `It takes amounts ${rangeOf(amountMinMinor, amountMaxMinor, currency)}.`,
  bin: ({ binPrefixes = [] }) =>
    `It takes cards whose numbers begin with ${binPrefixes.join(', ')}.`,
  country: ({ countries = [] }) => `It takes payers from ${countries.join(', ')}.`,
  brand: ({ brands = [] }) => `It takes ${brands.join(', ')}.`,
  adapter_cannot: ({ adapter, currency }) =>
    `The adapter ${adapter} is not installed, or cannot do what the method does in ${currency}.`,
  adapter_takes_no_such_brand: ({ adapter }) =>
    `The adapter ${adapter} takes no card of this brand.`,
  circuit_open: ({ name }) =>
    `Calls of ${name} fail: one is let through every 10 s, the others go on to the next route.`,
};

function rangeOf(from: bigint | undefined, to: bigint | undefined, currency: Currency): string {
  const least = from === undefined ? [] : [`from ${formatMinor(from)}`];
  const most = to === undefined ? [] : [`to ${formatMinor(to)}`];
  return `${[...least, ...most].join(' ')} ${currency}`;
}
