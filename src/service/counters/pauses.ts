/**
 * How long work pauses that each cell has by itself, so that all of them together take no more of a payment than one
 * alone would: a cell pauses for itself and for the others. Each process knows of those that it worked for.
 */
export interface Pauses {
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

export function createPauses(
  { shortestMs, longestMs }: PauseLimits,
  nowMs = () => performance.now(),
): Pauses {
  const latest = new Map<number, { pauseMs: number; atMs: number }>();
  return {
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
  fold: Pauses;
  countHours: Pauses;
}

export function createCountingPauses(): CountingPauses {
  return {
    fold: createPauses({ shortestMs: 5_000, longestMs: LONGEST_MS }),
    countHours: createPauses({ shortestMs: 2_000, longestMs: LONGEST_MS }),
  };
}
