import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './patience.ts';

/** Pauses grow: a quick result is seen quickly, and frequent reads do not slow down long work. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Reads repeatedly until the value is as expected.
 *
 * @param describe describes the last value read, for the error
 * @throws if the value is not as expected within PATIENCE_MS
 */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isAsExpected: (value: Value) => boolean,
  describe: (last: Value) => string,
): Promise<Value> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const value = await read();
    if (isAsExpected(value)) return value;
    if (performance.now() > deadlineMs) {
      throw new Error(`Waited in vain for ${PATIENCE_MS / 60_000} minutes: ${describe(value)}`);
    }
    await sleep(pauseMs);
  }
}
