/** What may be in flight to a host, and taken for one of which nothing is known (decision 8). */
export const IN_FLIGHT_PER_HOST = 2;

const MOST_PER_HOST = 64;
const HOSTS_REMEMBERED = 1_000;

/** How many events of a host are taken at once. */
export interface Paces {
  of(host: string): number;
  /** Doubles it for a host that confirms without delay, and forgets a host that does not. */
  judge(host: string, wasPrompt: boolean): void;
  /** Of the hosts that something is known about. */
  known(): Iterable<[host: string, events: number]>;
}

/**
 * A host that confirms without delay is taken more and more of in advance, so that it need not wait for
 * claims; a dead one never has more than it is being sent. The host not heard of for longest is
 * forgotten first.
 */
export function createPaces(): Paces {
  const paces = new Map<string, number>();
  const of = (host: string) => paces.get(host) ?? IN_FLIGHT_PER_HOST;
  return {
    of,
    judge(host, wasPrompt) {
      const faster = Math.min(MOST_PER_HOST, of(host) * 2);
      paces.delete(host);
      if (wasPrompt) paces.set(host, faster);
      if (paces.size <= HOSTS_REMEMBERED) return;
      const [oldest] = paces.keys();
      if (oldest !== undefined) paces.delete(oldest);
    },
    known: () => paces,
  };
}
