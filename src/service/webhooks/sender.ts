import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliverEvent, type DeliveryDeps } from './deliver-event.ts';
import { releaseEvents, type FinishedAttempt, type LeasedEvent } from './delivery-queries.ts';
import { createHeldEvents } from './held-events.ts';
import { createLanes } from './lanes.ts';
import { createAttemptRecorder } from './record-attempts.ts';

export interface SenderDeps extends DeliveryDeps {
  log: Logger;
  /** Nothing is begun under a lease that has less left: an exchange's time, and some to write it down. */
  leaseLeftMs: number;
  /** What is under way when the service stops may go on for so long. */
  drainMs: number;
}

/** Sends what it is given, each host's events in a lane of their own. */
export interface Sender {
  send(events: readonly LeasedEvent[]): void;
  /** How many more it takes, in all and of each host. */
  room(): number;
  allowances(): Record<string, number>;
  /** The events that were given to it and are not yet written down or given back. */
  held(): string[];
  stop(): Promise<void>;
}

/** In this process's hands at once: a socket for some of them, and memory for all. */
const MOST_HELD = 512;
/** A host that confirms within this is sent its events as fast as it takes them. */
const PROMPT_MS = 500;

/** @param onRoom called when a host, or the sender, could take more */
export function createSender(deps: SenderDeps, onRoom: () => void): Sender {
  const { db, now, log } = deps;
  const lanes = createLanes();
  const held = createHeldEvents((error) => {
    log.error({ err: error }, 'What became of a webhook was not written down');
  });
  const interrupt = new AbortController();
  const recorder = createAttemptRecorder(db, interrupt.signal);
  let stopping = false;

  /** Begins what a host may have in flight, and gives back what might outlast its lease. */
  function advance(host: string): void {
    for (let event = lanes.begin(host); event !== undefined; event = lanes.begin(host)) {
      const leftMs = event.lease_ends_at.getTime() - now().getTime();
      if (!stopping && leftMs >= deps.leaseLeftMs) held.endWith([event], deliver(event));
      else giveBack(event);
    }
  }

  function giveBack(event: LeasedEvent): void {
    const rest = [event, ...lanes.drain(event.host)];
    lanes.finish(event.host, false);
    held.endWith(rest, releaseEvents(db, rest, now()));
  }

  async function deliver(event: LeasedEvent): Promise<void> {
    let attempt: FinishedAttempt | undefined;
    try {
      attempt = await deliverEvent(deps, event, interrupt.signal);
    } finally {
      lanes.finish(event.host, wasPrompt(attempt));
      advance(event.host);
      if (lanes.isLow(event.host)) onRoom();
    }
    await recorder.record(attempt);
  }

  return {
    send(events) {
      held.take(events);
      for (const event of events) lanes.add(event);
      for (const { host } of events) advance(host);
    },
    room: () => MOST_HELD - lanes.held(),
    allowances: () => lanes.allowances(),
    held: () => held.ids(),
    async stop() {
      stopping = true;
      const waiting = lanes.drain();
      held.endWith(waiting, releaseEvents(db, waiting, now()));
      await Promise.race([held.settled(), sleep(deps.drainMs, undefined, { ref: false })]);
      interrupt.abort();
      await held.settled();
      deps.poster.close();
    },
  };
}

function wasPrompt(attempt: FinishedAttempt | undefined): boolean {
  return attempt?.verdict.state === 'delivered' && attempt.durationMs < PROMPT_MS;
}
