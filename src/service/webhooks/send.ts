import type { Logger } from 'pino';
import { batchConcurrentInputs } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { sleep, type Timers } from '../platform/timers.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import { isDestinationRight, type DestinationDeps } from './destination.ts';
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
  /** The time that a lease must have left for an attempt to begin: for the attempt, and for recording it. */
  leaseLeftMs: number;
  /** How long attempts in flight may continue when the service stops. */
  drainMs: number;
}

/** Sends the events it is given, through one queue for each host. */
interface Sender {
  /** @param allowed how many of each host could be claimed: if that many were, more may be due */
  send(events: readonly LeasedEvent[], allowed: Record<string, number>): void;
  /** Returns how many more events it takes in all; `allowances` returns how many of each host. */
  room(): number;
  allowances(): Record<string, number>;
  /** Returns the ids of events given to it that are neither recorded nor released yet. */
  leased(): string[];
  stop(): Promise<void>;
}

/** The most events leased by this process at once. Some of them take a socket, and all take memory. */
const MAX_LEASED = 512;
/** A host that confirms within this time is sent its events as fast as it accepts them. */
const PROMPT_MS = 500;

/** @param onRoom called when a claim may find events: a host's queue is low, or an event is due */
export function createSender(deps: SenderDeps, onRoom: () => void): Sender {
  const { db, now, log } = deps;
  const queues = createDestinationQueues();
  const leased = createLeasedEvents((error) => {
    log.error({ err: error }, 'Recording a webhook attempt failed');
  });
  const interrupt = new AbortController();
  const record = createAttemptRecorder(deps, interrupt.signal);
  let stopping = false;

  /**
   * Begins as many attempts as a host may have in flight. Releases events whose attempts might outlast their lease.
   */
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
    async stop() {
      stopping = true;
      const waiting = queues.drain();
      leased.endWith(waiting, releaseEvents(db, waiting, now()));
      const { promise: drained, resolve } = Promise.withResolvers<undefined>();
      const cancel = deps.timers.after(deps.drainMs, () => {
        resolve(undefined);
      });
      await Promise.race([leased.settled(), drained]);
      cancel();
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

/**
 * Returns the options of the span. It continues the trace in which the order ended, not the one that woke the
 * dispatcher.
 */
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

interface DeliveryDeps extends DestinationDeps {
  db: Db;
  now: () => Date;
  /** Returns a random number in [0, 1). */
  random: () => number;
  poster: Poster;
  timers: Timers;
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
  const startedMs = deps.timers.monotonicMs();
  const answer = await post(deps, event, startedAt, stop);
  const durationMs = Math.round(deps.timers.monotonicMs() - startedMs);
  return finished(deps, event, { startedAt, durationMs, answer });
}

/** Posts the event, unless its address was changed in the database. */
async function post(
  deps: DeliveryDeps,
  event: LeasedEvent,
  signedAt: Date,
  stop: AbortSignal,
): Promise<ReceiverAnswer> {
  const { id, group_id: groupId, destination_url: url } = event;
  if (!isDestinationRight(deps.keyring, { groupId, url }, event.destination_mac)) {
    deps.reportUnverified(`the destination of webhook ${id}`, 'The webhook is not sent.');
    return noAnswer('changed_address');
  }
  const body = Buffer.from(event.body, 'utf8');
  const secrets = signingSecrets(deps.keyring, event, signedAt);
  const headers = deliveryHeaders(id, body, secrets, signedAt);
  return deps.poster.post({ url, headers, body }, stop);
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

/** Records the attempt of a process that died. Its duration is unknown and stored as zero. */
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
  /** Removes the events once the work has settled, whether or not it succeeded. */
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

/** The most attempts in one statement, each with up to 4 KiB of an answer. */
const MOST_AT_ONCE = 100;

/**
 * How long the statement is retried. If an attempt is not recorded, its event is sent again when the lease ends.
 */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/**
 * Creates a recorder of attempts. Attempts that end while one statement runs are recorded together by the next.
 *
 * @param stop ends the retries
 * @returns a function that resolves when the attempt is written, with whether any event was due then
 */
function createAttemptRecorder(
  { db, now, timers }: Pick<DeliveryDeps, 'db' | 'now' | 'timers'>,
  stop: AbortSignal,
): (attempt: FinishedAttempt) => Promise<boolean> {
  async function writePatiently(attempts: readonly FinishedAttempt[]): Promise<boolean> {
    const untilMs = timers.monotonicMs() + PATIENCE_MS;
    for (;;) {
      try {
        return await recordAttempts(db, attempts, now());
      } catch (error) {
        if (!isDatabaseUnavailable(error) || timers.monotonicMs() > untilMs) throw error;
        await sleep(timers, PAUSE_MS, stop);
      }
    }
  }

  return batchConcurrentInputs({
    sizeOf: (waiting) => Math.min(waiting, MOST_AT_ONCE),
    async run(attempts: readonly FinishedAttempt[]) {
      const isDue = await writePatiently(attempts);
      return attempts.map(() => isDue);
    },
  });
}
