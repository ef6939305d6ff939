/**
 * `npm run scripts -- verify URL …`: compares live payment pages with this release. Exits with 1 and says why if a page
 * cannot be fetched, or if its headers, a script or a style sheet differs from the release's.
 */
import { toVisible } from '#contract/visible-text.ts';
import { done, end, runCommandLine, wrongUsage, type Ending } from '../command-line.ts';
import { startVerifier, type Verifier } from './page-scripts/verify.ts';

end(
  await runCommandLine('npm run scripts -- verify', process.argv.slice(2), (program, ends) => {
    program
      .description(
        'Compares the headers, scripts and style sheets of live pages with this release.',
      )
      .argument('<urls...>', 'payment pages, such as https://pay.example/pay/ORDER')
      .action(ends(verifyPages));
  }),
);

async function verifyPages(urls: readonly string[]): Promise<Ending> {
  const other = urls.find((url) => !URL.canParse(url) || !/^https?:/.test(url));
  if (other !== undefined) return wrongUsage(`${other} is not the URL of a page.`);
  const verifier = await startVerifier();
  try {
    for (const url of urls) await verifyOne(verifier, url);
    return done('');
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
