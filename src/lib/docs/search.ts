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
  /** The text around the first match. */
  excerpt: string;
}

/** Longer queries are cut. */
export const MAX_QUERY = 100;
const MOST_HITS = 20;
const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 180;

/**
 * The weight of a word by its place; in text, each occurrence counts, up to a limit. A title outweighs any heading.
 */
const IN_TITLE = 100;
const IN_HEADING = 8;
const MOST_IN_TEXT = 4;
/** The factor for a whole word, which outweighs the beginning of one. */
const WHOLE = 2;

/** Shorter words are similar to too many others to be corrected. */
const SHORTEST_MISTYPED = 4;
/** From this length, two letters may be wrong. */
const LONG = 8;

/**
 * Indexes pages once. The returned search finds the parts that contain every word of a query, or words that begin
 * with it. It replaces a word that is on no page with the words nearest to it; an edit is a letter too many, missing,
 * wrong, or swapped with the next.
 */
export function createSearch(
  pages: readonly { path: string; title: string; content: Html }[],
): (query: string) => Hit[] {
  const parts = pages.flatMap(partsOf);
  const known = [...new Set(parts.flatMap(({ words }) => [...words.keys()]))];
  return (query) => {
    const asked = [...new Set(wordsOf(query.slice(0, MAX_QUERY)))].map((word) =>
      known.some((one) => one.startsWith(word)) ? [word] : nearest(word, known),
    );
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
        excerpt: excerptOf(text, asked.flat()),
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

/** Returns a page's text without its examples, which have the same words on every page. */
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

/** Splits a text into words. `reference_id` counts as itself and as each of its parts. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '');
}

/**
 * Scores a part; 0 if it lacks a word of the query.
 *
 * @param asked for each word of the query, all its possible meanings
 */
function scoreOf({ words }: Part, asked: readonly (readonly string[])[]): number {
  let total = 0;
  for (const meanings of asked) {
    const best = Math.max(0, ...meanings.map((meant) => weightOf(meant, words)));
    if (best === 0) return 0;
    total += best;
  }
  return total;
}

function weightOf(meant: string, words: Part['words']): number {
  let best = 0;
  for (const [word, weight] of words) {
    if (!word.startsWith(meant)) continue;
    const isWhole = word === meant || word === `${meant}s`;
    best = Math.max(best, isWhole ? weight * WHOLE : weight);
  }
  return best;
}

/** Returns the known words nearest to a mistyped one, if any are near enough. */
function nearest(mistyped: string, known: readonly string[]): string[] {
  if (mistyped.length < SHORTEST_MISTYPED) return [];
  const most = mistyped.length < LONG ? 1 : 2;
  const near = known.flatMap((word) => {
    const edits = editsBetween(mistyped, word, most);
    return edits > most ? [] : [{ word, edits }];
  });
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return near.filter(({ edits }) => edits === fewest).map(({ word }) => word);
}

/**
 * Returns the number of edits (letters added, missing, wrong, or swapped with their neighbour); a number above `most`
 * if there are more.
 */
function editsBetween(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

function excerptOf(text: string, asked: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = Math.min(...asked.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const from = Number.isFinite(found) ? Math.max(0, found - EXCERPT_BEFORE) : 0;
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const part = text.slice(start, start + EXCERPT_LENGTH);
  return `${start === 0 ? '' : '… '}${part}${start + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
}

/** Renders the page of search results. */
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
