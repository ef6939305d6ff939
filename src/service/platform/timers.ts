/** How a process waits and measures durations. A simulation replaces it. */
export interface Timers {
  /** A clock that never goes back, in milliseconds since some moment: for durations only. */
  monotonicMs: () => number;
  /**
   * Runs `act` after a time.
   *
   * @returns a function that cancels it
   */
  after: (ms: number, act: () => void) => () => void;
}

export const machineTimers: Timers = {
  monotonicMs: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Waits for a time.
 *
 * @throws if `stop` is aborted meanwhile
 */
export function sleep({ after }: Timers, ms: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupt = () => {
      cancel();
      reject(new Error('Stopped', { cause: stop?.reason }));
    };
    const cancel = after(ms, () => {
      stop?.removeEventListener('abort', interrupt);
      resolve();
    });
    if (stop?.aborted === true) interrupt();
    else stop?.addEventListener('abort', interrupt, { once: true });
  });
}
