import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

import { documentedAt } from '../src/lib/docs/contents.ts';
import { reasonPage } from '../src/lib/docs/reason-page.ts';
import { makeGuide } from './make-guide.ts';
import { problemSections } from './problem-sections.ts';

const ASKED = '?guide';
const PROJECT = join(import.meta.dirname, '..');

/**
 * Compiles documents: `import guide from '…/payments.md?guide'` gives a document in the form of the pages, so that
 * neither the Markdown nor its parser is needed at run time.
 */
export function guides(): Plugin {
  return {
    name: 'tollgate-guides',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(ASKED)) return undefined;
      const file = id.slice(0, -ASKED.length);
      this.addWatchFile(file);
      const markdown = await markdownOf(file);
      const guide = makeGuide(markdown, (url) => resolveLink(file, url));
      return `export default ${JSON.stringify(guide)};`;
    },
  };
}

/** Reads a document. The list of problems and the page about reasons are written from the tables of the code. */
async function markdownOf(file: string): Promise<string> {
  if (file.endsWith('.ts')) return reasonPage();
  const written = await readFile(file, 'utf8');
  return file.endsWith('/docs/problems.md') ? `${written}\n${problemSections()}` : written;
}

/** Resolves a link to a page of the documentation; undefined for a document that the pages do not show. */
function resolveLink(file: string, url: string): string | undefined {
  if (/^https?:|^#/.test(url)) return url;
  const [path = '', anchor] = url.split('#');
  const address = documentedAt(relative(PROJECT, join(dirname(file), path)));
  return address && address + (anchor === undefined ? '' : `#${anchor}`);
}
