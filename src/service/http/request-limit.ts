import { LRUCache } from 'lru-cache';

/** The most keys remembered. The key whose last request is oldest is forgotten first. */
const KEYS_KEPT = 10_000;
const MINUTE_MS = 60_000;

export interface RequestLimit {
  /**
   * Counts a request.
   *
   * @returns undefined if it may proceed, else the seconds until one may
   */
  take(keyId: string): number | undefined;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * Creates a limit with a token bucket for each key: a key may send a window's requests at once, and earns them back
 * evenly. The buckets are kept in memory, so several processes share a limit by enforcing a part each. The clock is
 * monotonic: if it were set back, every key would be blocked for as long.
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
