import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const PROJECT = join(import.meta.dirname, '../..');
const FOLDER = join(PROJECT, 'build/service');

/**
 * Packages that are not bundled, because they are loaded only when used. The embedded engine also reads files beside
 * its modules, and Vite is there only in development.
 */
const LEFT_OUTSIDE = [
  '@adyen/api-library',
  '@electric-sql/pglite',
  /^@opentelemetry\/(?!api$)/,
  'stripe',
  'vite',
];

/** Removes the source texts from source maps, because the sources are shipped beside the build. */
const mapsWithoutSources: Plugin = {
  name: 'maps-without-sources',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue;
      const { sourcesContent: _, ...map } = JSON.parse(String(file.source)) as Record<
        string,
        unknown
      >;
      file.source = JSON.stringify(map);
    }
  },
};

/**
 * Bundles the program into a dozen modules. To find and read the thousand source modules takes as long as everything
 * else at a start.
 */
await rm(FOLDER, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: PROJECT,
  input: { server: 'src/server.ts' },
  platform: 'node',
  external: LEFT_OUTSIDE,
  plugins: [mapsWithoutSources],
  treeshake: false,
  logLevel: 'warn',
});
await bundle.write({
  dir: FOLDER,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  minify: false,
  sourcemap: true,
  // Errors are distinguished by the names of their classes.
  keepNames: true,
});
await bundle.close();
