/** The time of one request with all of its repeats, by the clock of `performance.now()`. */
export interface Answered {
  startedMs: number;
  answeredMs: number;
}

/** The time from a fault until everything works as before. */
export interface Disturbance {
  startedMs: number;
  endedMs: number;
}

/**
 * Returns the longest wait of requests that were open during a disturbance, counted from its start at the earliest.
 */
export function longestWaitMs(
  answered: readonly Answered[],
  { startedMs, endedMs }: Disturbance,
): number {
  const affected = answered.filter(
    (request) => request.answeredMs > startedMs && request.startedMs < endedMs,
  );
  const waits = affected.map(
    (request) => request.answeredMs - Math.max(request.startedMs, startedMs),
  );
  return Math.max(0, ...waits);
}

/** @returns 0 for no values */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
