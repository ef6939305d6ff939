import { join } from 'node:path';
import { rolldown, type InputOptions } from 'rolldown';

const ENTRIES = ['client', 'cli'];

const ZOD = /^zod(\/|$)/;

/**
 * Bundles the entries into plain modules, with everything that they import from the project but without zod. Bundles
 * the client for browsers as well, where it can read what a server passes on but cannot sign.
 */
export async function bundleScripts(project: string, folder: string): Promise<void> {
  const path = (name: string) => join(project, `packages/tollgate/${name}.ts`);
  const input = Object.fromEntries(ENTRIES.map((name) => [name, path(name)]));
  await write(folder, { cwd: project, input, external: [/^node:/, ZOD], platform: 'node' });
  await write(folder, {
    cwd: project,
    input: { browser: path('client') },
    external: [ZOD],
    platform: 'browser',
    resolve: { alias: { 'node:crypto': path('no-crypto') } },
  });
}

async function write(folder: string, options: InputOptions): Promise<void> {
  const bundle = await rolldown({
    ...options,
    treeshake: { moduleSideEffects: (id) => id.includes('node_modules') },
    logLevel: 'warn',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
  });
  await bundle.close();
}
