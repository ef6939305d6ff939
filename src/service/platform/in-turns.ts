import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop: everything else that is due runs first. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
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
