import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const PROJECT = join(import.meta.dirname, '../..');
const FOLDER = join(PROJECT, 'build/service');

/**
 * What is loaded only where it is used; the embedded engine reads files beside its modules. Vite is there in development
 * alone.
 */
const LEFT_OUTSIDE = [
  '@adyen/api-library',
  '@electric-sql/pglite',
  /^@opentelemetry\/(?!api$)/,
  'stripe',
  'vite',
];

/** The sources are beside what is built: a map says only where in them. */
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

/** The program in a dozen modules in the place of a thousand, which take as long to find and to read as all else at a start. */
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
  // Errors are told from one another by the names of their classes.
  keepNames: true,
});
await bundle.close();
