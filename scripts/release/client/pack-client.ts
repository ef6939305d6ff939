import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBuild, type Build } from '#service/platform/version.ts';
import { z } from 'zod';
import { bundleScripts } from './bundle-scripts.ts';
import { declareTypes } from './declare-types.ts';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');

const project = z.object({
  license: z.string(),
  dependencies: z.object({ zod: z.string() }),
});

/**
 * Creates the package: scripts for every runtime, types and a README. Its only dependency is zod.
 *
 * @returns the path of the tarball in `target`
 */
export async function packClient(target: string): Promise<string> {
  const build = readBuild();
  const { license, dependencies } = project.parse(
    JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')),
  );
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-package-'));
  try {
    await Promise.all([
      bundleScripts(PROJECT, folder),
      declareTypes(PROJECT, folder),
      copyFile(join(PROJECT, 'src/package/README.md'), join(folder, 'README.md')),
      writeFile(
        join(folder, 'package.json'),
        JSON.stringify(manifest(build, license, dependencies.zod), null, 2),
      ),
      mkdir(target, { recursive: true }),
    ]);
    await run('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder });
    return join(target, `tollgate-${build.version}.tgz`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const CLIENT = {
  types: './types/package/client.d.ts',
  browser: './browser.js',
  default: './client.js',
};

function manifest(build: Build, license: string, zod: string): object {
  return {
    name: 'tollgate',
    ...build,
    description: 'Client of the Tollgate payment orders interface',
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: { '.': CLIENT, './client': CLIENT },
    bin: { tollgate: './cli.js' },
    dependencies: { zod: `^${zod}` },
  };
}
