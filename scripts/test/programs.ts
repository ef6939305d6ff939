import { spawnSync } from 'node:child_process';

import { findFirefox, findWebKit } from '../../tests/e2e/driven-browsers.ts';
import { findPgBouncer } from './pgbouncer.ts';
import { findSpin, SPIN_PACKAGES } from '../model/find-spin.ts';
import { findPromtool } from '../../tests/support/promtool.ts';
import { installPackages } from './install-packages.ts';
import type { Resource } from './resource.ts';

export type ProgramName =
  | 'firefox'
  | 'webkit'
  | 'pgbouncer'
  | 'promtool'
  | 'php'
  | 'python'
  | 'spin';

/** Programs that some tests use, with their Debian packages. */
const PROGRAMS: Record<
  ProgramName,
  { find: () => string | undefined; packages: readonly string[] }
> = {
  firefox: { find: findFirefox, packages: ['firefox-esr'] },
  webkit: { find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
  pgbouncer: { find: findPgBouncer, packages: ['pgbouncer'] },
  promtool: { find: findPromtool, packages: ['prometheus'] },
  php: { find: () => onPath('php'), packages: ['php-cli'] },
  python: { find: () => onPath('python3'), packages: ['python3'] },
  spin: { find: findSpin, packages: SPIN_PACKAGES },
};

/** Finds a program. CI installs it for `npm run test:all`. Without it the tests that use it are skipped. */
export async function programResource(name: ProgramName, mayInstall: boolean): Promise<Resource> {
  const { find, packages } = PROGRAMS[name];
  if (find() === undefined && mayInstall && process.env['CI'] === 'true') {
    await installPackages(...packages);
  }
  if (find() !== undefined) return { env: {} };
  const reason = `not installed (Debian: ${packages.join(', ')})`;
  return { env: {}, missing: { reason, isFailure: false } };
}

function onPath(program: string): string | undefined {
  return spawnSync(program, ['--version']).error === undefined ? program : undefined;
}
