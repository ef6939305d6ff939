/**
 * `npm run mutate`: mutation testing. Makes small changes to the code, one at a time, and runs the tests beside it on
 * each. If no test notices a change, a test is missing or the code has no effect.
 */
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import { Argument, InvalidArgumentError } from 'commander';
import { end, done, failed, runCommandLine, type Ending } from '../command-line.ts';
import { preparePostgres } from './runner/postgres.ts';

interface Part {
  /** The folder whose tests run. */
  folder: string;
  /** The files in the folder to change. */
  files: readonly string[];
  needsEngine?: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  domain: {
    folder: 'src/domain',
    // The table of brands is generated.
    files: ['**/!(brand-rows).ts'],
  },
  signature: { folder: 'src/contract/signature', files: ['*.ts'] },
  ledger: {
    folder: 'src/service/ledger',
    // Retention and verification are tested through the service.
    files: ['{post,store,accounts,balances}.ts'],
    needsEngine: true,
  },
  settlement: {
    folder: 'src/service/payins',
    files: ['settle.ts', 'settlement.ts', 'store/settle.ts'],
    needsEngine: true,
  },
};

const LEAST_PERCENT = 90;
const CACHE = 'node_modules/.cache/stryker';
/** Added to the tests' usual time, because a change may cause an endless loop. */
const TIMEOUT_MS = 60_000;
/**
 * Paths not to copy: what the tests of these parts never read, and tsconfig.json, which extends a file that is never
 * copied. The tests find the one above the copy instead.
 */
const NOT_COPIED = [
  'bench',
  'build',
  'dist',
  'docs',
  'ops',
  'static',
  'vite',
  '.data',
  'tsconfig.json',
];

interface How {
  /** Evaluates code again even if neither it nor its tests changed. */
  force?: true;
  /** How many changes are evaluated at once. */
  concurrency: number;
}

end(
  await runCommandLine('npm run mutate --', process.argv.slice(2), (program, ends) => {
    program
      .description('Evaluates code again only if it or its tests changed since the last run.')
      .addArgument(new Argument('[parts...]', 'all by default').choices(Object.keys(PARTS)))
      .option('--force', 'evaluate all again')
      .option('--concurrency <number>', 'changes at once', toCount, availableParallelism())
      .action(ends(mutateAll));
  }),
);

function toCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not a number.');
}

async function mutateAll(names: readonly string[], how: How): Promise<Ending> {
  const parts = Object.entries(PARTS).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const needsEngine = parts.some(([, part]) => part.needsEngine);
  const postgres = needsEngine ? await preparePostgres() : undefined;
  const { env = {}, release } = typeof postgres === 'object' ? postgres : {};
  try {
    const scores = [];
    for (const [name, part] of parts) {
      process.env['MUTATED_FOLDER'] = part.folder;
      Object.assign(process.env, part.needsEngine && engineEnv(env));
      scores.push({ name, percent: await score(name, part, how) });
    }
    const text = scores.map(({ name, percent }) => `${name}: ${percent.toFixed(1)} %`).join('\n');
    const isEnough = scores.every(({ percent }) => percent >= LEAST_PERCENT);
    return isEnough ? done(text) : failed(`${text}\nEach must be at least ${LEAST_PERCENT} %.`);
  } finally {
    await release?.();
  }
}

function engineEnv(found: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...found, TEST_ENGINE: found['TEST_POSTGRES_URL'] ? 'postgres' : 'pglite' };
}

/** Returns the percentage of changes that the tests notice. */
async function score(name: string, { folder, files }: Part, how: How): Promise<number> {
  const stryker = new Stryker({
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/test/mutate/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    mutate: [...files.map((file) => `${folder}/${file}`), '!**/*.test.ts'],
    ignorePatterns: NOT_COPIED.map((path) => `/${path}`),
    incremental: true,
    incrementalFile: `${CACHE}/${name}.json`,
    ...how,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'clear-text', 'html'],
    htmlReporter: { fileName: `${CACHE}/${name}.html` },
    clearTextReporter: { reportTests: false, logTests: false, allowEmojis: false },
    timeoutMS: TIMEOUT_MS,
    warnings: false,
  });
  const statuses = (await stryker.runMutationTest()).map(({ status }) => status);
  const count = (...wanted: typeof statuses) =>
    statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  return (100 * noticed) / (noticed + count('Survived', 'NoCoverage'));
}
