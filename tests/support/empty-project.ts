/** A merchant's project that has nothing but the package, and a program of theirs. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '../../scripts/package/pack-client.ts';
import { PROJECT } from './documents.ts';

/** What an installation from the registry would put beside the tarball. */
const BESIDE = ['zod'];

/** Packs the package and unpacks it. @returns the project's folder */
export async function installInEmptyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-empty-'));
  const installed = join(folder, 'node_modules/tollgate');
  await mkdir(installed, { recursive: true });
  const tarball = await packClient(join(folder, 'dist'));
  const unpack = ['xzf', tarball, '--strip-components=1', '-C', installed];
  await promisify(execFile)('tar', unpack);
  for (const name of BESIDE) {
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
