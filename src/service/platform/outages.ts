import type { Logger } from 'pino';

export interface OutageDeps {
  log: Logger;
  /** How many disruptions there were so far that may have left work undone, even if the database answers again. */
  disruptions: () => number;
  /** Called after the start, and when the database answers again after a disruption. */
  onDatabaseBack: () => Promise<unknown>;
}

/**
 * Tracks whether the database is available. Logs each change once, and calls `onDatabaseBack` once when it is available
 * again.
 */
export interface Outages {
  /** Records that the database could not be used. */
  begin(error: unknown): void;
  /**
   * Records that the database answered.
   *
   * @param disruptions their number before the database was asked
   */
  end(disruptions: number): Promise<void>;
}

export function createOutages({ log, onDatabaseBack }: OutageDeps): Outages {
  let sinceMs: number | undefined;
  let recoveredDisruptions: number | undefined;

  function logEnd(startedMs: number): void {
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    log.warn({ seconds }, 'The database is available again');
  }

  return {
    begin(error) {
      if (sinceMs === undefined) log.error({ err: error }, 'The database is unavailable');
      sinceMs ??= performance.now();
      recoveredDisruptions = undefined;
    },
    async end(disruptions) {
      if (sinceMs !== undefined) logEnd(sinceMs);
      sinceMs = undefined;
      if (recoveredDisruptions === disruptions) return;
      try {
        await onDatabaseBack();
        recoveredDisruptions = disruptions;
      } catch (error) {
        log.error({ err: error }, 'Recovery after an outage failed; the next run tries again');
      }
    },
  };
}
