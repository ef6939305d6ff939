import type { Logger } from 'pino';
import type { Db } from '../platform/database/schema.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Timers } from '../platform/timers.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { resolveAsMachine, resolveByNameServers, vettedLookup, type Resolve } from './address.ts';
import type { DestinationDeps } from './record.ts';
import { createPoster, type Poster, type ReceiverConnections } from './post.ts';
import { createDestinationQueues, createLeasedEvents, IN_FLIGHT_PER_HOST } from './queues.ts';
import { createAttemptRecorder, deliverEvent, type AttemptDeps } from './send.ts';
import {
  anyDue,
  claimDueEvents,
  releaseEvents,
  releaseStrayLeases,
  type FinishedAttempt,
  type LeasedEvent,
} from './store.ts';

export interface DeliveryOptions extends DestinationDeps {
  db: Db;
  now: () => Date;
  log: Logger;
  metrics: Metrics;
  newId: () => string;
  random: () => number;
  timers: Timers;
  /** Lets webhooks reach private addresses, for receivers on this machine or in its network. */
  allowPrivate: boolean;
  /** Shared only by deliveries with the same `allowPrivate`: a kept connection does not check its address again. */
  connections: ReceiverConnections;
}

/** Replacements for tests. */
export interface DeliveryOverrides {
  resolve?: Resolve;
  /** Sends instead of HTTP. */
  poster?: Poster;
  random?: () => number;
  attemptTimeoutMs?: number;
  leaseMs?: number;
  drainMs?: number;
}

/** The time limit of an attempt from beginning to end (decision 8). */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** The time a lease must have left beyond an attempt, in case the database is slow. */
const WRITING_MS = 5_000;
const LEASE_MS = 25_000;
const DRAIN_MS = 3_000;

export function createDelivery(
  { allowPrivate, connections, ...parts }: DeliveryOptions,
  overrides: DeliveryOverrides = {},
): Dispatcher {
  const {
    resolve = allowPrivate ? resolveAsMachine : resolveByNameServers,
    random = parts.random,
    attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
    leaseMs = LEASE_MS,
    drainMs = DRAIN_MS,
  } = overrides;
  const lookup = vettedLookup(resolve, { allowPrivate });
  const poster =
    overrides.poster ??
    createPoster({ connections, lookup, allowPrivate, timeoutMs: attemptTimeoutMs });
  const leaseLeftMs = Math.min(leaseMs / 2, attemptTimeoutMs + WRITING_MS);
  return createDispatcher({ ...parts, random, poster, leaseMs, leaseLeftMs, drainMs });
}

/**
 * Returns the sweep for due events that nothing woke this process for: retries, events of other processes, ended
 * leases.
 */
export function webhookSweep({ claim }: Pick<Dispatcher, 'claim'>): Sweep {
  return {
    name: 'deliver-webhooks',
    due: anyDue,
    run: claim,
  };
}

interface DispatcherDeps extends SenderDeps {
  newId: () => string;
  leaseMs: number;
}

export interface Dispatcher {
  /** Claims due events now. Cheap to call too often: simultaneous calls become one claim. */
  wake: () => void;
  /**
   * Claims due events that nothing woke this process for: events of other processes, retries, ended leases.
   *
   * @throws if the events could not be claimed
   */
  claim: () => Promise<void>;
  /**
   * Releases events leased by a claim whose answer was lost, then claims due events. For use after connections were
   * lost.
   */
  recover: () => Promise<void>;
  stop(): Promise<void>;
}

/** Creates the dispatcher, which claims due events and sends them until it is stopped. */
function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const sender = createSender(deps, wake);
  const leaseId = deps.newId();
  let claiming: Promise<void> | undefined;
  let lookAgain = false;
  let stopping = false;
  let recovering = false;

  function wake(): void {
    lookAgain = true;
    if (claiming !== undefined) return;
    claim().catch((error: unknown) => {
      deps.log.error({ err: error }, 'Claiming due webhooks failed; it is tried again');
    });
  }

  function claim(): Promise<void> {
    lookAgain = true;
    claiming ??= claimWhileAsked().finally(() => {
      claiming = undefined;
      if (lookAgain) wake();
    });
    return claiming;
  }

  /**
   * Claims while there are requests to. Does not retry a failure: the database may be unavailable, and a tick
   * claims again.
   */
  async function claimWhileAsked(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      await claimAndSend();
    }
  }

  async function claimAndSend(): Promise<void> {
    const most = sender.room();
    if (stopping || most <= 0) return;
    const now = deps.now();
    if (recovering) await releaseStrayLeases(deps.db, { leaseId, leased: sender.leased(), now });
    recovering = false;
    const claim = {
      leaseId,
      now,
      most,
      leaseEndsAt: new Date(now.getTime() + deps.leaseMs),
      allowances: sender.allowances(),
      otherAllowance: IN_FLIGHT_PER_HOST,
    };
    sender.send(await claimDueEvents(deps.db, claim), claim.allowances);
  }

  return {
    wake,
    claim,
    recover() {
      recovering = true;
      return claim();
    },
    async stop() {
      stopping = true;
      // The caller of this claim gets its error.
      await claiming?.catch(() => undefined);
      await sender.stop();
    },
  };
}

interface SenderDeps extends AttemptDeps {
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
function createSender(deps: SenderDeps, onRoom: () => void): Sender {
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
      attempt = await deliverEvent(deps, event, interrupt.signal);
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

function countAttempt(metrics: Metrics, { answer, verdict }: FinishedAttempt): void {
  if (answer.error === 'interrupted') return;
  if (verdict.state === 'delivered') metrics.webhookAttempted('delivered');
  else metrics.webhookAttempted(verdict.state === 'failed' ? 'given_up' : 'failed');
}

function wasPrompt(attempt: FinishedAttempt | undefined): boolean {
  return attempt?.verdict.state === 'delivered' && attempt.durationMs < PROMPT_MS;
}
