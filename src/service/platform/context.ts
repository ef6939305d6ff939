import type { AttemptLimits } from '#domain/order/attempt-limits.ts';
import type { Logger } from 'pino';
import type { Batcher } from './database/batch.ts';
import type { Db } from './database/schema.ts';
import type { Keyring } from './keyring.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DeclineLimit } from './decline-limit.ts';
import type { Terminals } from '../providers/registry.ts';

/** What the use cases work with; made once, in `service.ts`. */
export interface ServiceContext {
  db: Db;
  /** The busiest statements, of requests that come at the same time together. */
  batches: Batcher;
  /** For what may take minutes; `db` gives a statement seconds. */
  longRunning: Db;
  /** In a sandbox, of the merchant whose request or recurring work it is. */
  now: () => Date;
  /** A merchant's, for all that act on its orders. */
  nowOf: (merchantId: string) => Date;
  /** In a sandbox, the merchants whose clocks are ahead of real time. */
  movedClocks?: (() => readonly string[]) | undefined;
  newId: () => string;
  place: CellPlace;
  keyring: Keyring;
  log: Logger;
  metrics: Metrics;
  terminals: Terminals;
  /** Where `pay_url` points: `{pageUrl}/pay/{id}`. */
  pageUrl: string;
  /** Has the events that were just committed looked at now rather than at the next poll. */
  wakeWebhooks: () => void;
  /** Whether keys for trying things out are issued: in a sandbox alone. */
  testKeys: boolean;
  /** Whether webhooks may go to private addresses. */
  allowPrivateWebhooks: boolean;
  /** Provider calls that outlive the request that began them. */
  background: Background;
  waits: Waits;
  limits: {
    /** Declined attempts one card may collect in an hour; undefined means no limit. */
    cardDeclinesPerHour: number | undefined;
    /** Declined attempts that payers of one address may collect at a merchant in an hour. */
    addressDeclines: DeclineLimit;
    /** Of merchants that have set nothing else. */
    attempts: AttemptLimits;
  };
  /** After how many days what final orders say of customers is erased; undefined means never. */
  retainCustomerDays: number | undefined;
  /** How long a payin's rolling reserve is held. */
  rollingReleaseDays: number;
}

/** Which of a deployment's cells it is, and where. */
export interface CellPlace {
  cell: number;
  /** Host, port and database, without anything that lets somebody in; null on PGlite. */
  address: string | null;
}

/** For how long, in milliseconds, somebody who asks is kept waiting. */
export interface Waits {
  /** For a provider's answer: after that, its request is answered without (decision 5). */
  providerMs: number;
  /** For any answer, the database included: after that it is a 503. */
  requestMs: number;
}

/** Work that goes on after its request was answered; ended, and waited for, when the service closes. */
export interface Background {
  signal: AbortSignal;
  run(work: Promise<void>): void;
  close(): Promise<void>;
}

export function createBackground(onFailure: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  return {
    signal: stop.signal,
    run(work) {
      const tracked = work.catch(onFailure).finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async close() {
      stop.abort(new Error('The service is closing'));
      await Promise.all(running);
    },
  };
}
