/**
 * The pauses between runs of work that each cell does separately. A cell's pause also covers the work of the other
 * cells, so that all cells together slow payments no more than one would. A process knows only the cells it worked
 * for.
 */
export interface Pauses {
  /**
   * Starts work if this process may do so now. Otherwise, hundreds of cells at the longest pause would be due at
   * once and take the capacity that payments need.
   *
   * @returns whether work may start: false while other work runs in this process, and for a while after it
   */
  begin(): boolean;
  /**
   * Ends the work that `begin` started.
   *
   * @param pauseMs the pause for that work, as for `did`
   */
  end(pauseMs: number): void;
  /**
   * Records work done in a cell.
   *
   * @param pauseMs how long to pause for this work if there were no other cell
   */
  did(cell: number, pauseMs: number): void;
  /**
   * Returns how long a cell should pause before it works again: the sum of all cells' recent pauses, within the
   * limits.
   */
  nextMs(): number;
}

interface PauseLimits {
  shortestMs: number;
  longestMs: number;
}

const LONGEST_MS = 5 * 60_000;
/**
 * How long a process waits between two cells, as a fraction of the first one's pause: work takes at most a fifth of
 * the time.
 */
const BETWEEN_CELLS = 1 / 10;
/** Work that has not ended after this long is presumed to have failed. */
const ENDED_AFTER_MS = 60_000;

export function createPauses(
  { shortestMs, longestMs }: PauseLimits,
  nowMs = () => performance.now(),
): Pauses {
  const latest = new Map<number, { pauseMs: number; atMs: number }>();
  let freeAtMs = 0;
  return {
    begin() {
      const isFree = nowMs() >= freeAtMs;
      if (isFree) freeAtMs = nowMs() + ENDED_AFTER_MS;
      return isFree;
    },
    end(pauseMs) {
      freeAtMs = nowMs() + pauseMs * BETWEEN_CELLS;
    },
    did(cell, pauseMs) {
      latest.set(cell, { pauseMs, atMs: nowMs() });
    },
    nextMs() {
      // A cell without work for two of the longest pauses has nothing to do.
      const sinceMs = nowMs() - 2 * longestMs;
      const together = [...latest.values()]
        .filter(({ atMs }) => atMs >= sinceMs)
        .reduce((sum, { pauseMs }) => sum + pauseMs, 0);
      return Math.min(longestMs, Math.max(shortestMs, together));
    },
  };
}

/** The pauses of the work that brings counts up to date. */
export interface CountingPauses {
  rollUp: Pauses;
  countHours: Pauses;
}

export function createCountingPauses(): CountingPauses {
  return {
    rollUp: createPauses({ shortestMs: 5_000, longestMs: LONGEST_MS }),
    countHours: createPauses({ shortestMs: 2_000, longestMs: LONGEST_MS }),
  };
}
