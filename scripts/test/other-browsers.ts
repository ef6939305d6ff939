import { findFirefox } from '../../tests/support/browsers/firefox.ts';
import { findWebKit } from '../../tests/support/browsers/webkit.ts';
import { foundOrInstalled } from './found-or-installed.ts';
import type { Resource } from './resource.ts';

export const firefoxResource = (): Promise<Resource> =>
  foundOrInstalled('FIREFOX_PATH', findFirefox, ['firefox-esr']);

export const webkitResource = (): Promise<Resource> =>
  foundOrInstalled('WEBKIT_DRIVER_PATH', findWebKit, ['webkit2gtk-driver', 'xvfb']);
