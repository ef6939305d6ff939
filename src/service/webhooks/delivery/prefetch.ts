import { LRUCache } from 'lru-cache';

/** What may be in flight to a host, and claimed for one of which nothing is known (decision 8). */
export const IN_FLIGHT_PER_HOST = 2;

const MAX_PREFETCH = 64;
const MAX_HOSTS_REMEMBERED = 1_000;

/** How many events of a host are claimed before they can be sent. */
export interface Prefetch {
  of(host: string): number;
  /** Doubles it for a host that confirms without delay, and forgets a host that does not. */
  judge(host: string, wasPrompt: boolean): void;
  /** Of the hosts that something is known about. */
  known(): Iterable<[host: string, events: number]>;
}

/**
 * More and more events are claimed in advance for a host that confirms without delay, so that it need not
 * wait for claims; for a dead one never more than are being sent. The host without an attempt for longest
 * is forgotten first.
 */
export function createPrefetch(): Prefetch {
  const counts = new LRUCache<string, number>({ max: MAX_HOSTS_REMEMBERED });
  const of = (host: string) => counts.peek(host) ?? IN_FLIGHT_PER_HOST;
  return {
    of,
    judge(host, wasPrompt) {
      if (wasPrompt) counts.set(host, Math.min(MAX_PREFETCH, of(host) * 2));
      else counts.delete(host);
    },
    known: () => counts.entries(),
  };
}
