import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** The number of keys remembered. The least recently used are dropped, so that a flood cannot fill the memory. */
const MAX_KEYS = 10_000;

interface Window {
  sinceMs: number;
  count: number;
}

/** `isFirst`: whether it is the window's first refusal. Logging only these keeps a flood out of the log. */
export type Taken = { ok: true } | { ok: false; waitSeconds: number; isFirst: boolean };

/**
 * Limits the requests per minute and key, in windows that begin with the key's first request. Each process counts
 * separately. Times must come from a monotonic clock, `performance.now()`: if a clock were set back, everybody would
 * be refused until it caught up.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  take(key: string, nowMs: number): Taken {
    const window = this.#windowOf(key, nowMs);
    window.count += 1;
    if (window.count <= this.#perMinute) return { ok: true };
    const waitSeconds = Math.max(1, Math.ceil((window.sinceMs + MINUTE_MS - nowMs) / 1000));
    return { ok: false, waitSeconds, isFirst: window.count === this.#perMinute + 1 };
  }

  #windowOf(key: string, nowMs: number): Window {
    const known = this.#windows.get(key);
    if (known && nowMs - known.sinceMs < MINUTE_MS) return known;
    const fresh = { sinceMs: nowMs, count: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
