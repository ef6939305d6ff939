import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './patience.ts';

/** What comes soon is seen soon; what takes long is not held up by being asked for. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Reads until what is read is as expected.
 *
 * @param describe what was read last, for the error
 * @throws where nothing as expected has come within the patience
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
