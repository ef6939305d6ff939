import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { inSpan, SpanKind } from '../../platform/tracing/trace.ts';
import { deliverEvent, type DeliveryDeps } from './deliver-event.ts';
import type { LeasedEvent } from './claim-queries.ts';
import { releaseEvents, type FinishedAttempt } from './queries.ts';
import { createLeasedEvents } from './leased-events.ts';
import { createDestinationQueues } from './destination-queues.ts';
import { createAttemptRecorder } from './record-attempts.ts';

export interface SenderDeps extends DeliveryDeps {
  log: Logger;
  metrics: Metrics;
  /** Nothing is begun under a lease that has less left: an attempt's time, and some to record it. */
  leaseLeftMs: number;
  /** What is in flight when the service stops may go on for so long. */
  drainMs: number;
}

/** Sends what it is given, each host's events in a destination queue of their own. */
export interface Sender {
  /** @param allowed of how many of each host they were claimed: where as many came, more may be due */
  send(events: readonly LeasedEvent[], allowed: Record<string, number>): void;
  /** How many more it takes, in all and of each host. */
  room(): number;
  allowances(): Record<string, number>;
  /** The events that were given to it and are neither recorded nor released yet. */
  leased(): string[];
  /** Settles when nothing is under way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Leased by this process at once: a socket for some of them, and memory for all. */
const MAX_LEASED = 512;
/** A host that confirms within this is sent its events as fast as it takes them. */
const PROMPT_MS = 500;

/** @param onRoom called when a host, or the sender, could take more */
export function createSender(deps: SenderDeps, onRoom: () => void): Sender {
  const { db, now, log } = deps;
  const queues = createDestinationQueues();
  const leased = createLeasedEvents((error) => {
    log.error({ err: error }, 'An attempt at a webhook was not recorded');
  });
  const interrupt = new AbortController();
  const recorder = createAttemptRecorder(deps, interrupt.signal);
  let stopping = false;

  /** Begins what a host may have in flight, and releases what might outlast its lease. */
  function advance(host: string): void {
    for (let event = queues.begin(host); event !== undefined; event = queues.begin(host)) {
      const leftMs = event.lease_ends_at.getTime() - now().getTime();
      if (!stopping && leftMs >= deps.leaseLeftMs) leased.endWith([event], deliver(event));
      else release(event);
    }
  }

  function release(event: LeasedEvent): void {
    const rest = [event, ...queues.drain(event.host)];
    queues.finish(event.host, false);
    leased.endWith(rest, releaseEvents(db, rest, now()));
  }

  async function deliver(event: LeasedEvent): Promise<void> {
    let attempt: FinishedAttempt | undefined;
    try {
      attempt = await deliverInSpan(deps, event, interrupt.signal);
    } finally {
      queues.finish(event.host, wasPrompt(attempt));
      advance(event.host);
      if (queues.isLow(event.host)) onRoom();
    }
    countAttempt(deps.metrics, attempt);
    if (await recorder.record(attempt)) onRoom();
  }

  return {
    send(events, allowed) {
      leased.take(events);
      for (const event of events) queues.add(event);
      queues.noteClaim(events, allowed);
      for (const { host } of events) advance(host);
    },
    room: () => MAX_LEASED - queues.size(),
    allowances: () => queues.allowances(),
    leased: () => leased.ids(),
    settled: () => leased.settled(),
    async stop() {
      stopping = true;
      const waiting = queues.drain();
      leased.endWith(waiting, releaseEvents(db, waiting, now()));
      await Promise.race([leased.settled(), sleep(deps.drainMs, undefined, { ref: false })]);
      interrupt.abort();
      await leased.settled();
    },
  };
}

function deliverInSpan(
  deps: DeliveryDeps,
  event: LeasedEvent,
  stop: AbortSignal,
): Promise<FinishedAttempt> {
  return inSpan('deliver webhook', spanOf(event), () => deliverEvent(deps, event, stop));
}

/** It goes on with the trace of the order's end, not with what had the dispatcher look. */
function spanOf({ id, traceparent }: LeasedEvent) {
  const attributes = { 'tollgate.webhook': id };
  return { kind: SpanKind.PRODUCER, attributes, traceparent };
}

function countAttempt(metrics: Metrics, { answer, verdict }: FinishedAttempt): void {
  if (answer.error === 'interrupted') return;
  if (verdict.state === 'delivered') metrics.webhookAttempted('delivered');
  else metrics.webhookAttempted(verdict.state === 'failed' ? 'given_up' : 'failed');
}

function wasPrompt(attempt: FinishedAttempt | undefined): boolean {
  return attempt?.verdict.state === 'delivered' && attempt.durationMs < PROMPT_MS;
}
