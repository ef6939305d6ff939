import { compareDocuments } from './compare-documents.ts';
import { compareHeaders } from './compare-headers.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { findScripts, hashOf, type FoundScript } from './find-scripts.ts';
import { unescapeHtml } from './html-values.ts';
import type { InventoryEntry } from './inventory.ts';
import { readFacts } from './page-facts.ts';
import { renderExpected } from './render-expected.ts';

/** An order's page as it stands, the page of an order that is closed, not found, or cannot be read now. */
const RENDERED: readonly number[] = [200, 404, 410, 503];

/**
 * Everything on a live page that this build would not have answered, in sentences; none when all is
 * well. Headers and document are compared whole with what the build renders for an order of the same
 * kind, and every script with the inventory. What an order itself says (amount, names, the addresses
 * that lead to shop, bank and help) cannot be judged from outside; `linksOf` lists the addresses.
 */
export async function verifyPage(
  address: string,
  inventory: InventoryEntry[],
): Promise<{ findings: string[]; links: string[] }> {
  const live = await fetchPage(address);
  if (!live.ok) return { findings: [live.finding], links: [] };
  const { page } = live;
  if (!RENDERED.includes(page.status)) {
    return { findings: [`It answers ${page.status}`], links: [] };
  }
  const expected = await renderExpected(page, readFacts(page));
  const differences = expected.ok ? compare(page, expected.page) : [expected.finding];
  const scripts = await Promise.all(
    findScripts(page.html).map((script) => verifyScript(script, page.url, inventory)),
  );
  return { findings: [...differences, ...scripts.flat()], links: linksOf(page) };
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

async function verifyScript(
  { src, text }: FoundScript,
  page: URL,
  inventory: InventoryEntry[],
): Promise<string[]> {
  const address = src === undefined ? undefined : URL.parse(src, page);
  if (address === null) return [`A script of no address: ${src ?? ''}`];
  if (address !== undefined && address.origin !== page.origin) {
    return [`A script of another origin: ${address.origin}`];
  }
  const path = address?.pathname ?? 'inline';
  const known = inventory.find((entry) => entry.path === path);
  if (known === undefined) return [`Not in the inventory: ${path}`];
  const body = address === undefined ? Buffer.from(text) : await bodyOf(address);
  if (body === undefined) return [`A script cannot be fetched: ${path}`];
  return hashOf(body) === known.hash ? [] : [`Not what the inventory says: ${path}`];
}

async function bodyOf(address: URL): Promise<Uint8Array | undefined> {
  try {
    return await (await fetch(address, { redirect: 'error' })).bytes();
  } catch {
    return undefined;
  }
}
