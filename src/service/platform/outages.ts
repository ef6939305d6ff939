import type { Logger } from 'pino';

export interface OutageDeps {
  log: Logger;
  /** How often so far something went wrong that may have left work undone, whatever is asked since. */
  disruptions: () => number;
  /** After the start, and whenever the database answers again after a disruption. */
  onDatabaseBack: () => Promise<unknown>;
}

/**
 * Follows whether the database is available: logs each change once, and calls back once when it is
 * available again.
 */
export interface Outages {
  /** An attempt to use the database failed. */
  begin(error: unknown): void;
  /** The database has answered, since there had been so many disruptions. */
  end(disruptions: number): Promise<void>;
}

export function createOutages({ log, onDatabaseBack }: OutageDeps): Outages {
  let sinceMs: number | undefined;
  let toldOf: number | undefined;

  function logEnd(startedMs: number): void {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    log.warn({ seconds }, 'The database is available again');
  }

  return {
    begin(error) {
      if (sinceMs === undefined) log.error({ err: error }, 'The database is unavailable');
      sinceMs ??= performance.now();
      toldOf = undefined;
    },
    async end(disruptions) {
      if (sinceMs !== undefined) logEnd(sinceMs);
      sinceMs = undefined;
      if (toldOf === disruptions) return;
      try {
        await onDatabaseBack();
        toldOf = disruptions;
      } catch (error) {
        log.error({ err: error }, 'Recovery after an outage failed; the next run tries again');
      }
    },
  };
}
