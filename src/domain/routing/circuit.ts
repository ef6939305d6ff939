/** Calls that ended in a technical failure: not reached, no answer, credentials refused. */
const FAILURES_IN_A_ROW = 5;
/** Half of so many calls, all of the last minute. */
const CALLS_JUDGED = 20;
const JUDGED_WITHIN_MS = 60_000;
/** An open circuit lets one call through each time. */
const PROBE_AFTER_MS = 10_000;

export type CircuitState = 'closed' | 'open';

/** What another process has to know of a circuit to keep the same state. */
export interface CircuitSnapshot {
  /** Null while it is closed. */
  openSinceMs: number | null;
  probedAtMs: number;
}

/**
 * Keeps payments away from a terminal that fails technically, so that they go to the next route at once.
 * It opens after 5 failures in a row, or when half of the last 20 calls, all of the last minute, failed;
 * then it lets one call through every 10 seconds, and the first that succeeds closes it.
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

  /** Whether a call may be made now. Of an open circuit, the caller that is allowed makes the probe. */
  mayCall(): boolean {
    if (this.#openSinceMs === undefined) return true;
    const nowMs = this.#nowMs();
    if (nowMs - this.#probedAtMs < PROBE_AFTER_MS) return false;
    this.#probedAtMs = nowMs;
    return true;
  }

  /**
   * What became of a call; one that was under way when the circuit opened counts as well.
   *
   * @returns the state that the circuit has changed to; undefined where it has not changed
   */
  record(failed: boolean): CircuitState | undefined {
    const nowMs = this.#nowMs();
    this.#calls = [...this.#calls, { atMs: nowMs, failed }].slice(-CALLS_JUDGED);
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

  /** Takes over the state that another process has reported. */
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
    const isFull = this.#calls.length === CALLS_JUDGED && oldest !== undefined;
    return (
      isFull &&
      nowMs - oldest.atMs <= JUDGED_WITHIN_MS &&
      this.#calls.filter(({ failed }) => failed).length >= CALLS_JUDGED / 2
    );
  }
}
