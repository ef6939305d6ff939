import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from './unavailable.ts';

const MOST_TRIES = 3;
/** A server that restarts takes some seconds; whoever started this waits. */
const PAUSE_MS = 1_000;

/**
 * Does work again whose connection was lost, so many times at most. It is to be one transaction, which finds nothing left to
 * do where it was committed and only the answer was lost.
 */
export async function repeatingLost<T>(work: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await work();
    } catch (error) {
      if (made === MOST_TRIES || !isConnectionLost(error)) throw error;
      await sleep(PAUSE_MS * made);
    }
  }
}
