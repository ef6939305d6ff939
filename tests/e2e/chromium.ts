import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** Where scripts/test unpacks the browser that comes as a package, when there is no other. */
export const UNPACKED_BROWSER = join(import.meta.dirname, '../../node_modules/.cache/chromium');
/** Where it unpacks the last one for Windows 7 and 8.1, which is in use for as long as those are. */
export const UNPACKED_CHROMIUM_109 = `${UNPACKED_BROWSER}-109`;

/** Without windows, and so without what draws them: a third less to do. */
const HEADLESS_NAME = 'chromium-headless-shell';
const SYSTEM_NAMES = [
  HEADLESS_NAME,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Path of a Chromium that starts: the one that CHROMIUM_PATH names, the system's, Playwright's own
 * if it is there, the unpacked one; undefined where there is none. Downloads and installs nothing.
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

/** Path of a Chromium that has no windows, where the system has one that starts. */
export function findHeadlessShell(): string | undefined {
  return onPath(HEADLESS_NAME).find(starts);
}

/** Path of a Chromium 109 that starts: the one that CHROMIUM_109_PATH names, or the unpacked one. */
export function findChromium109(): string | undefined {
  const chosen = process.env['CHROMIUM_109_PATH'];
  if (chosen) return chosen;
  return [join(UNPACKED_CHROMIUM_109, 'run')].find(starts);
}

/** The arguments of the tests' browser: nothing of it may depend on the public network. */
export const BROWSER_ARGS: readonly string[] = [
  '--disable-gpu',
  // What draws without one needs no process of its own.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // It opens our own pages only, and its sandbox needs rights that a container withholds.
  '--no-sandbox',
  // Else it keeps one process ready for the next page, which is of another test, and has a process of its own.
  '--renderer-process-limit=1',
];

function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program));
}

/** A file of the right name can be a stub that only says how to install the program. */
export function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { timeout: 60_000 }).status === 0;
}
