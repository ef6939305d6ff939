import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** The folder where scripts/test unpacks a browser from a package if there is no other. */
export const UNPACKED_BROWSER = join(import.meta.dirname, '../../node_modules/.cache/chromium');
/** The folder of Chromium 109, the last one for Windows 7 and 8.1, which is used as long as those are. */
export const UNPACKED_CHROMIUM_109 = `${UNPACKED_BROWSER}-109`;

/** Chromium without windows or the code that draws them, which saves a third of the work. */
const HEADLESS_NAME = 'chromium-headless-shell';
const SYSTEM_NAMES = [
  HEADLESS_NAME,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Returns the path of a working Chromium: CHROMIUM_PATH, the system's, Playwright's, or the unpacked one; undefined if
 * there is none. Downloads and installs nothing.
 */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  return [
    ...SYSTEM_NAMES.flatMap(onPath),
    chromium.executablePath(),
    join(UNPACKED_BROWSER, 'run'),
  ].find(starts);
}

/** Returns the path of a working system Chromium without windows, if any. */
export function findHeadlessShell(): string | undefined {
  return onPath(HEADLESS_NAME).find(starts);
}

/** Returns the path of a working Chromium 109: CHROMIUM_109_PATH, or the unpacked one. */
export function findChromium109(): string | undefined {
  const chosen = process.env['CHROMIUM_109_PATH'];
  if (chosen) return chosen;
  return [join(UNPACKED_CHROMIUM_109, 'run')].find(starts);
}

/** The arguments of the tests' browser, which must not depend on the public network. */
export const BROWSER_ARGS: readonly string[] = [
  '--disable-gpu',
  // Drawing without a GPU needs no separate process.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The browser opens only our pages, and its sandbox needs rights that containers lack.
  '--no-sandbox',
  // Otherwise it keeps a spare process ready, which the next test's page would not use.
  '--renderer-process-limit=1',
];

function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program));
}

/** Returns whether a program starts: a file of the right name may be a stub that only says how to install it. */
export function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}
