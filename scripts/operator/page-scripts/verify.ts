import { hashOf } from '../../../vite/page-parts.ts';
import { startBuiltPage, type BuiltPage } from './built-page.ts';
import { allowedHashes, compareHeaders } from './compare-headers.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { findParts, type FoundPart } from './find-parts.ts';
import { takeInventory, type InventoryEntry } from './inventory.ts';

/** The statuses of an order's page: shown, not found, closed, or unavailable for now. */
const RENDERED: readonly number[] = [200, 404, 410, 503];

export interface Verdict {
  /** How a live page differs from this release, in sentences; empty if it does not. */
  findings: string[];
  /** The page's links to other origins. */
  links: string[];
}

/** Compares live pages with this release, one at a time. */
export interface Verifier {
  verify(address: string): Promise<Verdict>;
  close(): void;
}

export async function startVerifier(): Promise<Verifier> {
  const inventory = await takeInventory();
  /** The built page by the origin that it takes for its own, which decides some headers. */
  const builtPages = new Map<string, Promise<BuiltPage>>();
  return {
    async verify(address) {
      const live = await fetchPage(address);
      if (!live.ok) return { findings: [live.finding], links: [] };
      const { origin } = live.page.url;
      const starting = builtPages.get(origin) ?? startBuiltPage({ ORIGIN: origin });
      builtPages.set(origin, starting);
      return verifyPage(live.page, await starting, inventory);
    },
    close() {
      for (const starting of builtPages.values()) void starting.then((page) => page.stop());
    },
  };
}

/**
 * Compares the headers with the build's, and every script and style sheet with the inventory, by hash. The browser
 * runs and applies no other ones, because the policy has the same hashes. The order's own data (amount, names, the
 * links to shop, bank and help) cannot be checked from outside; `linksOf` lists the links.
 */
async function verifyPage(
  live: FetchedPage,
  built: BuiltPage,
  inventory: readonly InventoryEntry[],
): Promise<Verdict> {
  if (!RENDERED.includes(live.status)) {
    return { findings: [`It answers ${live.status}`], links: [] };
  }
  const expected = await fetchPage(built.url + live.url.pathname + live.url.search);
  const headers = expected.ok
    ? compareHeaders(live.headers, expected.page.headers)
    : [expected.finding];
  const parts = findParts(live.html);
  const markup = parts.reduce((html, { text }) => html.replace(text, ''), live.html);
  const known = new Set([
    ...inventory.map(({ hash }) => hash),
    ...parts.filter(isAccent).map(({ text }) => hashOf(text)),
  ]);
  const allowed = allowedHashes(live.headers).filter((hash) => !known.has(hash));
  return {
    findings: [
      ...headers,
      ...allowed.map((hash) => `The policy allows what is not in the inventory: ${hash}`),
      ...parts.flatMap((part) => verifyPart(part, known)),
      ...FOREIGN.flatMap(({ what, pattern }) => (pattern.test(markup) ? [`It has ${what}`] : [])),
    ],
    links: linksOf(live),
  };
}

/** The sheet of a merchant's colour: nothing in it but colours. */
const ACCENT =
  /^:root\{--accent:#\w{6};--button:#\w{6};--on-button:#(?:fff|000)\}@media screen and \(prefers-color-scheme:dark\)\{:root\{--accent:#\w{6}\}\}$/;

function isAccent({ kind, text }: FoundPart): boolean {
  return kind === 'sheet' && ACCENT.test(text);
}

function verifyPart({ kind, src, text }: FoundPart, known: ReadonlySet<string>): string[] {
  if (src !== undefined) return [`A script of another address: ${src}`];
  const hash = hashOf(text);
  return known.has(hash) ? [] : [`A ${kind} that is not in the inventory: ${hash}`];
}

/** Markup that pages do not have, and that acts or loads something. */
const FOREIGN: readonly { what: string; pattern: RegExp }[] = [
  { what: 'a frame or another embedded document', pattern: /<(?:i?frame|object|embed|portal)\b/i },
  { what: 'a base address', pattern: /<base\b/i },
  {
    what: 'a style sheet of another address',
    pattern: /<link\b[^>]*\brel\s*=\s*["']?[^"'>]*stylesheet/i,
  },
  { what: 'an event handler', pattern: /<[a-z][^>]*\son\w+\s*=/i },
  { what: 'a style attribute', pattern: /<[a-z][^>]*\sstyle\s*=/i },
  { what: 'a script address', pattern: /=\s*["']?\s*javascript:/i },
  {
    what: 'a form for another address',
    pattern: /<[a-z][^>]*\s(?:form)?action\s*=(?!\s*["']?\/(?!\/))/i,
  },
];

/** Returns the page's links to other origins. Only the order's merchant knows whether they are right. */
function linksOf({ html }: FetchedPage): string[] {
  const found = html.matchAll(/<(?:a|meta) [^>]*(?:href="|url=)(https?:[^"]*)"/g);
  return [...new Set(Array.from(found, ([, address = '']) => unescapeHtml(address)))];
}

/** Reverses Svelte's escaping, which covers these three characters and no others. */
function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
