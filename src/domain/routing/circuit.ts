/** Technical failures in a row that open the circuit: not reached, no answer, credentials refused. */
export const FAILURES_IN_A_ROW = 5;
/** The circuit also opens if half of this many calls, all within the last minute, failed. */
const WINDOW_CALLS = 20;
const WINDOW_MS = 60_000;
/** An open circuit lets one call through per interval. */
const PROBE_AFTER_MS = 10_000;

export type CircuitState = 'closed' | 'open';

/** The state that another process needs to keep its copy of the circuit in step. */
export interface CircuitSnapshot {
  /** Null while it is closed. */
  openSinceMs: number | null;
  probedAtMs: number;
}

/**
 * Circuit breaker for a terminal that fails technically: payments go to the next route at once. It opens after 5
 * failures in a row, or if half of the last 20 calls, all within the last minute, failed. Then it lets one call
 * through every 10 seconds, and the first success closes it.
 */
export class Circuit {
  #calls: { atMs: number; failed: boolean }[] = [];
  #openSinceMs: number | undefined;
  #probedAtMs = 0;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get state(): CircuitState {
    return this.#openSinceMs === undefined ? 'closed' : 'open';
  }

  get openSinceMs(): number | undefined {
    return this.#openSinceMs;
  }

  /** Tells whether a call may be made now. If the circuit is open, `true` makes this caller's call the probe. */
  mayCall(): boolean {
    if (this.#openSinceMs === undefined) return true;
    const nowMs = this.#nowMs();
    if (nowMs - this.#probedAtMs < PROBE_AFTER_MS) return false;
    this.#probedAtMs = nowMs;
    return true;
  }

  /**
   * Records a call's outcome. Calls that were in flight when the circuit opened count too.
   *
   * @returns the new state if the circuit changed state, else undefined
   */
  record(failed: boolean): CircuitState | undefined {
    const nowMs = this.#nowMs();
    this.#calls = [...this.#calls, { atMs: nowMs, failed }].slice(-WINDOW_CALLS);
    if (this.#openSinceMs === undefined) {
      if (!failed || !this.#failsTooOften(nowMs)) return undefined;
      this.#openSinceMs = this.#probedAtMs = nowMs;
      return 'open';
    }
    if (failed) return undefined;
    this.#close();
    return 'closed';
  }

  snapshot(): CircuitSnapshot {
    return { openSinceMs: this.#openSinceMs ?? null, probedAtMs: this.#probedAtMs };
  }

  /** Adopts the state that another process reported. */
  follow({ openSinceMs, probedAtMs }: CircuitSnapshot): void {
    if (openSinceMs === null) {
      if (this.#openSinceMs !== undefined) this.#close();
      return;
    }
    this.#openSinceMs = openSinceMs;
    this.#probedAtMs = probedAtMs;
  }

  #close(): void {
    this.#openSinceMs = undefined;
    this.#calls = [];
  }

  #failsTooOften(nowMs: number): boolean {
    const latest = this.#calls.slice(-FAILURES_IN_A_ROW);
    if (latest.length === FAILURES_IN_A_ROW && latest.every(({ failed }) => failed)) return true;
    const [oldest] = this.#calls;
    const isFull = this.#calls.length === WINDOW_CALLS && oldest !== undefined;
    return (
      isFull &&
      nowMs - oldest.atMs <= WINDOW_MS &&
      this.#calls.filter(({ failed }) => failed).length >= WINDOW_CALLS / 2
    );
  }
}
