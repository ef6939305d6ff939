import { expect, it, vi } from 'vitest';
import type { AfterParameters } from '../../../src/contract/client/each.ts';
import { watch } from './watch.ts';

const PAGE = 3;

/** Returns a list with three items per page, newest first. */
function listOf(ids: string[]) {
  const asked: (string | undefined)[] = [];
  const list = ({ after }: AfterParameters) => {
    asked.push(after);
    const latest = ids.toReversed();
    const from = after === undefined ? 0 : latest.indexOf(after) + 1;
    const content = latest.slice(from, from + PAGE);
    const next = from + PAGE < latest.length ? content.at(-1) : undefined;
    const value = { content, ...(next !== undefined && { next }) };
    return Promise.resolve({ ok: true as const, status: 200, replayed: false, value });
  };
  return { list, asked };
}

it('reads further pages until it has every new item, and stops at a known one', async () => {
  vi.useFakeTimers();
  const ids = Array.from({ length: 10 }, (_, index) => `old-${String(index)}`);
  const { list, asked } = listOf(ids);
  const stop = new AbortController();
  const options = { signal: stop.signal, fromStart: false };
  const watching = watch(list, (id) => id, options);
  const first = watching.next();
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual([undefined]);
  ids.push('a', 'b', 'c', 'd', 'e');
  await vi.advanceTimersByTimeAsync(1_000);
  const seen = [await first];
  for (let count = 1; count < 5; count += 1) seen.push(await watching.next());
  expect(seen.map(({ value }) => value)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(asked).toEqual([undefined, undefined, 'c']);
  stop.abort();
  vi.useRealTimers();
  await watching.return();
});
