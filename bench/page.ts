/**
 * `npm run bench -- page`: opens the payment page on a slow connection (Lighthouse's 4G) and a processor four times
 * slower, beside an empty SvelteKit page and one with Adyen's card component. The machine has no internet access:
 * Adyen's frames never arrive, so that page never becomes usable. Then it profiles the service that renders the page.
 */
import { chromium } from '@playwright/test';

import { BROWSER_ARGS, findBrowser } from '../tests/e2e/chromium.ts';
import { open, type Opening } from './page/measure.ts';
import { profileOwners } from './page/owners.ts';
import { adyen, emptyKit, tollgate, type Site } from './page/sites.ts';

const ROUNDS = 5;

const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: [...BROWSER_ARGS],
});
try {
  console.log(`Chromium ${browser.version()}, slow 4G, CPU ÷ 4, median of ${ROUNDS} openings\n`);
  const head = [
    '',
    'first paint',
    'usable',
    'scripts done',
    'main thread',
    'transferred',
    'of it scripts',
    'requests',
  ];
  printRow(head);
  for (const start of [tollgate, emptyKit, adyen]) printRow(await benchSite(await start()));
  console.log(
    '\n–: not while we looked; Adyen shows its fields when frames from its own hosts are there',
  );
} finally {
  await browser.close();
}
for (const [page, owners] of Object.entries((await profileOwners()) ?? {})) {
  printOwners(page, owners);
}

/** Prints an owner's microseconds of processor time for one page, and its share. */
function printOwners(page: string, owners: ReadonlyMap<string, number>): void {
  const rows = [...owners].toSorted(([, one], [, other]) => other - one);
  const totalUs = rows.reduce((sum, [, us]) => sum + us, 0);
  printRow([`\nThe service's processor: ${page}`]);
  for (const [owner, us] of [...rows, ['all', totalUs] as const]) {
    printRow([owner, `${us.toFixed(0)} µs`, `${((us / totalUs) * 100).toFixed(0)} %`]);
  }
}

async function benchSite(site: Site): Promise<string[]> {
  try {
    const openings: Opening[] = [];
    for (let round = 0; round < ROUNDS; round += 1) openings.push(await open(browser, site));
    const middle = (pick: (opening: Opening) => number | undefined) => median(openings.map(pick));
    return [
      site.name,
      milliseconds(middle(({ firstPaintMs }) => firstPaintMs)),
      milliseconds(middle(({ usableMs }) => usableMs)),
      milliseconds(middle(({ aliveMs }) => aliveMs)),
      milliseconds(middle(({ mainThreadMs }) => mainThreadMs)),
      kilobytes(middle(({ bytes }) => bytes)),
      kilobytes(middle(({ scriptBytes }) => scriptBytes)),
      String(middle(({ requests }) => requests)),
    ];
  } finally {
    await site.stop();
  }
}

function median(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)];
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : `${Math.round(value)} ms`;
}

function kilobytes(value: number | undefined): string {
  return value === undefined ? '–' : `${(value / 1000).toFixed(1)} kB`;
}

function printRow([name = '', ...figures]: string[]): void {
  console.log(name.padEnd(34) + figures.map((figure) => figure.padStart(14)).join(''));
}
