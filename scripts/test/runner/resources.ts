import { spawnSync } from 'node:child_process';

import { findPgBouncer } from '../../../tests/support/database/pgbouncer.ts';
import { findFirefox, findWebKit } from '../../../tests/e2e/driven-browsers.ts';
import { STAGE_TIMEOUT_MS } from '../../../tests/support/patience.ts';
import { findPromtool } from '../../../tests/support/promtool.ts';
import { runProgram } from '../../run-program.ts';
import { findSpin, SPIN_PACKAGES } from '../model/find-spin.ts';
import { browserResource, chromium109Resource } from './browsers.ts';
import { postgresResource } from './postgres.ts';
import { installPackages, isCi, missing, type Missing, type Resource } from './resource.ts';
import seedPglite from './seeds/pglite.ts';
import { makePostgresTemplate } from './seeds/postgres.ts';

export type { Missing };

interface Looking {
  /** The variables of resources found before. */
  readonly found: NodeJS.ProcessEnv;
  /** Whether programs that only some tests use may be installed. */
  readonly mayInstall: boolean;
}

/** What a stage may need besides the sources. */
const RESOURCES = {
  build: buildResource,
  browser: browserResource,
  'chromium-109': chromium109Resource,
  postgres: postgresResource,
  // The data of a first start, which several stages copy: on the PostgreSQL that was found, if any.
  seed: async ({ found }: Looking): Promise<Resource> => {
    if (!found['TEST_POSTGRES_URL']) return { env: {}, release: await seedPglite() };
    Object.assign(process.env, found);
    return { env: {}, release: await makePostgresTemplate() };
  },
  'pglite-seed': async (): Promise<Resource> => ({ env: {}, release: await seedPglite() }),
  firefox: program(findFirefox, ['firefox-esr']),
  webkit: program(findWebKit, ['webkit2gtk-driver', 'xvfb']),
  pgbouncer: program(findPgBouncer, ['pgbouncer']),
  promtool: program(findPromtool, ['prometheus']),
  php: program(() => onPath('php'), ['php-cli']),
  python: program(() => onPath('python3'), ['python3']),
  spin: program(findSpin, SPIN_PACKAGES),
};

export type ResourceName = keyof typeof RESOURCES;

export interface Resources {
  readonly env: NodeJS.ProcessEnv;
  readonly missing: ReadonlyMap<ResourceName, Missing>;
  release(): Promise<void>;
}

/** Finds or creates what the stages need, in the order of the names. release() gives it back in reverse order. */
export async function gatherResources(
  names: readonly ResourceName[],
  mayInstall: boolean,
): Promise<Resources> {
  const lacks = new Map<ResourceName, Missing>();
  const resources: Resource[] = [];
  const found = () => Object.assign({}, ...resources.map(({ env }) => env)) as NodeJS.ProcessEnv;
  for (const name of new Set(names)) {
    const resource = await RESOURCES[name]({ found: found(), mayInstall }).catch(
      (error: unknown) => {
        console.error(error);
        return missing(String(error), true);
      },
    );
    if (resource.missing) lacks.set(name, resource.missing);
    resources.push(resource);
  }
  return {
    env: found(),
    missing: lacks,
    release: async () => {
      for (const resource of resources.toReversed()) await resource.release?.();
    },
  };
}

/** Builds page, console and service. Tests start the built program. */
async function buildResource(): Promise<Resource> {
  const { code } = await runProgram({
    command: ['node', 'scripts/prepare/prepare.mjs'],
    timeoutMs: STAGE_TIMEOUT_MS,
  });
  if (code !== 0) return missing('the build failed', true);
  return { env: { TEST_PROGRAM: 'build/service/server.js' } };
}

/** Finds a program. CI installs it for `npm run test:all`. Without it the tests that use it are skipped. */
function program(find: () => string | undefined, packages: readonly string[]) {
  return async ({ mayInstall }: Looking): Promise<Resource> => {
    if (find() === undefined && mayInstall && isCi) await installPackages(...packages);
    const isThere = find() !== undefined;
    return isThere ? { env: {} } : missing(`not installed (Debian: ${packages.join(', ')})`);
  };
}

function onPath(name: string): string | undefined {
  return spawnSync(name, ['--version']).error === undefined ? name : undefined;
}
