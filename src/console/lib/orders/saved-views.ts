import * as v from 'valibot';
import { FILTERS } from './filters.ts';
import { PersistedState } from './persisted-state.svelte.ts';

const MOST_VIEWS = 20;
export const MAX_NAME = 60;
const MAX_QUERY = 2_000;

const savedView = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME)),
  /** Filters as an address has them. */
  query: v.pipe(v.string(), v.maxLength(MAX_QUERY)),
});
type SavedView = v.InferOutput<typeof savedView>;

const kept = new PersistedState('orders.views', v.array(savedView), []);

/** Sets of filters that somebody has named, kept in their browser. */
export const savedViews = {
  get all(): readonly SavedView[] {
    return kept.value;
  },

  /** One of a name that is there already takes its place. */
  save(view: SavedView): void {
    const others = kept.value.filter(({ name }) => name !== view.name);
    kept.value = [...others, view].slice(-MOST_VIEWS);
  },

  remove(gone: string): void {
    kept.value = kept.value.filter(({ name }) => name !== gone);
  },
};

/** The filters of an address alone, always in the same order. */
export function queryOf(address: URLSearchParams): string {
  const set = FILTERS.flatMap(({ name }) => {
    const value = address.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(set).toString();
}
