import type { LeasedEvent } from './delivery-queries.ts';
import { createPaces, IN_FLIGHT_PER_HOST } from './paces.ts';

interface Lane {
  queue: LeasedEvent[];
  inFlight: number;
}

/** What this process has taken of each host, and what it may begin of it. */
export interface Lanes {
  /** Events taken and not finished. */
  held(): number;
  /** How many more of a host may be taken, for hosts where that is not the usual number. */
  allowances(): Record<string, number>;
  add(event: LeasedEvent): void;
  /** The next event of a host, unless as many as may be are in flight. */
  begin(host: string): LeasedEvent | undefined;
  finish(host: string, wasPrompt: boolean): void;
  /** Whether a host's queue may run dry before the next claim. */
  isLow(host: string): boolean;
  /** Takes away what has not begun, of one host or of all. */
  drain(host?: string): LeasedEvent[];
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const paces = createPaces();
  const heldBy = ({ queue, inFlight }: Lane) => queue.length + inFlight;
  const held = () => [...lanes.values()].reduce((sum, lane) => sum + heldBy(lane), 0);

  function closeWhenEmpty(host: string, lane: Lane): void {
    if (heldBy(lane) === 0) lanes.delete(host);
  }

  return {
    held,
    allowances() {
      const allowances = new Map(paces.known());
      for (const [host, lane] of lanes) {
        allowances.set(host, Math.max(0, paces.of(host) - heldBy(lane)));
      }
      return Object.fromEntries(allowances);
    },
    add(event) {
      const lane = lanes.get(event.host) ?? { queue: [], inFlight: 0 };
      lanes.set(event.host, lane);
      lane.queue.push(event);
    },
    begin(host) {
      const lane = lanes.get(host);
      if (lane === undefined || lane.inFlight >= IN_FLIGHT_PER_HOST) return undefined;
      const event = lane.queue.shift();
      if (event !== undefined) lane.inFlight += 1;
      return event;
    },
    finish(host, wasPrompt) {
      paces.judge(host, wasPrompt);
      const lane = lanes.get(host);
      if (lane === undefined) return;
      lane.inFlight -= 1;
      closeWhenEmpty(host, lane);
    },
    isLow(host) {
      return (lanes.get(host)?.queue.length ?? 0) < paces.of(host) / 2;
    },
    drain(host) {
      const names = host === undefined ? [...lanes.keys()] : [host];
      return names.flatMap((name) => {
        const lane = lanes.get(name);
        if (lane === undefined) return [];
        const taken = lane.queue.splice(0);
        closeWhenEmpty(name, lane);
        return taken;
      });
    },
  };
}
