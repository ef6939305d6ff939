import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Keys remembered; those not used for longest give way, so that a flood cannot fill the memory. */
const MAX_KEYS = 10_000;

interface Window {
  sinceMs: number;
  count: number;
}

/** `isFirst`: the first refusal of its window. Logging these alone keeps a flood out of the log. */
export type Taken = { ok: true } | { ok: false; waitSeconds: number; isFirst: boolean };

/**
 * So many a minute under one key, counted from its first one. Each process counts for itself.
 * Times are of a clock that is never set, `performance.now()`: else a clock put back would refuse
 * everybody until it has caught up.
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
