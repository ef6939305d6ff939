/**
 * `npm run scripts -- verify URL …`: compares live payment pages with this release. Exits with 1 and says why if a page
 * cannot be fetched, or if its headers, a script or a style sheet differs from the release's.
 */
import { toVisible } from '#contract/visible-text.ts';
import { asksForHelp, done, end, wrongUsage } from '../command-line.ts';
import { startVerifier, type Verifier } from './page-scripts/verify.ts';

const USAGE = `npm run scripts -- verify URL …

Compares live payment pages (https://pay.example/pay/{order id}) with this release: headers,
scripts and style sheets. Exits with 1 if a page differs or cannot be fetched.`;

const urls = process.argv.slice(2);
if (asksForHelp(urls)) end(done(USAGE));
else if (urls.length === 0 || !urls.every(isHttpUrl)) end(wrongUsage(USAGE));
else await verifyPages(urls);

async function verifyPages(pages: readonly string[]): Promise<void> {
  const verifier = await startVerifier();
  try {
    for (const url of pages) await verifyOne(verifier, url);
  } finally {
    verifier.close();
  }
}

async function verifyOne(verifier: Verifier, url: string): Promise<void> {
  const { findings, links } = await verifier.verify(url);
  console.log(findings.length === 0 ? `as it should be: ${url}` : `NOT AS IT SHOULD BE: ${url}`);
  for (const finding of findings) console.error(`  ${toVisible(finding)}`);
  for (const link of links) console.log(`  leads to ${toVisible(link)}`);
  if (findings.length > 0) process.exitCode = 1;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
