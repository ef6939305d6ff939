import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/database/schema.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { ClaimedMerchant } from './claim-queries.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { resolveAsMachine, resolveByNameServers, vettedLookup, type Resolve } from './lookup.ts';
import { createPoster, type ReceiverConnections } from './post.ts';

export interface DeliveryOptions {
  db: Kysely<Tables>;
  keyring: Keyring;
  now: () => Date;
  signingTime: () => Date;
  log: Logger;
  metrics: Metrics;
  /** Lets webhooks reach private addresses: for a receiver on this machine or beside it. */
  allowPrivate: boolean;
  /** Whoever shares them must all be let reach the same addresses. */
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
