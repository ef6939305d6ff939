import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig, type Rolldown } from 'vite';

import config from '../svelte.config.js';
import { SYNTAX } from './browser-floor.ts';

export interface Bundle {
  /** The text between a page's script or style tags. */
  text: string;
  /** The source files of the bundle. */
  files: string[];
}

/** Bundles an entry and its imports into one small script. */
export async function bundleScript(entry: string): Promise<Bundle> {
  const [chunk] = await bundle(entry, {
    minify: true,
    target: SYNTAX,
    rolldownOptions: { input: entry, output: { format: 'iife' } },
  });
  if (chunk?.type !== 'chunk') throw new Error(`${entry} came to nothing`);
  // In an inline script, this text would end the script.
  return {
    text: chunk.code.trim().replaceAll('</script', String.raw`<\/script`),
    files: chunk.moduleIds,
  };
}

/** Bundles the style sheets of a component and of those in it, or of a style sheet. */
export async function bundleSheet(entry: string): Promise<Bundle> {
  const output = await bundle(entry, {
    rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
  });
  const sheet = output.find((part) => part.type === 'asset' && part.fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error(`${entry} has no style`);
  const files = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  return { text: String(sheet.source).trim(), files };
}

async function bundle(entry: string, options: InlineConfig['build']) {
  const built = await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    resolve: { alias: { $lib: `${import.meta.dirname}/../src/lib` } },
    plugins: entry.endsWith('.svelte')
      ? [svelte({ configFile: false, compilerOptions: config.compilerOptions ?? {} })]
      : [],
    build: { write: false, ...options },
  });
  return outputsOf(built);
}

type Built = Awaited<ReturnType<typeof build>>;

function outputsOf(built: Built): (Rolldown.OutputChunk | Rolldown.OutputAsset)[] {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs.flatMap(({ output }) => output);
}
