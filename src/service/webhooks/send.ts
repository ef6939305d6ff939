import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { gather } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import { noAnswer, type ReceiverAnswer, type Poster } from './post.ts';
import { createDestinationQueues } from './queues.ts';
import { evaluateAttempt } from './schedule.ts';
import { deliveryHeaders, signingSecrets } from './sign.ts';
import {
  logAttempt,
  recordAttempts,
  releaseEvents,
  type FinishedAttempt,
  type LeasedEvent,
} from './store.ts';

export interface SenderDeps extends DeliveryDeps {
  log: Logger;
  metrics: Metrics;
  /** Nothing is begun under a lease that has less left: an attempt's time, and some to record it. */
  leaseLeftMs: number;
  /** What is in flight when the service stops may go on for so long. */
  drainMs: number;
}

/** Sends what it is given, each host's events in a destination queue of their own. */
interface Sender {
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
    log.error({ err: error }, 'Recording a webhook attempt failed');
  });
  const interrupt = new AbortController();
  const record = createAttemptRecorder(deps, interrupt.signal);
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
    if (await record(attempt)) onRoom();
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

interface DeliveryDeps {
  db: Db;
  keyring: Keyring;
  now: () => Date;
  /** Real time, whatever `now` is: receivers check by it how old a delivery is. */
  signingTime: () => Date;
  /** In [0, 1). */
  random: () => number;
  poster: Poster;
}

/**
 * Makes one attempt to deliver a leased event. No transaction is open meanwhile: if this process dies,
 * the lease ends by itself, and the event is sent again.
 */
async function deliverEvent(
  deps: DeliveryDeps,
  event: LeasedEvent,
  stop: AbortSignal,
): Promise<FinishedAttempt> {
  if (event.abandoned_at !== null) await logAbandoned(deps, event, event.abandoned_at);
  const startedAt = deps.now();
  const startedMs = performance.now();
  const body = Buffer.from(event.body, 'utf8');
  const signedAt = deps.signingTime();
  const secrets = signingSecrets(deps.keyring, event, signedAt);
  const headers = deliveryHeaders(event.id, body, secrets, signedAt);
  const answer = await deps.poster.post({ url: event.destination_url, headers, body }, stop);
  const durationMs = Math.round(performance.now() - startedMs);
  return finished(deps, event, { startedAt, durationMs, answer });
}

function finished(
  deps: DeliveryDeps,
  { id: eventId, lease_id: leaseId, tries }: LeasedEvent,
  attempt: Pick<FinishedAttempt, 'startedAt' | 'durationMs'> & { answer: ReceiverAnswer },
): FinishedAttempt {
  const at = deps.now();
  const verdict = evaluateAttempt(attempt.answer, tries, { now: at, random: deps.random() });
  return { eventId, leaseId, ...attempt, verdict, at };
}

/** How long it took is not known: its process has ended. */
async function logAbandoned(deps: DeliveryDeps, event: LeasedEvent, startedAt: Date) {
  await logAttempt(deps.db, {
    eventId: event.id,
    startedAt,
    durationMs: 0,
    answer: noAnswer('interrupted'),
  });
}

/**
 * The events that a process has leased, until the attempt at each is recorded or its lease is released.
 */
interface LeasedEvents {
  take(events: readonly { id: string }[]): void;
  /** When the work is over, whether or not it succeeded, the events are no longer leased. */
  endWith(events: readonly { id: string }[], work: Promise<void>): void;
  ids(): string[];
  /** Settles when no work is under way. */
  settled(): Promise<void>;
}

function createLeasedEvents(onFailure: (error: unknown) => void): LeasedEvents {
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

/** Attempts in one statement, each with up to 4 KiB of an answer. */
const MOST_AT_ONCE = 100;

/**
 * An event whose attempt is not recorded is sent again when its lease ends: so the statement is retried.
 */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/**
 * Records attempts: those that end while one statement runs are recorded by the next, together.
 *
 * @param stop ends the patience
 * @returns says when the attempt is written, and whether any event was due then
 */
function createAttemptRecorder(
  { db, now }: Pick<DeliveryDeps, 'db' | 'now'>,
  stop: AbortSignal,
): (attempt: FinishedAttempt) => Promise<boolean> {
  async function writePatiently(attempts: readonly FinishedAttempt[]): Promise<boolean> {
    const untilMs = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await recordAttempts(db, attempts, now());
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() > untilMs) throw error;
        await sleep(PAUSE_MS, undefined, { signal: stop });
      }
    }
  }

  return gather({
    sizeOf: (waiting) => Math.min(waiting, MOST_AT_ONCE),
    async run(attempts: readonly FinishedAttempt[]) {
      const isDue = await writePatiently(attempts);
      return attempts.map(() => isDue);
    },
  });
}
