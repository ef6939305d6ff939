import { setTimeout as sleep } from 'node:timers/promises';

/** What is done again, and how. */
export interface Repeats {
  mostTries: number;
  /** Whether another try may do better than the one that ended so. */
  after: (error: unknown) => boolean;
  /** How long to wait when so many were made. */
  pauseMs: (made: number) => number;
}

/** Does work again for as long as that may help, so many times at most. @throws what the last try did */
export async function repeated<T>(
  work: () => Promise<T>,
  { mostTries, after, pauseMs }: Repeats,
): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await work();
    } catch (error) {
      if (made === mostTries || !after(error)) throw error;
      await sleep(pauseMs(made));
    }
  }
}
