import type { ItemOf } from '#console/api/client.ts';
import { MERCHANT, type Filter } from '#console/filters/filter.ts';
import { eventInWords, type StatusText } from '#console/orders/words.ts';
import { at } from '#console/paths.ts';

export type Destination = ItemOf<'webhooks destinations'>;
export type FoundEvent = ItemOf<'webhooks events'>;

const STATES = ['pending', 'delivered', 'failed', 'no_destination'] as const;

/** Filters of the list of webhooks. */
export const EVENT_FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', choices: STATES, inWords: (state) => eventInWords(state).text },
  { name: 'host', label: 'Host', placeholder: 'shop.example:8443' },
  { name: 'order', label: 'Order', placeholder: 'Id' },
  MERCHANT,
];

/** Returns the address of the list of webhooks that match a filter. */
export function webhooksOf(filter: Readonly<Record<string, string>>): string {
  return `${at('/webhooks', filter)}#webhooks`;
}

/** Says in a few words how a host takes webhooks. */
export function healthOf(destination: Destination): StatusText {
  const { backlog, retrying, given_up: givenUp, delivered } = destination;
  if (retrying > 0) return { tone: 'bad', text: 'Failed, will be retried' };
  if (givenUp > 0 && delivered === 0) return { tone: 'bad', text: 'Given up' };
  if (backlog > 0) return { tone: 'waiting', text: 'In progress' };
  if (delivered > 0) return { tone: 'good', text: 'Accepts webhooks' };
  return { tone: 'quiet', text: 'Nothing sent yet' };
}
