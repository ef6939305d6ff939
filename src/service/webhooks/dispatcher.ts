import { randomUUID } from 'node:crypto';
import { claimDueEvents } from './delivery-queries.ts';
import { IN_FLIGHT_PER_HOST } from './paces.ts';
import { createSender, type SenderDeps } from './sender.ts';

export interface DispatcherDeps extends SenderDeps {
  /** Where nobody wakes us: events of other processes, retries, leases that ended. */
  pollMs: number;
  leaseMs: number;
}

export interface Dispatcher {
  start(): void;
  /** Looks for due events now. Cheap to call too often: calls that come together are one. */
  wake: () => void;
  stop(): Promise<void>;
}

/** Takes due events from the table and has them sent, until it is stopped. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const sender = createSender(deps, wake);
  const leaseId = randomUUID();
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
        await claimAndSend();
      } catch (error) {
        deps.log.error({ err: error }, 'Due webhooks were not claimed; they are due again');
      }
    }
  }

  async function claimAndSend(): Promise<void> {
    const most = sender.room();
    if (most <= 0) return;
    const now = deps.now();
    const events = await claimDueEvents(deps.db, {
      leaseId,
      now,
      leaseEndsAt: new Date(now.getTime() + deps.leaseMs),
      allowances: sender.allowances(),
      otherAllowance: IN_FLIGHT_PER_HOST,
      most,
    });
    sender.send(events);
  }

  return {
    wake,
    start() {
      running = true;
      timer = setInterval(wake, deps.pollMs);
      wake();
    },
    async stop() {
      running = false;
      lookAgain = false;
      clearInterval(timer);
      await claiming;
      await sender.stop();
    },
  };
}
