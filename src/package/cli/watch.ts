import { valueIn, type Result } from '#contract/client/result.ts';

const POLL_MS = 1_000;

/**
 * Gives what is new in a list whose latest come first, the oldest of them first, until the signal ends it. What is
 * there at the start is passed over, unless asked for.
 *
 * @throws RequestFailed when the list cannot be had
 */
export async function* watch<Item>(
  list: () => Promise<Result<{ content: Item[] }>>,
  idOf: (item: Item) => string,
  { signal, fromStart }: { signal: AbortSignal; fromStart: boolean },
): AsyncGenerator<Item, void> {
  let seen: ReadonlySet<string> | undefined = fromStart ? new Set() : undefined;
  while (!signal.aborted) {
    const { content } = valueIn(await list());
    const known = seen;
    if (known) yield* content.filter((item) => !known.has(idOf(item))).toReversed();
    seen = new Set(content.map(idOf));
    await pause(signal);
  }
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
