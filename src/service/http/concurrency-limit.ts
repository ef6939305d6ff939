/**
 * Lets so many requests be answered at once, and refuses the others at once: nobody waits without an
 * answer.
 */
export interface ConcurrencyLimit {
  /** @returns what to call when the request has ended; undefined where there are too many already */
  enter(): (() => void) | undefined;
}

export function createConcurrencyLimit(maximum: number): ConcurrencyLimit {
  let running = 0;
  return {
    enter() {
      if (running >= maximum) return undefined;
      running += 1;
      return () => {
        running -= 1;
      };
    },
  };
}
