import { findHiddenCode, findScripts, hashOf, type FoundScript } from './find-scripts.ts';
import type { InventoryEntry } from './inventory.ts';

/** What a page's policy must say; a page whose headers were tampered with fails as well. */
const POLICY = [
  "default-src 'none'",
  "script-src 'nonce-",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** Everything on a live page that is not in the inventory, in sentences; none when all is well. */
export async function verifyPage(url: string, inventory: InventoryEntry[]): Promise<string[]> {
  const answer = await fetch(url);
  const html = await answer.text();
  const scripts = await Promise.all(
    findScripts(html).map((script) => verifyScript(script, answer.url, inventory)),
  );
  return [
    ...verifyPolicy(answer.headers.get('content-security-policy') ?? ''),
    ...findHiddenCode(html).map((code) => `Code outside of scripts: ${code}`),
    ...scripts.flat(),
  ];
}

function verifyPolicy(policy: string): string[] {
  const missing = POLICY.filter((part) => !policy.includes(part));
  const loose = /unsafe-|https?:/.test(policy) ? ['The policy allows what it should not'] : [];
  return [...missing.map((part) => `The policy lacks ${part}`), ...loose];
}

async function verifyScript(
  { src, text }: FoundScript,
  pageUrl: string,
  inventory: InventoryEntry[],
): Promise<string[]> {
  const { origin } = new URL(pageUrl);
  const address = src === undefined ? undefined : new URL(src, pageUrl);
  if (address !== undefined && address.origin !== origin) {
    return [`A script of another origin: ${address.origin}`];
  }
  const path = address?.pathname ?? 'inline';
  const known = inventory.find((entry) => entry.path === path);
  if (known === undefined) return [`Not in the inventory: ${path}`];
  const body = address === undefined ? Buffer.from(text) : await (await fetch(address)).bytes();
  return hashOf(body) === known.hash ? [] : [`Not what the inventory says: ${path}`];
}
