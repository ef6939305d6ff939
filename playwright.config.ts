import { defineConfig, devices } from '@playwright/test';

import { BROWSER_ARGS, findBrowser } from './tests/support/browsers/chromium.ts';
import { PATIENCE_MS } from './tests/support/patience.ts';

/** Workers load this file again; they are to take the browser that was found the first time. */
const executablePath = (process.env['CHROMIUM_PATH'] ??= findBrowser() ?? '');

/** What operators and integrators see: a stage of its own (scripts/test/stages.ts). */
const BEHIND_THE_PAGE = ['**/console/*.spec.ts', '**/docs/*.spec.ts'];

// Servers are started by the tests' own fixtures, each with the settings its test needs.
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/database/seeds/browsers.ts',
  fullyParallel: true,
  // Two processors have no time left with three, and each more has a browser and a program of its own.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // These end only what hangs: on a machine that is busy with other things all takes several times as long.
  timeout: 180_000,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: [...BROWSER_ARGS] },
    screenshot: 'only-on-failure',
    // A trace takes a picture at every step, which adds a tenth to what a test costs: ask with --trace.
    trace: 'off',
  },
  projects: [
    {
      name: 'desktop-chromium',
      use: devices['Desktop Chrome'],
      testIgnore: BEHIND_THE_PAGE,
    },
    { name: 'console', use: devices['Desktop Chrome'], testMatch: BEHIND_THE_PAGE },
  ],
});
