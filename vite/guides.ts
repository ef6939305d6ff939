import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

import { documentedAt } from '../src/lib/docs/contents.ts';
import { makeGuide } from './make-guide.ts';

const ASKED = '?guide';
const PROJECT = join(import.meta.dirname, '..');

/**
 * `import guide from '…/payments.md?guide'` gives a document as the pages show it, so that neither the
 * Markdown nor what reads it is needed where they run.
 */
export function guides(): Plugin {
  return {
    name: 'tollgate-guides',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ASKED)) return undefined;
      const file = id.slice(0, -ASKED.length);
      this.addWatchFile(file);
      const guide = makeGuide(await readFile(file, 'utf8'), (url) => resolveLink(file, url));
      return `export default ${JSON.stringify(guide)};`;
    },
  };
}

/** Undefined for a document that is of no use without the project. */
function resolveLink(file: string, url: string): string | undefined {
  if (/^https?:|^#/.test(url)) return url;
  const [path = '', anchor] = url.split('#');
  const address = documentedAt(relative(PROJECT, join(dirname(file), path)));
  return address && address + (anchor === undefined ? '' : `#${anchor}`);
}
