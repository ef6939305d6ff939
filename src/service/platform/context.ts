import type { AttemptLimits } from '#domain/order/attempt-limits.ts';
import type { Logger } from 'pino';
import type { Batcher } from './database/batch.ts';
import type { Db } from './database/schema.ts';
import type { ReportUnverified, RowsToBind } from './bound-rows.ts';
import type { Keyring } from './keyring.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { DeclineLimit } from './decline-limit.ts';
import type { Timers } from './timers.ts';
import type { ReportSlots } from './report-slots.ts';
import type { Terminals } from '../acquirers/registry.ts';

/** What the use cases work with; `bootstrap.ts` creates it. */
export interface ServiceContext {
  db: Db;
  /** Runs the busiest statements; those of concurrent requests run as one batch. */
  batches: Batcher;
  /** For statements that may take minutes; `db` allows a statement only seconds. */
  longRunning: Db;
  now: () => Date;
  newId: () => string;
  /** Returns a random number in [0, 1). */
  random: () => number;
  timers: Timers;
  /** When the database began to refuse what needs room on its disk; undefined while it takes writes. */
  refusedSince: () => Date | undefined;
  keyring: Keyring;
  /** Reports a row that does not match its keyed hash: in the log, the exception queue and by an alert. */
  reportUnverified: ReportUnverified;
  /** During a change that is audited: the rows that its audit row will bind. */
  rowsToBind?: RowsToBind | undefined;
  log: Logger;
  metrics: Metrics;
  terminals: Terminals;
  /** The file with this machine's operator key. */
  operatorKeyPath: string;
  /** Where `pay_url` points: `{pageUrl}/pay/{id}`. */
  pageUrl: string;
  /** Delivers webhook events that were just committed now, rather than at the next poll. */
  wakeWebhooks: () => void;
  /** Whether test keys are issued: only in a sandbox. */
  testKeys: boolean;
  /** Whether this is a copy that must not act: it calls nobody, and changes no order. */
  quiet: boolean;
  /** Whether webhooks may go to private addresses. */
  allowPrivateWebhooks: boolean;
  /** Acquirer calls that outlive the request that began them. */
  background: Background;
  waits: Waits;
  reportSlots: ReportSlots;
  limits: {
    /** Declined attempts one card may collect in an hour; undefined means no limit. */
    cardDeclinesPerHour: number | undefined;
    /** Limits the declined attempts of payers at one address at one merchant. */
    addressDeclines: DeclineLimit;
    /** The attempt limits of merchants that have not set their own. */
    attempts: AttemptLimits;
  };
  /** After how many days the customer data of final orders is erased; undefined means never. */
  retainCustomerDays: number | undefined;
  /** How long a payin's rolling reserve is held. */
  rollingReleaseDays: number;
  /** Adjustments of a larger amount wait for a second person. */
  adjustConfirmAboveMinor: bigint;
}

/** How long callers wait, in milliseconds. */
export interface Waits {
  /** For an acquirer: after that, the request is answered without its answer (decision 5). */
  acquirerMs: number;
  /** For any answer, including the database: after that, the answer is 503. */
  requestMs: number;
}

/** Work that continues after its request was answered. Closing the service aborts it and waits for it. */
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
