const MINUTE_MS = 60_000;
/** Addresses that are remembered; the oldest give way, so that a flood cannot fill the memory. */
const MAX_ADDRESSES = 10_000;

interface Window {
  sinceMs: number;
  count: number;
}

/**
 * So many posts a minute from one address, counted from its first one. Each process counts for
 * itself: it is a brake on trying out cards by hand or script, the service has limits of its own.
 */
export class PostLimit {
  readonly #perMinute: number;
  readonly #windows = new Map<string, Window>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Seconds to wait; 0 when this post may pass. */
  take(address: string, nowMs: number): number {
    const window = this.#windowOf(address, nowMs);
    window.count += 1;
    if (window.count <= this.#perMinute) return 0;
    return Math.max(1, Math.ceil((window.sinceMs + MINUTE_MS - nowMs) / 1000));
  }

  #windowOf(address: string, nowMs: number): Window {
    const known = this.#windows.get(address);
    if (known && nowMs - known.sinceMs < MINUTE_MS) return known;
    const fresh = { sinceMs: nowMs, count: 0 };
    this.#windows.delete(address);
    this.#windows.set(address, fresh);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_ADDRESSES && oldest !== undefined) this.#windows.delete(oldest);
    return fresh;
  }
}
