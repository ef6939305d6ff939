import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBuild } from '#service/platform/version.ts';
import { z } from 'zod';
import { bundleScripts } from './bundle-scripts.ts';
import { declareTypes } from './declare-types.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const PACKAGE = join(PROJECT, 'packages/tollgate');

/**
 * Creates the package: scripts for every runtime, types and a README. Its only dependency is zod.
 *
 * @returns the path of the tarball in `target`
 */
export async function packClient(target: string): Promise<string> {
  const build = readBuild();
  const { name, ...manifest } = z
    .looseObject({ name: z.string() })
    .parse(JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')));
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-package-'));
  try {
    await Promise.all([
      bundleScripts(PROJECT, folder),
      declareTypes(PROJECT, folder),
      copyFile(join(PACKAGE, 'README.md'), join(folder, 'README.md')),
      writeFile(
        join(folder, 'package.json'),
        JSON.stringify({ name, ...build, ...manifest }, null, 2),
      ),
      mkdir(target, { recursive: true }),
    ]);
    await run('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder });
    return join(target, `${name}-${build.version}.tgz`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
