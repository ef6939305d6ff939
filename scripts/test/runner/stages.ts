import { globSync, readFileSync } from 'node:fs';

import type { Program } from '../../run-program.ts';
import type { ResourceName } from './resources.ts';

/** The tests of a run. */
export interface Selection {
  /** `test`: all but those set apart. `all`: all. `rest`: only those that `test` leaves out. */
  readonly extent: 'test' | 'all' | 'rest';
  /** Files or folders of tests; if empty, all of a stage. For a named file all of its tests run. */
  readonly paths: readonly string[];
  /** A pattern of titles, as both runners take it. */
  readonly title?: string | undefined;
}

export interface Stage {
  readonly name: string;
  readonly needs: readonly ResourceName[];
  /** Resources that some of its tests use. Without them those tests are skipped. */
  readonly uses?: readonly ResourceName[];
  /** Matches the files and folders with tests of the stage. */
  readonly files?: RegExp;
  /** The project of Vitest, if it has another name. */
  readonly project?: string;
  /** The tags of its tests, as Vitest's --tags-filter takes them. */
  readonly tags?: (env: NodeJS.ProcessEnv) => string;
  /** The tags of those that `npm test` runs, if it runs a part of them. */
  readonly tagsOfPart?: string;
  /** Whether `npm test` leaves the stage out. */
  readonly isApart?: true;
  readonly env?: NodeJS.ProcessEnv;
}

const SERVICE_FILES = /^tests\/(service|install)(\/|$)|\.db\.test\.ts$/;

/**
 * The stages in the order in which they run, each with a worker per processor. Those that find a mistake soonest come
 * first.
 */
export const STAGES: readonly Stage[] = [
  { name: 'check', needs: [] },
  {
    name: 'unit',
    needs: ['build'],
    uses: ['promtool', 'php', 'python', 'spin'],
    files:
      /^(?!(tests\/(service|install|e2e)|packages\/tollgate\/conformance)(\/|$)|.*\.db\.test\.ts$)/,
    tagsOfPart: '!apart',
  },
  {
    name: 'service',
    needs: ['build', 'seed'],
    uses: ['postgres', 'promtool', 'php', 'python', 'pgbouncer'],
    files: SERVICE_FILES,
    tags: (env) => (env['TEST_POSTGRES_URL'] ? '!pglite-only' : '!postgres-only'),
    tagsOfPart: '!apart',
  },
  {
    name: 'engine',
    needs: ['build', 'postgres', 'pglite-seed'],
    files: SERVICE_FILES,
    tags: () => '!postgres-only',
    tagsOfPart: '(both-engines || pglite-only) && !apart',
  },
  {
    name: 'conformance',
    needs: ['build', 'seed'],
    uses: ['postgres'],
    files: /^packages\/tollgate\/conformance(\/|$)/,
  },
  {
    name: 'browser',
    needs: ['build', 'browser', 'seed'],
    uses: ['postgres', 'chromium-109', 'firefox', 'webkit'],
    files: /^tests\/e2e(\/|$)/,
    tagsOfPart: '@apart',
  },
  {
    // The service's tests again, on a database created behind the pooler.
    name: 'pgbouncer',
    project: 'service',
    needs: ['build', 'postgres', 'pgbouncer'],
    tags: () => '!pglite-only && !apart',
    isApart: true,
    env: {
      TEST_POSTGRES_TEMPLATE: undefined,
      TEST_POSTGRES_SEED: undefined,
      TEST_POOLER: 'session',
    },
  },
];

/** What only tests that are set apart use. */
const USED_APART: ReadonlySet<ResourceName> = new Set(['spin', 'pgbouncer', 'firefox', 'webkit']);

/** Returns the resources that some of the selected tests use. */
export function usedBy({ uses = [] }: Stage, { extent, paths }: Selection): ResourceName[] {
  const isPart = extent === 'test' && paths.length === 0;
  return uses.filter((name) => !(isPart && USED_APART.has(name)));
}

/** Returns the program that runs the tests of a stage and writes its report to a file, as JSON. */
export function runnerOf(
  { name, project = name, tags, tagsOfPart, env }: Stage,
  { extent, paths, title }: Selection,
  found: NodeJS.ProcessEnv,
  report: string,
): Pick<Program, 'command' | 'env'> {
  const isShown = paths.length > 0;
  if (name === 'browser') {
    const isWhole = isShown || title !== undefined || extent === 'all';
    return {
      command: [
        'playwright',
        'test',
        '--pass-with-no-tests',
        ...(isWhole ? [] : [extent === 'test' ? '--grep-invert=@apart' : '--grep=@apart']),
        ...(title === undefined ? [] : [`--grep=${title}`]),
        '--reporter=list,json',
        ...paths,
      ],
      // Lets Node read TypeScript. Playwright would otherwise compile all files that a test imports, in each of its
      // processes. The variable is undocumented: without it the tests would take longer and give the same results.
      env: { ...found, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' },
    };
  }
  const part = isShown || extent === 'all' ? undefined : tagsOfPart;
  const filter = [
    ...(tags === undefined ? [] : [tags(found)]),
    ...(part === undefined ? [] : [extent === 'test' ? part : `!(${part})`]),
  ].join(' && ');
  return {
    command: [
      'vitest',
      'run',
      `--project=${project}`,
      '--passWithNoTests',
      ...(filter === '' ? [] : [`--tags-filter=${filter}`]),
      ...(title === undefined ? [] : [`--testNamePattern=${title}`]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(name === 'engine' && extent === 'test' && !isShown ? filesOfBothEngines() : paths),
    ],
    env: { ...found, ...env },
  };
}

/**
 * Returns the files with tests that run on both engines. Vitest must load a file to know the tags of its tests, which
 * for all files of the service takes as long as many tests.
 */
function filesOfBothEngines(): string[] {
  return globSync(['src/**/*.db.test.ts', 'tests/service/**/*.test.ts']).filter((file) =>
    /both-engines|pglite-only/.test(readFileSync(file, 'utf8')),
  );
}
