/**
 * The events that a process has leased, until the attempt at each is recorded or its lease is released.
 */
export interface LeasedEvents {
  take(events: readonly { id: string }[]): void;
  /** When the work is over, whether or not it succeeded, the events are no longer leased. */
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
