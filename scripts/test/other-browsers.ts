import { findFirefox } from '../../tests/support/browsers/firefox.ts';
import { findWebKit } from '../../tests/support/browsers/webkit.ts';
import { installPackages } from './install-packages.ts';
import type { Resource } from './resource.ts';

export const firefoxResource = (): Promise<Resource> =>
  foundOrInstalled('FIREFOX_PATH', findFirefox, ['firefox-esr']);

export const webkitResource = (): Promise<Resource> =>
  foundOrInstalled('WEBKIT_DRIVER_PATH', findWebKit, ['webkit2gtk-driver', 'xvfb']);

/** A browser beside Chromium: one that is there, or one that CI installs. Tests can do without. */
async function foundOrInstalled(
  variable: string,
  find: () => string | undefined,
  packages: readonly [string, ...string[]],
): Promise<Resource> {
  let path = find();
  if (path === undefined && process.env['CI'] === 'true') {
    await installPackages(...packages);
    path = find();
  }
  if (path !== undefined) return { env: { [variable]: path } };
  const reason = `${variable} is not set, and not installed: ${packages.join(', ')}`;
  return { env: {}, missing: { reason, isFailure: false } };
}
