/**
 * How long work pauses that each cell has by itself, so that all of them together take no more of a payment than one
 * alone would: a cell pauses for itself and for the others. Each process knows of those that it worked for.
 */
export interface Pauses {
  /**
   * Where hundreds of cells pause for the longest time, all would be due at once, and take what payments need.
   *
   * @returns whether work may begin: none is under way in this process, nor was just done
   */
  begin(): boolean;
  /** @param pauseMs the pause that `did` got */
  end(pauseMs: number): void;
  /** @param pauseMs how long nobody should work for what was done in this cell, if there were no other */
  did(cell: number, pauseMs: number): void;
  /** How long nobody should work again in a cell. */
  nextMs(): number;
}

interface PauseLimits {
  shortestMs: number;
  longestMs: number;
}

const LONGEST_MS = 5 * 60_000;
/** Between what is done in a cell and in another, beside the pause of each: work takes no more than a fifth of the time. */
const BETWEEN_CELLS = 1 / 10;
/** Work that is under way for longer has ended otherwise. */
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
      // Where nothing was done for as long as two pauses there is nothing to do.
      const sinceMs = nowMs() - 2 * longestMs;
      const together = [...latest.values()]
        .filter(({ atMs }) => atMs >= sinceMs)
        .reduce((sum, { pauseMs }) => sum + pauseMs, 0);
      return Math.min(longestMs, Math.max(shortestMs, together));
    },
  };
}

/** Of what brings counts up to date. */
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
