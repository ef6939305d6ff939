import {
  UNPACKED_BROWSER,
  UNPACKED_CHROMIUM_109,
  findBrowser,
  findChromium109,
  findHeadlessShell,
} from '../../tests/e2e/chromium.ts';
import { installPackages } from './install-packages.ts';
import type { Resource } from './resource.ts';
import { unpackBrowser, unpackChromium109 } from './unpack-browser.ts';

/**
 * Finds a Chromium: an installed one, else the system's package, else the one in an npm package. CI uses the headless
 * shell if it can be installed.
 */
export async function browserResource(): Promise<Resource> {
  if (process.env['CI'] === 'true' && !process.env['CHROMIUM_PATH'] && !findHeadlessShell()) {
    await installPackages('chromium-headless-shell');
  }
  const path = findBrowser() ?? (await installBrowser()) ?? (await unpackBrowser(UNPACKED_BROWSER));
  if (!path) return { env: {}, missing: { reason: 'no Chromium could be had', isFailure: true } };
  console.log(`Browser: ${path}`);
  return { env: { CHROMIUM_PATH: path } };
}

export async function chromium109Resource(): Promise<Resource> {
  const path = findChromium109() ?? (await unpackChromium109(UNPACKED_CHROMIUM_109));
  if (path) return { env: { CHROMIUM_109_PATH: path } };
  return {
    env: {},
    missing: { reason: 'the packed Chromium 109 does not start', isFailure: false },
  };
}

async function installBrowser(): Promise<string | undefined> {
  await installPackages('chromium');
  return findBrowser();
}
