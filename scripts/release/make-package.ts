import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBuild } from '#service/platform/version.ts';
import { z } from 'zod';

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../..');

const project = z.looseObject({
  name: z.string(),
  version: z.string(),
  imports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/**
 * The paths to ship: what runs the service and its commands, and what its operators read. Service and page are built.
 */
const SHIPPED = [
  'build',
  'src/contract',
  'src/domain',
  'src/server',
  'src/server.ts',
  'src/service',
  'scripts/command-line.ts',
  'scripts/operator',
  'ops',
  'docs',
  '.env.example',
  'CHANGELOG.md',
];

/** Tests, and the commands that compare a live page with the build in a clone. */
const NOT_SHIPPED = /\.test\.ts$|\/(page-scripts|scripts-(inventory|verify)\.ts)$/;

const INSTALL = [
  'ci',
  '--omit=dev',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
];
const SBOM = ['sbom', '--omit=dev', '--sbom-format=cyclonedx'];
/** Options that keep who made the archive, and when, out of it. Only the list of packages has a date. */
const TAR = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '-czf'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Creates the package: the built service and page, sources that Node runs directly, the production packages, and a
 * bill of materials. `scripts/prepare/prepare.mjs` must have run.
 *
 * @returns the path of the archive in `target`
 */
export async function makePackage(target: string): Promise<string> {
  const manifest = project.parse(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')));
  const name = `tollgate-${manifest.version}`;
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-release-'));
  try {
    const root = join(folder, name);
    await mkdir(root);
    for (const path of SHIPPED) await copy(path, root);
    await nameCommands(join(root, 'docs'));
    await cp(join(PROJECT, 'ops/tollgate'), join(root, 'tollgate'));
    await install(root, manifest);
    const archive = join(target, `${name}.tar.gz`);
    await mkdir(target, { recursive: true });
    await run('tar', [...TAR, archive, '-C', folder, name]);
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rewrites the commands in the documents, because the package has a program instead of npm scripts. */
async function nameCommands(docs: string): Promise<void> {
  for (const name of await readdir(docs, { recursive: true })) {
    if (!name.endsWith('.md')) continue;
    const path = join(docs, name);
    await writeFile(path, inPackage(await readFile(path, 'utf8')));
  }
}

/** Replaces npm scripts by the program: `npm run operator -- orders list` becomes `tollgate operator orders list`. */
function inPackage(text: string): string {
  return text
    .replaceAll(/npm run (?:--silent )?operator(?: --)?/g, 'tollgate operator')
    .replaceAll('npm run ledger:check', 'tollgate ledger-check')
    .replaceAll('npm run migrate', 'tollgate migrate')
    .replaceAll('npm run tollgate --', 'npx tollgate')
    .replaceAll('npm start', 'tollgate');
}

function copy(path: string, root: string): Promise<void> {
  return cp(join(PROJECT, path), join(root, path), {
    recursive: true,
    filter: (source) => !NOT_SHIPPED.test(source),
  });
}

/** Installs packages as the lock file says, then reduces the manifest to what it takes to run. */
async function install(root: string, manifest: z.output<typeof project>): Promise<void> {
  for (const file of ['package.json', 'package-lock.json']) {
    await cp(join(PROJECT, file), join(root, file));
  }
  await run('npm', INSTALL, { cwd: root });
  await rm(join(root, 'package-lock.json'));
  const { name, imports, dependencies } = manifest;
  const running = {
    name,
    ...readBuild(),
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    imports,
    dependencies,
  };
  await writeFile(join(root, 'package.json'), JSON.stringify(running, null, 2));
  const sbom = await run('npm', SBOM, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES });
  await writeFile(join(root, 'sbom.json'), sbom.stdout);
}
