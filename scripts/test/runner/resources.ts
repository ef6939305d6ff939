import { spawnSync } from 'node:child_process';

import { findPgBouncer } from '../../../tests/support/database/pgbouncer.ts';
import { findFirefox, findWebKit } from '../../../tests/e2e/driven-browsers.ts';
import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { findPromtool } from '../../../tests/support/promtool.ts';
import { runProgram } from '../../run-program.ts';
import { findSpin, SPIN_PACKAGES } from '../model/find-spin.ts';
import { findChromium, unpackChromium109 } from './browsers.ts';
import { preparePostgres } from './postgres.ts';
import { installPackages, isCi, type Resource } from './resource.ts';
import seedPglite from './seeds/pglite.ts';
import { makePostgresTemplate } from './seeds/postgres.ts';

interface Looking {
  /** The variables of resources found before. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether programs that only some tests use may be installed. */
  readonly mayInstall: boolean;
}

/** What a stage may need besides the sources. */
const RESOURCES = {
  build,
  browser: findChromium,
  'chromium-109': unpackChromium109,
  postgres: preparePostgres,
  // The data of a first start, which several stages copy: on the PostgreSQL that was found, if any.
  seed: async ({ env }: Looking) => {
    Object.assign(process.env, env);
    return { release: await (env['TEST_POSTGRES_URL'] ? makePostgresTemplate() : seedPglite()) };
  },
  'pglite-seed': async () => ({ release: await seedPglite() }),
  firefox: program(findFirefox, ['firefox-esr']),
  webkit: program(findWebKit, ['webkit2gtk-driver', 'xvfb']),
  pgbouncer: program(findPgBouncer, ['pgbouncer']),
  promtool: program(findPromtool, ['prometheus']),
  php: program(() => onPath('php'), ['php-cli']),
  python: program(() => onPath('python3'), ['python3']),
  spin: program(findSpin, SPIN_PACKAGES),
} satisfies Readonly<Record<string, (looking: Looking) => Promise<Resource>>>;

export type ResourceName = keyof typeof RESOURCES;

export interface Resources {
  readonly env: NodeJS.ProcessEnv;
  /** The reasons for what is missing. An error makes the stages that need it fail. */
  readonly missing: ReadonlyMap<ResourceName, string | Error>;
  release(): Promise<void>;
}

/** Finds or creates what the stages need, in the order of the names. release() gives it back in reverse order. */
export async function gatherResources(
  names: readonly ResourceName[],
  mayInstall: boolean,
): Promise<Resources> {
  const missing = new Map<ResourceName, string | Error>();
  const env: NodeJS.ProcessEnv = {};
  const releases: (() => Promise<void>)[] = [];
  for (const name of new Set(names)) {
    const resource: Resource | Error = await RESOURCES[name]({ env, mayInstall }).catch(toError);
    if (typeof resource === 'string' || resource instanceof Error) missing.set(name, resource);
    else {
      Object.assign(env, resource.env);
      if (resource.release) releases.unshift(resource.release);
    }
  }
  return {
    env,
    missing,
    release: async () => {
      for (const release of releases) await release();
    },
  };
}

function toError(error: unknown): Error {
  console.error(error);
  return error instanceof Error ? error : new Error(String(error));
}

/** Builds page, console and service. Tests start the built program. */
async function build(): Promise<Resource> {
  const { code } = await runProgram({
    command: ['node', 'scripts/prepare/prepare.mjs'],
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  if (code !== 0) throw new Error('the build failed');
  return { env: { TEST_PROGRAM: 'build/service/server.js' } };
}

/** Finds a program. CI installs it for `npm run test:all`. Without it the tests that use it are skipped. */
function program(find: () => string | undefined, packages: readonly string[]) {
  return async ({ mayInstall }: Looking): Promise<Resource> => {
    if (find() === undefined && mayInstall && isCi) await installPackages(...packages);
    return find() === undefined ? `not installed (Debian: ${packages.join(', ')})` : {};
  };
}

function onPath(name: string): string | undefined {
  return spawnSync(name, ['--version']).error === undefined ? name : undefined;
}
