import type { LeasedEvent } from './claim-queries.ts';
import { createPrefetch, IN_FLIGHT_PER_HOST } from './prefetch.ts';

interface DestinationQueue {
  waiting: LeasedEvent[];
  inFlight: number;
}

/** The events that this process has leased for each host, and how many of them it may send. */
export interface DestinationQueues {
  /** Events leased and not finished. */
  size(): number;
  /** How many more of a host may be claimed, for hosts where that is not the usual number. */
  allowances(): Record<string, number>;
  add(event: LeasedEvent): void;
  /** The next event of a host, unless as many as may be are in flight. */
  begin(host: string): LeasedEvent | undefined;
  finish(host: string, wasPrompt: boolean): void;
  /** Whether a host's queue may be empty before the next claim. */
  isLow(host: string): boolean;
  /** Removes what has not begun, of one host or of all. */
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
      const queue = queues.get(event.host) ?? { waiting: [], inFlight: 0 };
      queues.set(event.host, queue);
      queue.waiting.push(event);
    },
    begin(host) {
      const queue = queues.get(host);
      if (queue === undefined || queue.inFlight >= IN_FLIGHT_PER_HOST) return undefined;
      const event = queue.waiting.shift();
      if (event !== undefined) queue.inFlight += 1;
      return event;
    },
    finish(host, wasPrompt) {
      prefetch.judge(host, wasPrompt);
      const queue = queues.get(host);
      if (queue === undefined) return;
      queue.inFlight -= 1;
      closeWhenEmpty(host, queue);
    },
    isLow(host) {
      return (queues.get(host)?.waiting.length ?? 0) < prefetch.of(host) / 2;
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
