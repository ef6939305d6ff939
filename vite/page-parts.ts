import { createHash } from 'node:crypto';

import type { Plugin } from 'vite';

import { bundleScript, bundleSheet, type Bundle } from './bundle.ts';

const BUNDLERS: Readonly<Record<string, (entry: string) => Promise<Bundle>>> = {
  script: bundleScript,
  sheet: bundleSheet,
};

/**
 * Bundles what pages contain: `import pay from './pay.ts?script'` gives the entry's browser bundle and its hash,
 * `import pay from './PayPage.svelte?sheet'` the style sheet of a component and of those in it. Both are inline in
 * the page, so that none can be missing, late, or from another release, and the browser checks their hashes.
 */
export function pageParts(): Plugin {
  let isBuild = false;
  return {
    name: 'tollgate-page-parts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async resolveId(source, importer) {
      // Pages have their own sheets. In development, Kit adds those of every module that it loads.
      if (isBuild && isStyle(source)) return NO_STYLE;
      const [path = '', kind = ''] = source.split('?');
      if (!(kind in BUNDLERS)) return undefined;
      const entry = await this.resolve(path, importer);
      // The ending keeps other plugins from taking the part for a component.
      return entry && `\0${kind}:${entry.id}.part`;
    },
    async load(id) {
      if (id === NO_STYLE) return '';
      const [, kind = '', entry = ''] = PART.exec(id) ?? [];
      const bundle = BUNDLERS[kind];
      if (bundle === undefined) return undefined;
      const { text, files } =
        kind === 'sheet' && !isBuild ? { text: '', files: [] } : await bundle(entry);
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify({ text, hash: hashOf(text) })};`;
    },
  };
}

const NO_STYLE = '\0no-style';
const PART = /^\0(\w+):(.*)\.part$/;

function isStyle(id: string): boolean {
  return id.includes('&type=style') || id.endsWith('/app.css');
}

/** Returns the hash of a script or style sheet as a Content-Security-Policy names it. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
