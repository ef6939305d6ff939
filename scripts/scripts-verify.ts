/**
 * `npm run scripts:verify -- URL …`: holds live payment pages to this build. Ends with 1, and says why,
 * when a page cannot be fetched, or its headers, its document or a script are not the build's.
 */
import { takeInventory } from './page-scripts/inventory.ts';
import { verifyPage } from './page-scripts/verify.ts';

const urls = process.argv.slice(2);
if (urls.length === 0) {
  console.error('Which page? npm run scripts:verify -- https://pay.example/pay/{order id}');
  process.exitCode = 2;
}
const inventory = await takeInventory();
for (const url of urls) {
  const { findings, links } = await verifyPage(url, inventory);
  console.log(findings.length === 0 ? `as it should be: ${url}` : `NOT AS IT SHOULD BE: ${url}`);
  for (const finding of findings) console.error(`  ${finding}`);
  for (const link of links) console.log(`  leads to ${link}`);
  if (findings.length > 0) process.exitCode = 1;
}
