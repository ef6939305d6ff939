/** One request with all of its repetitions, by the clock of `performance.now()`. */
export interface Answered {
  startedMs: number;
  answeredMs: number;
}

/** A time in which something was wrong, until all was as before. */
export interface Disturbance {
  startedMs: number;
  endedMs: number;
}

/** How long, from the beginning of a disturbance, anybody waited who was waiting at it or came during it. */
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

/** @returns 0 of nothing */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
