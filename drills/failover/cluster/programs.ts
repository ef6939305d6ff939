import { spawnSync } from 'node:child_process';
import { findBinaries } from '../../../tests/support/database/postgres-programs.ts';

/** The programs of a cluster, with their Debian packages. */
const PROGRAMS = [
  { package: 'patroni', program: 'patroni', ask: '--version' },
  { package: 'etcd-server', program: 'etcd', ask: '--version' },
  { package: 'haproxy', program: 'haproxy', ask: '-v' },
] as const;
/** PATH with Debian's folder of system programs, which not every user's PATH has. */
export const SEARCH_PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/** @returns a sentence that says what to install; undefined if nothing is missing */
export function missingPackagesMessage(): string | undefined {
  const env = { ...process.env, PATH: SEARCH_PATH };
  const packages = PROGRAMS.filter(
    ({ program, ask }) => spawnSync(program, [ask], { env }).status !== 0,
  ).map((missing): string => missing.package);
  if (findBinaries() === undefined) packages.push('postgresql');
  if (packages.length === 0) return undefined;
  return `The drill needs packages that are missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
}
