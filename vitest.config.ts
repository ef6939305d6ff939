import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

import { PATIENCE_MS, TEST_TIMEOUT_MS } from './tests/support/patience.ts';

/** The tags that say where a test file runs: docs/testing.md. Vitest rejects others. */
export const TAGS = ['both-engines', 'postgres-only', 'pglite-only', 'apart'].map((name) => ({
  name,
}));

/** More workers would wait for the same processors, and four take as much memory as a run may have. */
const WORKERS = Math.min(4, availableParallelism());

const UNIT_TESTS = [
  '{src,packages,scripts,drills}/**/*.test.ts',
  'tests/{docs,import-rules,simulation}/**/*.test.ts',
];
const DATABASE_TESTS = ['{src,scripts}/**/*.db.test.ts', 'tests/{service,install}/**/*.test.ts'];
const CONFORMANCE_TESTS = ['packages/tollgate/conformance/**/*.test.ts'];

/**
 * Test files of one worker share their modules, because loading the service's takes longer than most files. This is
 * safe because no module keeps state that one test could leave to the next.
 */
const sharedModules = { isolate: false };

const bounds = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/**
 * Settings for tests of a service, which start from copies of a service that was started once. They read their engine
 * from TEST_ENGINE.
 */
const onEngine = (engine: 'pglite' | 'postgres') => ({
  env: { TEST_ENGINE: engine },
  globalSetup: `./scripts/test/runner/seeds/${engine}.ts`,
  setupFiles: './scripts/test/runner/setup/same-values.ts',
  ...sharedModules,
  ...bounds,
});

/** PostgreSQL if there is one: a test takes less processor time on it. */
const FIRST_ENGINE = process.env['TEST_POSTGRES_URL'] ? 'postgres' : 'pglite';

/**
 * The embedded engine, if the first one is PostgreSQL. `npm test` runs only its tests with the tag `both-engines`.
 */
const otherEngine = {
  test: {
    name: 'engine',
    include: [...DATABASE_TESTS, ...CONFORMANCE_TESTS],
    ...onEngine('pglite'),
  },
};

// The service's tests need no SvelteKit plugin: everything outside lib/ and routes/ is plain TypeScript that Node
// resolves.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: WORKERS,
    // The modules take hundreds of megabytes, which the garbage collector would otherwise scan repeatedly while the
    // heap grows.
    execArgv: ['--initial-old-space-size=1024'],
    restoreMocks: true,
    // Node reads the sources directly, as it does when the service runs: no worker waits for Vite to transform them.
    experimental: {
      viteModuleRunner: false,
      nodeLoader: false,
    },
    tags: TAGS,
    projects: [
      {
        test: {
          name: 'unit',
          include: UNIT_TESTS,
          exclude: [...DATABASE_TESTS, ...CONFORMANCE_TESTS],
          setupFiles: './scripts/test/runner/setup/same-values.ts',
          ...sharedModules,
          ...bounds,
        },
      },
      { test: { name: 'service', include: DATABASE_TESTS, ...onEngine(FIRST_ENGINE) } },
      ...(FIRST_ENGINE === 'postgres' ? [otherEngine] : []),
      {
        test: {
          name: 'conformance',
          include: CONFORMANCE_TESTS,
          // `npm run conformance -- URL` checks a deployment that runs elsewhere.
          ...(process.env['CONFORMANCE_URL'] ? bounds : onEngine(FIRST_ENGINE)),
        },
      },
    ],
  },
});
