import type { Logger } from 'pino';

export interface OutageDeps {
  log: Logger;
  /** How many connections to the database were lost so far. */
  connectionsLost: () => number;
  /** After the start, and whenever connections were lost and the database answers again. */
  onDatabaseBack: () => Promise<unknown>;
}

/**
 * Follows whether the database is available: logs each change once, and calls back once when it is
 * available again.
 */
export interface Outages {
  /** An attempt to use the database failed. */
  begin(error: unknown): void;
  /** The database has answered, since as many connections had been lost. */
  end(connectionsLost: number): Promise<void>;
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
    async end(connectionsLost) {
      if (sinceMs !== undefined) logEnd(sinceMs);
      sinceMs = undefined;
      if (toldOf === connectionsLost) return;
      try {
        await onDatabaseBack();
        toldOf = connectionsLost;
      } catch (error) {
        log.error(
          { err: error },
          'What an outage left was not put right; the next tick tries again',
        );
      }
    },
  };
}
