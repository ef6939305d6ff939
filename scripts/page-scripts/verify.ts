import { compareDocuments } from './compare-documents.ts';
import { compareHeaders } from './compare-headers.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { findScripts, hashOf, type FoundScript } from './find-scripts.ts';
import { unescapeHtml } from './html-values.ts';
import { takeInventory, type InventoryEntry } from './inventory.ts';
import { readFacts } from './page-facts.ts';
import { startRenderer, type Renderer } from './render-expected.ts';

/** The statuses of an order's page: shown, not found, closed, or unavailable for now. */
const RENDERED: readonly number[] = [200, 404, 410, 503];

export interface Verdict {
  /** How a live page differs from this build's answer, in sentences; empty if it does not. */
  findings: string[];
  /** The page's links to other origins. */
  links: string[];
}

/** Compares live pages with this build, one at a time. */
export interface Verifier {
  verify(address: string): Promise<Verdict>;
  close(): void;
}

export async function startVerifier(): Promise<Verifier> {
  const inventory = await takeInventory();
  const renderer = await startRenderer();
  return {
    verify: (address) => verifyPage(address, inventory, renderer),
    close: () => {
      renderer.close();
    },
  };
}

/**
 * Compares all headers and the whole document with what the build renders for an order of the same kind, and every
 * script with the inventory. The order's own data (amount, names, the links to shop, bank and help) cannot be checked
 * from outside; `linksOf` lists the links.
 */
async function verifyPage(
  address: string,
  inventory: InventoryEntry[],
  renderer: Renderer,
): Promise<Verdict> {
  const live = await fetchPage(address);
  if (!live.ok) return { findings: [live.finding], links: [] };
  const { page } = live;
  if (!RENDERED.includes(page.status)) {
    return { findings: [`It answers ${page.status}`], links: [] };
  }
  const expected = await renderer.render(page, readFacts(page));
  const differences = expected.ok ? compare(page, expected.page) : [expected.finding];
  const scripts = findScripts(page.html).flatMap((script) => verifyScript(script, inventory));
  return { findings: [...differences, ...scripts], links: linksOf(page) };
}

function compare(live: FetchedPage, built: FetchedPage): string[] {
  const status = `It answers ${live.status} where the build answers ${built.status}`;
  return [
    ...(live.status === built.status ? [] : [status]),
    ...compareHeaders(live.headers, built.headers),
    ...compareDocuments(live, built),
  ];
}

/** Returns the page's links to other origins. Only the order's merchant knows whether they are right. */
function linksOf({ html }: FetchedPage): string[] {
  const found = html.matchAll(/<a [^>]*href="(https?:[^"]*)"/g);
  return [...new Set(Array.from(found, ([, href = '']) => unescapeHtml(href)))];
}

/** Checks that a script is inline and in the inventory, as all scripts of the pages are. */
function verifyScript({ src, text }: FoundScript, inventory: InventoryEntry[]): string[] {
  if (src !== undefined) return [`A script of another address: ${src}`];
  const hash = hashOf(Buffer.from(text));
  return inventory.some((entry) => entry.hash === hash) ? [] : [`Not in the inventory: ${hash}`];
}
