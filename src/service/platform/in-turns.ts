import { setImmediate } from 'node:timers/promises';

/**
 * Yields to the event loop: everything else that is due runs first. Twice, because after an answer from the network the
 * first turn comes before timers and other answers.
 */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  await setImmediate();
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
