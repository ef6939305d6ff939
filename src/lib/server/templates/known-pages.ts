import { LRUCache } from 'lru-cache';

import { fillIn, type OwnValues, type SplitPage } from './own-values.ts';
import { compressShared, joinBrotli, type SharedBrotli } from './shared-brotli.ts';

/** What a page is rendered from, whatever the values are that stand at its marks. */
export type PageKey = string;

interface KnownPage {
  timesRendered: number;
  /** It cannot be compressed for others. */
  isRefused?: boolean;
  ready?: { start: string; shared: SharedBrotli; headers: [string, string][] };
}

/** Of some 13 kB each; those not asked for longest give way. */
const MOST_PAGES = 1000;
/** To compress a page for all takes as long as twenty by themselves, though on another thread. */
const RENDERED_BEFORE = 10;

const pages = new LRUCache<PageKey, KnownPage>({ max: MOST_PAGES });
/** One at a time: what is asked for meanwhile is rendered. */
let isCompressing = false;

/** @param data all that the page shows, with marks in the places of its own values */
export const pageKey = (data: unknown, { values }: OwnValues): PageKey =>
  JSON.stringify([data, lengthsOf(values)]);

/** The page as it is sent, where such a page is known; else it is to be rendered. */
export const answerKnown = (key: PageKey, { values }: OwnValues): Response | undefined => {
  const ready = pages.get(key)?.ready;
  if (ready === undefined) return undefined;
  const body = joinBrotli(fillIn(ready.start, values), ready.shared);
  const headers = new Headers(ready.headers);
  headers.set('Content-Length', String(body.length));
  return new Response(body, { headers });
};

/**
 * Remembers a page that was rendered; one that is asked for often is compressed for all that follow.
 * Settles when that is done.
 */
export const remember = async (
  key: PageKey,
  page: SplitPage,
  { own, headers }: { own: OwnValues; headers: Headers },
): Promise<void> => {
  const known = pages.get(key) ?? { timesRendered: 0 };
  known.timesRendered += 1;
  pages.set(key, known);
  if (isCompressing || known.timesRendered < RENDERED_BEFORE || known.isRefused) return;
  isCompressing = true;
  const sent = [...headers].filter(([name]) => name !== 'set-cookie');
  const shared = await compressShared(page, lengthsOf(own.values)).catch(() => undefined);
  isCompressing = false;
  if (shared) known.ready = { start: page.start, shared, headers: sent };
  known.isRefused = shared === undefined;
};

const lengthsOf = (values: readonly string[]): number[] =>
  values.map((value) => Buffer.byteLength(value));
