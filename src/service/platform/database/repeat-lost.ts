import { repeated, type Repeats } from './repeat.ts';
import { isConnectionLost } from './unavailable.ts';

/** A server that restarts takes some seconds; whoever started this waits. */
const PAUSE_MS = 1_000;

const WHEN_LOST: Repeats = {
  mostTries: 3,
  after: isConnectionLost,
  pauseMs: (made) => PAUSE_MS * made,
};

/** The server is there, and a new connection usually works at once. */
const WHEN_CUT: Repeats = { ...WHEN_LOST, pauseMs: (made) => 20 * made };

/**
 * Does work again whose connection was lost. It is to be one transaction, which finds nothing left to do where it was
 * committed and only the answer was lost.
 */
export function repeatingLost<T>(work: () => Promise<T>): Promise<T> {
  return repeated(work, WHEN_LOST);
}

/** The same for recurring work, which others wait for: what is still lost then is due at the next turn. */
export function repeatingCut<T>(work: () => Promise<T>): Promise<T> {
  return repeated(work, WHEN_CUT);
}
