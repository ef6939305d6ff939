import { setImmediate } from 'node:timers/promises';

/** Does work that comes in slices, and has everything else that is due done in between. */
export async function inTurns<Value>(slices: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await setImmediate();
  }
}
