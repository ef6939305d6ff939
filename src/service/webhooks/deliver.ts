import type { Logger } from 'pino';
import type { Db } from '../platform/database/schema.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Timers } from '../platform/timers.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { resolveAsMachine, resolveByNameServers, vettedLookup, type Resolve } from './address.ts';
import type { DestinationDeps } from './destination.ts';
import { createPoster, type Poster, type ReceiverConnections } from './post.ts';
import { IN_FLIGHT_PER_HOST } from './queues.ts';
import { createSender, type SenderDeps } from './send.ts';
import { anyDue, claimDueEvents, releaseStrayLeases } from './store.ts';

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
