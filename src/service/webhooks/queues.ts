import { LRUCache } from 'lru-cache';
import type { LeasedEvent } from './store.ts';

interface DestinationQueue {
  waiting: LeasedEvent[];
  inFlight: number;
  /** Whether the last claim took as many as it was allowed. */
  mayHaveMore: boolean;
}

/** The events that this process has leased for each host, and how many of them it may send. */
export interface DestinationQueues {
  /** Events leased and not finished. */
  size(): number;
  /** Returns how many more events may be claimed of each host for which this is not `IN_FLIGHT_PER_HOST`. */
  allowances(): Record<string, number>;
  add(event: LeasedEvent): void;
  /**
   * Records what a claim took of each host, and how many it was allowed. If it took fewer, no other event of that
   * host was due.
   */
  noteClaim(events: readonly LeasedEvent[], allowed: Record<string, number>): void;
  /**
   * Returns the next event of a host and counts it as in flight; undefined if none waits, or the limit is in
   * flight.
   */
  begin(host: string): LeasedEvent | undefined;
  finish(host: string, wasPrompt: boolean): void;
  /** Returns whether a host's queue may run empty before the next claim although more may be due. */
  isLow(host: string): boolean;
  /** Removes and returns the events not begun, of one host or of all. */
  drain(host?: string): LeasedEvent[];
}

export function createDestinationQueues(): DestinationQueues {
  const queues = new Map<string, DestinationQueue>();
  const prefetch = createPrefetch();
  const sizeOf = ({ waiting, inFlight }: DestinationQueue) => waiting.length + inFlight;
  const size = () => [...queues.values()].reduce((sum, queue) => sum + sizeOf(queue), 0);

  function closeWhenEmpty(host: string, queue: DestinationQueue): void {
    if (sizeOf(queue) === 0) queues.delete(host);
  }

  return {
    size,
    allowances() {
      const allowances = new Map(prefetch.known());
      for (const [host, queue] of queues) {
        allowances.set(host, Math.max(0, prefetch.of(host) - sizeOf(queue)));
      }
      return Object.fromEntries(allowances);
    },
    add(event) {
      const queue = queues.get(event.host) ?? { waiting: [], inFlight: 0, mayHaveMore: true };
      queues.set(event.host, queue);
      queue.waiting.push(event);
    },
    noteClaim(events, allowed) {
      const taken = countByHost(events);
      for (const [host, queue] of queues) {
        queue.mayHaveMore = (taken.get(host) ?? 0) >= (allowed[host] ?? IN_FLIGHT_PER_HOST);
      }
    },
    begin(host) {
      const queue = queues.get(host);
      if (queue === undefined || queue.inFlight >= IN_FLIGHT_PER_HOST) return undefined;
      const event = queue.waiting.shift();
      if (event !== undefined) queue.inFlight += 1;
      return event;
    },
    finish(host, wasPrompt) {
      prefetch.adjust(host, wasPrompt);
      const queue = queues.get(host);
      if (queue === undefined) return;
      queue.inFlight -= 1;
      closeWhenEmpty(host, queue);
    },
    isLow(host) {
      const queue = queues.get(host);
      return queue?.mayHaveMore === true && queue.waiting.length < prefetch.of(host) / 2;
    },
    drain(host) {
      const names = host === undefined ? [...queues.keys()] : [host];
      return names.flatMap((name) => {
        const queue = queues.get(name);
        if (queue === undefined) return [];
        const taken = queue.waiting.splice(0);
        closeWhenEmpty(name, queue);
        return taken;
      });
    },
  };
}

function countByHost(events: readonly LeasedEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { host } of events) counts.set(host, (counts.get(host) ?? 0) + 1);
  return counts;
}

/** The most events in flight to a host, and claimed for a host that nothing is known about (decision 8). */
export const IN_FLIGHT_PER_HOST = 2;

const MAX_PREFETCH = 64;
const MAX_HOSTS_REMEMBERED = 1_000;

/** How many events of a host are claimed before they can be sent. */
interface Prefetch {
  of(host: string): number;
  /** Doubles it for a host that confirms without delay, and forgets a host that does not. */
  adjust(host: string, wasPrompt: boolean): void;
  /** Returns the counts of the hosts it remembers. */
  known(): Iterable<[host: string, events: number]>;
}

/**
 * Creates the prefetch counts. For a host that confirms without delay, more and more events are claimed in advance,
 * so that it does not wait for claims. For a dead host no more are claimed than may be in flight. Forgets the host
 * first whose last prompt attempt is oldest.
 */
function createPrefetch(): Prefetch {
  const counts = new LRUCache<string, number>({ max: MAX_HOSTS_REMEMBERED });
  const of = (host: string) => counts.peek(host) ?? IN_FLIGHT_PER_HOST;
  return {
    of,
    adjust(host, wasPrompt) {
      if (wasPrompt) counts.set(host, Math.min(MAX_PREFETCH, of(host) * 2));
      else counts.delete(host);
    },
    known: () => counts.entries(),
  };
}

/**
 * The events that a process has leased, until the attempt at each is recorded or its lease is released.
 */
interface LeasedEvents {
  take(events: readonly { id: string }[]): void;
  /** Removes the events once the work has settled, whether or not it succeeded. */
  endWith(events: readonly { id: string }[], work: Promise<void>): void;
  ids(): string[];
  /** Settles when no work is under way. */
  settled(): Promise<void>;
}

export function createLeasedEvents(onFailure: (error: unknown) => void): LeasedEvents {
  const leased = new Set<string>();
  const underWay = new Set<Promise<void>>();
  return {
    take(events) {
      for (const { id } of events) leased.add(id);
    },
    endWith(events, work) {
      const tracked = work.catch(onFailure).finally(() => {
        for (const { id } of events) leased.delete(id);
        underWay.delete(tracked);
      });
      underWay.add(tracked);
    },
    ids: () => [...leased],
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
