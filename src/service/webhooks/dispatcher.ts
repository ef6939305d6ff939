import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliverEvent, type DeliveryDeps } from './deliver-event.ts';
import { claimDueEvents, type LeasedEvent } from './delivery-queries.ts';

/** What tests shorten. */
export interface DispatchTimings {
  /** Where nobody wakes us: events of other processes, retries, leases that ended. */
  pollMs: number;
  /** Longer than any exchange, so that a lease ends only where its holder has died. */
  leaseMs: number;
  /** What is under way when the service stops may go on for so long. */
  drainMs: number;
}

export const DISPATCH_TIMINGS: DispatchTimings = { pollMs: 250, leaseMs: 20_000, drainMs: 3_000 };

/** In flight at once to one host, in all processes together (decision 8). */
const PER_HOST = 2;
/** In flight at once in this process: a socket each, and memory for it. */
const MAX_IN_FLIGHT = 512;

export interface Dispatcher {
  start(): void;
  /** Looks for due events now. Cheap to call too often: calls that come together are one. */
  wake: () => void;
  stop(): Promise<void>;
}

type Deps = DeliveryDeps & { log: Logger; timings: DispatchTimings };

/** Takes due events from the table and delivers them, side by side, until it is stopped. */
export function createDispatcher(deps: Deps): Dispatcher {
  const inFlight = new Set<Promise<void>>();
  const interrupt = new AbortController();
  let claiming: Promise<void> | undefined;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  function wake(): void {
    lookAgain = running;
    if (!running || claiming) return;
    claiming = claimWhileWoken().finally(() => {
      claiming = undefined;
      if (lookAgain) wake();
    });
  }

  async function claimWhileWoken(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      try {
        for (const event of await claim(deps, MAX_IN_FLIGHT - inFlight.size)) send(event);
      } catch (error) {
        deps.log.error({ err: error }, 'Due webhooks were not claimed; they are due again');
      }
    }
  }

  function send(event: LeasedEvent): void {
    const delivery = deliverEvent(deps, event, interrupt.signal)
      .catch((error: unknown) => {
        deps.log.error({ err: error, eventId: event.id }, 'A webhook attempt was not recorded');
      })
      .finally(() => {
        inFlight.delete(delivery);
        wake();
      });
    inFlight.add(delivery);
  }

  return {
    wake,
    start() {
      running = true;
      timer = setInterval(wake, deps.timings.pollMs);
      wake();
    },
    async stop() {
      running = false;
      lookAgain = false;
      clearInterval(timer);
      await claiming;
      await Promise.race([
        Promise.all(inFlight),
        sleep(deps.timings.drainMs, undefined, { ref: false }),
      ]);
      interrupt.abort();
      await Promise.all(inFlight);
      deps.poster.close();
    },
  };
}

async function claim(deps: Deps, most: number): Promise<LeasedEvent[]> {
  if (most <= 0) return [];
  const now = deps.now();
  return claimDueEvents(deps.db, {
    leaseId: randomUUID(),
    now,
    leaseEndsAt: new Date(now.getTime() + deps.timings.leaseMs),
    perHost: PER_HOST,
    most,
  });
}
