/** The events that a process has leased, until what became of each is written down or it is given back. */
export interface HeldEvents {
  take(events: readonly { id: string }[]): void;
  /** When the work is over, whether or not it succeeded, the events are no longer held. */
  endWith(events: readonly { id: string }[], work: Promise<void>): void;
  ids(): string[];
  /** Settles when no work is under way. */
  settled(): Promise<void>;
}

export function createHeldEvents(onFailure: (error: unknown) => void): HeldEvents {
  const held = new Set<string>();
  const underWay = new Set<Promise<void>>();
  return {
    take(events) {
      for (const { id } of events) held.add(id);
    },
    endWith(events, work) {
      const tracked = work.catch(onFailure).finally(() => {
        for (const { id } of events) held.delete(id);
        underWay.delete(tracked);
      });
      underWay.add(tracked);
    },
    ids: () => [...held],
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
