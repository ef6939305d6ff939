import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

import { TAGS } from './scripts/test/tags.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './tests/support/patience.ts';

/** More would wait for the same processors; and four take what memory a run may have. */
const WORKERS = Math.min(4, availableParallelism());

const UNIT_TESTS = ['{src,scripts}/**/*.test.ts', 'tests/{docs,import-rules}/**/*.test.ts'];
const DATABASE_TESTS = ['{src,scripts}/**/*.db.test.ts', 'tests/{service,install}/**/*.test.ts'];
const CONFORMANCE_TESTS = ['tests/conformance/**/*.test.ts'];

/**
 * Test files of one worker share their modules, of which loading the service's costs more than most files take: no module keeps a
 * state that one test could leave to the next.
 */
const sharedModules = { isolate: false };

const bounds = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/** Tests of a service, which start from copies of one that was started once. They read their engine from TEST_ENGINE. */
const onEngine = (engine: 'pglite' | 'postgres') => ({
  env: { TEST_ENGINE: engine },
  globalSetup: `./scripts/test/seeds/${engine}.ts`,
  setupFiles: ['./scripts/test/setup/same-values.ts', './scripts/test/setup/quick-scrypt.ts'],
  ...sharedModules,
  ...bounds,
});

/** PostgreSQL where there is one: a test takes it less of a processor. */
const FIRST_ENGINE = process.env['TEST_POSTGRES_URL'] ? 'postgres' : 'pglite';

/** The other engine: of these, `npm test` runs what has the tag `both-engines`. */
const otherEngine = {
  test: {
    name: 'engine',
    include: [...DATABASE_TESTS, ...CONFORMANCE_TESTS],
    ...onEngine('pglite'),
  },
};

// The service's tests need no SvelteKit plugin: everything outside lib/ and routes/ is plain TypeScript that Node resolves by itself.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: WORKERS,
    // What is loaded comes to hundreds of megabytes, which the collector would go over again and again while they grow.
    execArgv: ['--initial-old-space-size=1024'],
    restoreMocks: true,
    // Node reads the sources by itself, as it does when the service runs: no worker waits for Vite to transform them.
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
          exclude: DATABASE_TESTS,
          setupFiles: './scripts/test/setup/same-values.ts',
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
          // `npm run conformance -- URL` judges a deployment that runs elsewhere.
          ...(process.env['CONFORMANCE_URL'] ? bounds : onEngine(FIRST_ENGINE)),
        },
      },
    ],
  },
});
