import { LRUCache } from 'lru-cache';

/** Keys remembered at once; the one whose last request is longest ago goes first. */
const KEYS_KEPT = 10_000;
const MINUTE_MS = 60_000;

export interface RequestLimit {
  /** Counts a request. @returns undefined when it may go on, else the seconds until one may */
  take(keyId: string): number | undefined;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * A token bucket for each key: a window's requests may come at once, and are earned back evenly. Kept
 * in the process, where it costs nothing: several processes share a limit by each taking its part. Time
 * is counted by a clock that is never set: one that is set back would hold every key up for as long.
 */
export function createRequestLimit(
  perWindow: number,
  monotonicMs: () => number = () => performance.now(),
  windowMs = MINUTE_MS,
): RequestLimit {
  const buckets = new LRUCache<string, Bucket>({ max: KEYS_KEPT });
  return {
    take(keyId) {
      const nowMs = monotonicMs();
      const known = buckets.get(keyId) ?? { tokens: perWindow, filledAtMs: nowMs };
      const earned = ((nowMs - known.filledAtMs) / windowMs) * perWindow;
      const tokens = Math.min(perWindow, known.tokens + earned);
      const allowed = tokens >= 1;
      buckets.set(keyId, { tokens: allowed ? tokens - 1 : tokens, filledAtMs: nowMs });
      return allowed ? undefined : Math.ceil(((1 - tokens) * windowMs) / perWindow / 1_000);
    },
  };
}
