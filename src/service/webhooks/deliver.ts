import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../platform/database/schema.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Sweep } from '../platform/sweep-runner.ts';
import { resolveAsMachine, resolveByNameServers, vettedLookup, type Resolve } from './address.ts';
import { createPoster, type ReceiverConnections } from './post.ts';
import { IN_FLIGHT_PER_HOST } from './queues.ts';
import { createSender, type SenderDeps } from './send.ts';
import {
  anyDue,
  claimDueEvents,
  releaseUnknown,
  type ClaimedMerchant,
  type Turn,
} from './store.ts';

export interface DeliveryOptions {
  db: Db;
  keyring: Keyring;
  now: () => Date;
  signingTime: () => Date;
  log: Logger;
  metrics: Metrics;
  /** Lets webhooks reach private addresses: for a receiver on this machine or beside it. */
  allowPrivate: boolean;
  /** All that share them must be allowed to reach the same addresses. */
  connections: ReceiverConnections;
  /** Whose events alone are sent; undefined for everybody's. */
  merchant?: ClaimedMerchant;
}

/** What tests put in the place of the real thing. */
export interface DeliveryOverrides {
  resolve?: Resolve;
  random?: () => number;
  attemptTimeoutMs?: number;
  leaseMs?: number;
  drainMs?: number;
}

/** For everything between one attempt's beginning and its end (decision 8). */
const ATTEMPT_TIMEOUT_MS = 10_000;
/** What a lease has to spare beyond an attempt: for the database to be slow. */
const WRITING_MS = 5_000;
const LEASE_MS = 25_000;
const DRAIN_MS = 3_000;

/** Puts the delivery of webhooks together. */
export function createDelivery(
  { allowPrivate, connections, ...parts }: DeliveryOptions,
  overrides: DeliveryOverrides = {},
): Dispatcher {
  const {
    resolve = allowPrivate ? resolveAsMachine : resolveByNameServers,
    random = Math.random,
    attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
    leaseMs = LEASE_MS,
    drainMs = DRAIN_MS,
  } = overrides;
  const lookup = vettedLookup(resolve, { allowPrivate });
  const poster = createPoster({ connections, lookup, allowPrivate, timeoutMs: attemptTimeoutMs });
  const leaseLeftMs = Math.min(leaseMs / 2, attemptTimeoutMs + WRITING_MS);
  return createDispatcher({ ...parts, random, poster, leaseMs, leaseLeftMs, drainMs });
}

/**
 * Due events that this process was not woken for: retries, events of other processes, leases that ended.
 */
export function webhookSweep({ claim }: Pick<Dispatcher, 'claim'>): Sweep {
  return {
    name: 'deliver-webhooks',
    due: anyDue,
    run: claim,
  };
}

interface DispatcherDeps extends SenderDeps {
  leaseMs: number;
  /** Whose events alone it sends; undefined for everybody's. */
  merchant?: ClaimedMerchant | undefined;
}

export interface Dispatcher {
  /** Looks for due events now. Cheap to call too often: calls that come together are one. */
  wake: () => void;
  /**
   * The same where nobody wakes us: for events of other processes, retries, leases that ended.
   *
   * @throws when the events could not be claimed
   */
  claim: () => Promise<void>;
  /** After connections were lost: releases what was leased by a claim whose answer never came. */
  recover: () => Promise<void>;
  /** Claims what is due, and settles when nothing that was claimed is under way. */
  settle: () => Promise<void>;
  stop(): Promise<void>;
}

/** Takes due events from the table and has them sent, until it is stopped. */
function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const sender = createSender(deps, wake);
  const leaseId = randomUUID();
  const turn: Turn = { known: 0n };
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

  /** A failure is not repeated from here: the database may be unavailable, and a tick claims again. */
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
    if (recovering) await releaseUnknown(deps.db, { leaseId, leased: sender.leased(), now });
    recovering = false;
    const claim = {
      leaseId,
      now,
      most,
      merchant: deps.merchant,
      leaseEndsAt: new Date(now.getTime() + deps.leaseMs),
      allowances: sender.allowances(),
      otherAllowance: IN_FLIGHT_PER_HOST,
    };
    sender.send(await claimDueEvents(deps.db, claim, turn), claim.allowances);
  }

  return {
    wake,
    claim,
    recover() {
      recovering = true;
      return claim();
    },
    settle: () => claim().then(() => sender.settled()),
    async stop() {
      stopping = true;
      // The caller of this claim gets its error.
      await claiming?.catch(() => undefined);
      await sender.stop();
    },
  };
}
