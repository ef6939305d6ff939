import { answersAfter, type AfterParameters } from '../../../src/contract/client/each.ts';
import type { Result } from '../../../src/contract/client/result.ts';
import type { PageAfter } from '../../../src/contract/schemas/developer.ts';

const POLL_MS = 1_000;

type List<Item> = (page: AfterParameters) => Promise<Result<PageAfter<Item>>>;

/**
 * Yields the new items of a newest-first list, oldest first, until the signal aborts. Skips the items that exist at
 * the start, unless `fromStart` is set.
 *
 * @throws RequestFailed if the list cannot be read
 */
export async function* watch<Item>(
  list: List<Item>,
  idOf: (item: Item) => string,
  { signal, fromStart }: { signal: AbortSignal; fromStart: boolean },
): AsyncGenerator<Item, void> {
  let seen: ReadonlySet<string> | undefined = fromStart ? new Set() : undefined;
  while (!signal.aborted) {
    const known = seen;
    const latest = await readUntil(list, (item) => known?.has(idOf(item)) ?? true);
    if (known) yield* latest.filter((item) => !known.has(idOf(item))).toReversed();
    seen = new Set(latest.map(idOf));
    await pause(signal);
  }
}

/** Reads pages up to the first one with a known item, since more than a page may be new. */
async function readUntil<Item>(
  list: List<Item>,
  isKnown: (item: Item) => boolean,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const content of answersAfter(list, {})) {
    items.push(...content);
    if (content.some(isKnown)) break;
  }
  return items;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, POLL_MS);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
