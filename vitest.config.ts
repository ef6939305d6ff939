import { defineConfig } from 'vitest/config';

import { leftOutWithCells } from './tests/support/database/celled-suite.ts';
import { LongFilesFirst } from './tests/support/long-files-first.ts';
import { PATIENCE_MS } from './tests/support/patience.ts';

/** Tests that talk to a database. They run once on each engine and read which from TEST_ENGINE. */
const databaseTests = [
  'src/**/*.db.test.ts',
  'tests/service/**/*.test.ts',
  'tests/conformance/**/*.test.ts',
];

/** What is the same on either engine, and takes long, runs on one. */
const leftOut = {
  pglite: [
    // An embedded database has one process, and one cell.
    'tests/service/platform/cells.test.ts',
    'tests/service/platform/citus.test.ts',
    'tests/service/platform/cells-at-start.test.ts',
    'tests/service/platform/cell-settings.test.ts',
    'tests/service/platform/processor-time.test.ts',
    'tests/service/platform/server-lost.test.ts',
    'tests/service/operator/*-cells.test.ts',
    'tests/service/platform/previous-release.test.ts',
    'tests/service/routing/chain.test.ts',
    'tests/service/operator/alerts.test.ts',
    'tests/service/operator/operator-input.test.ts',
    'tests/service/lists/lists-at-scale.test.ts',
    ...(process.env['TEST_POSTGRES_URL'] ? forOneEngine() : []),
  ],
  postgres: [
    ...(process.env['CITUS_URL'] ? [] : ['tests/service/platform/citus.test.ts']),
    'tests/service/platform/operator-address.test.ts',
    'tests/service/platform/traces.test.ts',
    'tests/service/providers/kills.test.ts',
    ...leftOutWithCells(),
  ],
};

/**
 * What the service decides before or after its statements, and what only several connections can get
 * wrong. A test takes PostgreSQL less of a processor; where there is none, the embedded engine runs all.
 */
function forOneEngine(): string[] {
  const rooms = {
    http: [
      ...['authentication', 'authentication-diagnosis', 'hardening', 'hostile-json', 'http-edges'],
      ...['operator-listener', 'page-key', 'path-spellings', 'refusals-make-nothing'],
      ...['request-limit', 'sockets'],
    ],
    ledger: ['ledger-under-load'],
    lists: ['counts-under-load'],
    operator: [
      ...['commands', 'deployment-refusals', 'interface', 'merchants-own', 'nouns', 'own-account'],
      ...['passkeys', 'people', 'reconcile', 'sessions', 'settings-version', 'tokens'],
    ],
    payins: [
      ...['canary', 'card-comparisons', 'pay-by-card', 'payer-context', 'resolution-codes'],
      'velocity-races',
    ],
    payouts: ['payout-destinations', 'payout-silence'],
    platform: ['key-rotation', 'log-lines', 'restart'],
    providers: ['adyen', 'orders-api', 'sandbox', 'sandbox-amounts', 'stripe', 'trials'],
    reconciliation: [
      ...['attention', 'set-aside', 'settle-matrix', 'status-queries', 'status-queries-by-readers'],
      'test-clocks',
    ],
    routing: ['next-route', 'notifications'],
    webhooks: ['webhook-delivery', 'webhook-fairness', 'webhook-private'],
  };
  return Object.entries(rooms).flatMap(([room, files]) =>
    files.map((file) => `tests/service/${room}/${file}.test.ts`),
  );
}

/** These end only what hangs: on a machine that is busy with other things all takes several times as long. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/**
 * Test files of one worker share their modules, of which loading the service's costs more than most
 * files take: no module keeps a state that one test could leave to the next.
 */
const sharedModules = { isolate: false };

const engineProject = (engine: 'pglite' | 'postgres') => ({
  test: {
    name: `engine-${engine}`,
    include: databaseTests,
    exclude: leftOut[engine],
    env: { TEST_ENGINE: engine },
    globalSetup: `./tests/support/database/seeds/${engine}.ts`,
    setupFiles: './tests/support/quick-scrypt.ts',
    ...sharedModules,
    ...patience,
  },
});

/** The same judgement of a deployment that runs elsewhere; `npm run conformance -- URL`. */
const deploymentProject = {
  test: {
    name: 'conformance',
    include: ['tests/conformance/**/*.test.ts'],
    ...patience,
  },
};

// The service's tests need no SvelteKit plugin: everything outside lib/ and routes/ is plain
// TypeScript that Node resolves by itself. PostgreSQL tests need a server to make databases on.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    // What is loaded comes to hundreds of megabytes, which the collector would go over again and again while they grow.
    execArgv: ['--initial-old-space-size=1024'],
    restoreMocks: true,
    // What one project has transformed, the next one takes: each is a process of its own.
    fsModuleCache: true,
    fsModuleCachePath: 'node_modules/.cache/vitest',
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.db.test.ts'],
          ...sharedModules,
          ...patience,
        },
      },
      {
        test: {
          name: 'tooling',
          include: ['scripts/**/*.test.ts', 'tests/{docs,import-rules,install}/**/*.test.ts'],
          ...patience,
        },
      },
      engineProject('pglite'),
      ...(process.env['TEST_POSTGRES_URL'] ? [engineProject('postgres')] : []),
      ...(process.env['CONFORMANCE_URL'] ? [deploymentProject] : []),
    ],
  },
});
