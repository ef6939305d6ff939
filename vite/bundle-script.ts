import { build, type Rolldown } from 'vite';

import { SYNTAX } from './browser-floor.ts';

export interface BundledScript {
  /** The code between a page's script tags. */
  code: string;
  /** The source files of the bundle. */
  files: string[];
}

/** Bundles an entry and its imports into one small script to inline in a page. */
export async function bundleScript(entry: string): Promise<BundledScript> {
  const built = await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: SYNTAX,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const chunk = chunksOf(built)[0];
  if (chunk === undefined) throw new Error(`${entry} came to nothing`);
  // In an inline script, this text would end the script.
  const code = chunk.code.trim().replaceAll('</script', String.raw`<\/script`);
  return { code, files: chunk.moduleIds };
}

type Built = Awaited<ReturnType<typeof build>>;

function chunksOf(built: Built): Rolldown.OutputChunk[] {
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs.flatMap(({ output }) => output.filter((part) => part.type === 'chunk'));
}
