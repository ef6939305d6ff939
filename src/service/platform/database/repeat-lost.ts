import { repeated, type Repeats } from './repeat.ts';
import { isConnectionLost } from './unavailable.ts';

/** A server that restarts takes some seconds; whoever started this waits. */
const PAUSE_MS = 1_000;

const WHEN_LOST: Repeats = {
  mostTries: 3,
  after: isConnectionLost,
  pauseMs: (made) => PAUSE_MS * made,
};

/**
 * Does work again whose connection was lost. It is to be one transaction, which finds nothing left to do where it was
 * committed and only the answer was lost.
 */
export function repeatingLost<T>(work: () => Promise<T>): Promise<T> {
  return repeated(work, WHEN_LOST);
}
