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

const HEADLESS_SHELL = 'chromium-headless-shell';
/** The headless shell first: it runs the same tests in two thirds of the time. */
const BROWSER_PACKAGES = [HEADLESS_SHELL, 'chromium'] as const;

/**
 * Finds a Chromium: an installed one, else one of the system's packages, else the one in an npm package. CI installs
 * the headless shell even if there is another Chromium.
 */
export async function browserResource(): Promise<Resource> {
  if (process.env['CI'] === 'true' && !process.env['CHROMIUM_PATH'] && !findHeadlessShell()) {
    await installPackages(HEADLESS_SHELL);
  }
  const path =
    findBrowser() ??
    (await installBrowser({ install: installPackages, find: findBrowser })) ??
    (await unpackBrowser(UNPACKED_BROWSER));
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

/** Installs one package after the other until there is a browser. */
export async function installBrowser(system: {
  readonly install: (packageName: string) => Promise<void>;
  readonly find: () => string | undefined;
}): Promise<string | undefined> {
  for (const packageName of BROWSER_PACKAGES) {
    await system.install(packageName);
    const path = system.find();
    if (path !== undefined) return path;
  }
  return undefined;
}
