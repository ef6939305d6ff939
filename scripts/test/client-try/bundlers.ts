import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printed, type Trial } from './runtimes.ts';

/** A bundler's input, and the folder for its one file of output. */
interface Job {
  project: string;
  entry: string;
  folder: string;
  forBrowsers: boolean;
}

/** Types of the bundlers' functions that are called here. Bundlers are not dependencies of this project. */
interface Esbuild {
  build: (options: object) => Promise<unknown>;
}

interface Rollup {
  rollup: (options: object) => Promise<{ write: (options: object) => Promise<unknown> }>;
}

interface NodeResolve {
  default: (options: object) => object;
}

type Webpack = (
  options: object,
  done: (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) => void,
) => void;
interface Vite {
  build: (options: object) => Promise<unknown>;
}

/**
 * Returns trials that bundle the program for a server and run it, and that bundle what browsers may use of the
 * package: reading problems and webhooks, nothing that takes a secret.
 */
export function bundlerTrials(modules: string): Trial[] {
  const load = loaderFrom(modules);
  const bundlers: Record<string, (job: Job) => Promise<unknown>> = {
    async esbuild({ project, entry, folder, forBrowsers }) {
      const { build } = await load<Esbuild>('esbuild');
      await build({
        absWorkingDir: project,
        entryPoints: [entry],
        bundle: true,
        format: 'esm',
        outfile: join(folder, 'bundle.js'),
        platform: forBrowsers ? 'browser' : 'node',
        minify: true,
        logLevel: 'silent',
      });
    },
    async rollup({ project, entry, folder, forBrowsers }) {
      const { rollup } = await load<Rollup>('rollup');
      const { default: resolve } = await load<NodeResolve>('@rollup/plugin-node-resolve');
      const plugins = [resolve({ preferBuiltins: !forBrowsers, ...(forBrowsers && IN_BROWSERS) })];
      const bundle = await rollup({ input: join(project, entry), plugins, onwarn: strict });
      await bundle.write({ file: join(folder, 'bundle.js'), format: 'esm' });
    },
    async webpack({ project, entry, folder, forBrowsers }) {
      const { default: webpack } = await load<{ default: Webpack }>('webpack');
      await new Promise<void>((resolve, reject) => {
        const options = {
          context: project,
          entry: `./${entry}`,
          mode: 'production',
          output: {
            path: folder,
            filename: 'bundle.js',
            module: true,
            library: { type: 'module' },
          },
          experiments: { outputModule: true },
          target: forBrowsers ? 'web' : 'node20',
          performance: false,
        };
        webpack(options, (error, stats) => {
          if (error) reject(error);
          else if (stats?.hasErrors()) reject(new Error(stats.toString()));
          else resolve();
        });
      });
    },
    async vite({ project, entry, folder, forBrowsers }) {
      const { build } = await load<Vite>('vite');
      const output = { entryFileNames: 'bundle.js' };
      await build({
        root: project,
        configFile: false,
        logLevel: 'error',
        ...(!forBrowsers && { ssr: { noExternal: true } }),
        build: {
          outDir: folder,
          emptyOutDir: true,
          target: 'es2022',
          ssr: !forBrowsers,
          rollupOptions: { input: join(project, entry), output, preserveEntrySignatures: 'strict' },
        },
      });
    },
  };
  return Object.entries(bundlers).flatMap(([name, bundle]) => [
    { name: `${name}, for a server`, run: (project, env) => onServer(name, bundle, project, env) },
    { name: `${name}, for browsers`, run: (project) => forBrowser(name, bundle, project) },
  ]);
}

const IN_BROWSERS = { browser: true, exportConditions: ['browser'] };

type Bundle = (job: Job) => Promise<unknown>;

async function onServer(name: string, bundle: Bundle, project: string, env: NodeJS.ProcessEnv) {
  const folder = join(project, `${name}-server`);
  await bundle({ project, entry: 'program.js', folder, forBrowsers: false });
  return printed(process.execPath, [join(folder, 'bundle.js')], folder, env);
}

/** @returns the size of the bundle, which must be a single file without dependencies */
async function forBrowser(name: string, bundle: Bundle, project: string): Promise<string> {
  const folder = join(project, `${name}-browser`);
  await bundle({ project, entry: 'browser.js', folder, forBrowsers: true });
  const text = await readFile(join(folder, 'bundle.js'), 'utf8');
  const files = await readdir(folder);
  if (files.length !== 1) throw new Error(`There are ${files.join(', ')}`);
  if (/["']node:|\brequire\(/.test(text)) throw new Error('It needs what browsers have not');
  const { problemNames, read } = await evaluated(join(folder, 'bundle.js'));
  if (!problemNames.includes('duplicate') || read !== 'payin') throw new Error('It does nothing');
  return `${Math.round(text.length / 1_024)} KiB`;
}

/** Runs a browser's module. It has no imports, so Node can run it. */
async function evaluated(file: string): Promise<{ problemNames: string[]; read: string }> {
  const loaded: unknown = await import(pathToFileURL(file).href);
  const { result } = loaded as { result: { problemNames: string[]; read: string } };
  return result;
}

function loaderFrom(modules: string) {
  const { resolve } = createRequire(join(modules, '../package.json'));
  return async <Module>(name: string): Promise<Module> =>
    (await import(pathToFileURL(resolve(name)).href)) as Module;
}

function strict({ code = '', message }: { code?: string; message: string }): void {
  if (['UNRESOLVED_IMPORT', 'MISSING_EXPORT'].includes(code)) throw new Error(message);
}
