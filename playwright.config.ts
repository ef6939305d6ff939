import { availableParallelism } from 'node:os';

import { defineConfig, devices } from '@playwright/test';

import { BROWSER_ARGS, findBrowser } from './tests/e2e/chromium.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './tests/support/patience.ts';

/** The browser for the tests. Workers load this file again, so the environment keeps the browser found first. */
const executablePath = (process.env['CHROMIUM_PATH'] ??= findBrowser() ?? '');

/**
 * The engine on which programs start: PostgreSQL if there is one, because a program takes a tenth less time on it
 * than on the embedded engine.
 */
const engine = (process.env['TEST_ENGINE'] = process.env['TEST_POSTGRES_URL']
  ? 'postgres'
  : 'pglite');

// Servers are started by the tests' own fixtures, each with the settings its test needs.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: `./scripts/test/runner/seeds/${engine}.ts`,
  fullyParallel: true,
  // Each worker has a separate browser and program.
  workers: Math.min(4, availableParallelism()),
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: [...BROWSER_ARGS] },
    // Neither is free even if nothing fails: a picture is taken before it is known whether a test fails, and a trace
    // takes one at every step. A failed test says what the page contained; for pictures, run it again with
    // --trace=on.
    screenshot: 'off',
    trace: 'off',
  },
  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],
});
