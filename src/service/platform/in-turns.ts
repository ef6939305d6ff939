import { setImmediate } from 'node:timers/promises';

/** Has everything else that is due done first. */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** Does work that comes in slices, and has everything else that is due done in between. */
export async function inTurns<Value>(slices: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await nextTurn();
  }
}

/** The same without a pause, where nothing else waits: on a command line, in a test. */
export function atOnce<Value>(slices: Generator<undefined, Value>): Value {
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/** Has a statement run for a few items at a time, so that none answers more rows than take a few milliseconds to read. */
export async function inGroups<Item, Row>(
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
