import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** The user to run PostgreSQL as, since it refuses to run as root. Undefined means the current user. */
export type Identity = { uid: number; gid: number } | undefined;

/** Returns the folder of the server's programs: the one on PATH, else Debian's newest version. */
export function findBinaries(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const installed = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_VERSIONS, version, 'bin'));
  const found = [...onPath, ...installed]
    .map((folder) => join(folder, 'initdb'))
    .find((initdb) => existsSync(initdb));
  // Resolved, because initdb looks for the server in its own folder and a symbolic link is in another.
  return found && dirname(realpathSync(found));
}

export function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return undefined;
  const user = ['postgres', 'nobody'].find((name) => spawnSync('id', [name]).status === 0);
  if (!user) return undefined;
  const number = (option: string) => Number(spawnSync('id', [option, user]).stdout.toString());
  return { uid: number('-u'), gid: number('-g') };
}
