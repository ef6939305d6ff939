const SHORTEST_MS = 2_000;
const LONGEST_MS = 5 * 60_000;
/** The hour at hand is counted whole each time, and no payment is to cost more for it. */
const FOR_EACH_MS = 40;

/** How long nobody counts after a round that took so long: counting takes a fortieth of one core at most. */
export function pauseAfter(tookMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, tookMs * FOR_EACH_MS));
}
