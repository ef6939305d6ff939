import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop: everything else that is due runs first. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}

/** Runs work in slices, and yields to the event loop between them. */
export async function runInSlices<Value>(slices: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await yieldToEventLoop();
  }
}

/** Runs all slices without a pause, where nothing else waits: on a command line or in a test. */
export function runWithoutYielding<Value>(slices: Generator<undefined, Value>): Value {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/**
 * Runs a statement for a few items at a time, so that each answer has no more rows than can be read in a few
 * milliseconds.
 */
export async function runInGroups<Item, Row>(
  items: readonly Item[],
  size: number,
  run: (group: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < items.length; from += size) {
    rows.push(...(await run(items.slice(from, from + size))));
  }
  return rows;
}
