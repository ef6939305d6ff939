import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRIES = ['client', 'cli'];

/** Bundles the entries into plain modules: what they import of the project is in them, zod is not. */
export async function bundleScripts(project: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: project,
    input: Object.fromEntries(
      ENTRIES.map((name) => [name, join(project, `src/package/${name}.ts`)]),
    ),
    external: [/^node:/, /^zod(\/|$)/],
    platform: 'node',
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
