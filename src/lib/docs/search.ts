import { html, joined, type Html } from './html.ts';

/** Part of a page, from one heading to the next. */
interface Part {
  path: string;
  page: string;
  heading: string;
  text: string;
  words: ReadonlyMap<string, number>;
}

export interface Hit {
  path: string;
  page: string;
  heading: string;
  /** What stands around the first word that was found. */
  excerpt: string;
}

/** Longer ones find nothing more. */
export const MAX_QUERY = 100;
const MOST_HITS = 20;
const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 180;

/** How much a word counts, by where it stands; in the text each time up to a limit. */
const IN_TITLE = 12;
const IN_HEADING = 8;
const MOST_IN_TEXT = 4;
/** A whole word counts more than the beginning of one. */
const WHOLE = 2;

/** Indexes pages once, and finds the parts that have every word of a query, or a word that begins with it. */
export function createSearch(
  pages: readonly { path: string; title: string; content: Html }[],
): (query: string) => Hit[] {
  const parts = pages.flatMap(partsOf);
  return (query) => {
    const asked = [...new Set(wordsOf(query.slice(0, MAX_QUERY)))];
    if (asked.length === 0) return [];
    return parts
      .map((part) => ({ part, score: scoreOf(part, asked) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MOST_HITS)
      .map(({ part: { path, page, heading, text } }) => ({
        path,
        page,
        heading,
        excerpt: excerptOf(text, asked),
      }));
  };
}

const HEADING = /<h[23] id="([\w-]+)"[^>]*>(.*?)<\/h[23]>/gs;

function partsOf({
  path,
  title,
  content: { text },
}: {
  path: string;
  title: string;
  content: Html;
}) {
  const headings = [...text.matchAll(HEADING)];
  const starts = headings.map(({ index }) => index);
  const first = makePart(path, title, '', text.slice(0, starts[0]));
  const others = headings.map(([whole, id = '', heading = ''], at) => {
    const from = (starts[at] ?? 0) + whole.length;
    return makePart(`${path}#${id}`, title, plain(heading), text.slice(from, starts[at + 1]));
  });
  return [first, ...others];
}

function makePart(path: string, page: string, heading: string, content: string): Part {
  const text = plain(content);
  const words = new Map<string, number>();
  const count = (from: string, weight: number, most = Infinity) => {
    for (const word of wordsOf(from))
      words.set(word, Math.min((words.get(word) ?? 0) + weight, most));
  };
  count(text, 1, MOST_IN_TEXT);
  count(heading, IN_HEADING);
  if (heading === '') count(page, IN_TITLE);
  return { path, page, heading, text, words };
}

/** Without the examples, which have the same words on every page. */
function plain(content: string): string {
  return content
    .replaceAll(/<pre\b.*?<\/pre>/gs, ' ')
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** `reference_id` is found by itself, and by each of its words. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '');
}

function scoreOf({ words }: Part, asked: readonly string[]): number {
  let total = 0;
  for (const meant of asked) {
    let best = 0;
    for (const [word, weight] of words) {
      if (word.startsWith(meant)) best = Math.max(best, word === meant ? weight * WHOLE : weight);
    }
    if (best === 0) return 0;
    total += best;
  }
  return total;
}

function excerptOf(text: string, asked: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = Math.min(...asked.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const from = Number.isFinite(found) ? Math.max(0, found - EXCERPT_BEFORE) : 0;
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const part = text.slice(start, start + EXCERPT_LENGTH);
  return `${start === 0 ? '' : '… '}${part}${start + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
}

/** The page of search results. */
export function hitsPage(
  query: string,
  hits: readonly Hit[],
  link: (path: string) => string,
): Html {
  if (query === '') return html`<p>Write a word in the field above.</p>`;
  if (hits.length === 0) {
    return html`<p>
      Nothing has all of these words: ${query}. Try fewer of them, or a part of one.
    </p>`;
  }
  const items = hits.map(
    ({ path, page, heading, excerpt }) =>
      html`<li>
        <h2><a href="${link(path)}">${heading === '' ? page : `${page}: ${heading}`}</a></h2>
        <p>${excerpt}</p>
      </li>`,
  );
  return html`<ul class="hits">
    ${joined(items)}
  </ul>`;
}
