import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root; undefined means that we may be who we are. */
export type Identity = { uid: number; gid: number } | undefined;

/** Folder with the server's programs: what is on PATH, else the newest that Debian installed. */
export function findBinaries(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const installed = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_VERSIONS, version, 'bin'));
  const found = [...onPath, ...installed]
    .map((folder) => join(folder, 'initdb'))
    .find((initdb) => existsSync(initdb));
  // Links lead out of the folder in which initdb looks for the server beside itself.
  return found && dirname(realpathSync(found));
}

export function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return undefined;
  const user = ['postgres', 'nobody'].find((name) => spawnSync('id', [name]).status === 0);
  if (!user) return undefined;
  const number = (option: string) => Number(spawnSync('id', [option, user]).stdout.toString());
  return { uid: number('-u'), gid: number('-g') };
}
