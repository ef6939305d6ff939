import { compareDocuments } from './compare-documents.ts';
import { compareHeaders } from './compare-headers.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { findScripts, hashOf, type FoundScript } from './find-scripts.ts';
import { unescapeHtml } from './html-values.ts';
import { takeInventory, type InventoryEntry } from './inventory.ts';
import { readFacts } from './page-facts.ts';
import { startRenderer, type Renderer } from './render-expected.ts';

/** An order's page as it stands, the page of an order that is closed, not found, or cannot be read now. */
const RENDERED: readonly number[] = [200, 404, 410, 503];

export interface Verdict {
  /** Everything on a live page that this build would not have answered, in sentences; none when all is well. */
  findings: string[];
  /** Where the page leads beyond its own origin. */
  links: string[];
}

/** Holds live pages to this build, one at a time. */
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
 * Headers and document are compared whole with what the build renders for an order of the same
 * kind, and every script with the inventory. What an order itself says (amount, names, the addresses
 * that lead to shop, bank and help) cannot be checked from outside; `linksOf` lists the addresses.
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

/** Where the page leads beyond its own origin: whether that is right, only the order's merchant knows. */
function linksOf({ html }: FetchedPage): string[] {
  const found = html.matchAll(/<a [^>]*href="(https?:[^"]*)"/g);
  return [...new Set(Array.from(found, ([, href = '']) => unescapeHtml(href)))];
}

/** The pages load no script from anywhere: each stands in the page, and is one of the inventory. */
function verifyScript({ src, text }: FoundScript, inventory: InventoryEntry[]): string[] {
  if (src !== undefined) return [`A script of another address: ${src}`];
  const hash = hashOf(Buffer.from(text));
  return inventory.some((entry) => entry.hash === hash) ? [] : [`Not in the inventory: ${hash}`];
}
