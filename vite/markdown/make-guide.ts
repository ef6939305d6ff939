import type { Block, Guide } from '../../src/lib/docs/guide.ts';
import { isCodeLanguage } from '../../src/lib/docs/languages.ts';
import { readMarkdown, textOf, type Node } from './read-markdown.ts';
import { anchorOf, renderNode, type Resolve } from './render-markdown.ts';

/** Drawings that GitHub makes of text: tables beside them say the same. */
const DRAWN = 'mermaid';

/** What the pages show of a document. */
export async function makeGuide(markdown: string, resolve: Resolve): Promise<Guide> {
  const [title, ...nodes] = await readMarkdown(markdown);
  if (title?.type !== 'heading') throw new Error('A document begins with its title');
  const shown = nodes.filter(({ lang }) => lang !== DRAWN);
  return {
    title: textOf(title),
    sections: shown
      .filter(({ type, depth }) => type === 'heading' && depth === 2)
      .map((node) => ({ id: anchorOf(textOf(node)), title: textOf(node) })),
    blocks: blocksOf(shown, resolve),
  };
}

/** Blocks of code of one name that follow each other are the same thing in several languages. */
function blocksOf(nodes: readonly Node[], resolve: Resolve): Block[] {
  const blocks: Block[] = [];
  let rest = nodes;
  while (rest.length > 0) {
    const [first] = rest;
    const end = rest.findIndex((node) => !isSample(node) || node.meta !== first?.meta);
    const samples = rest.slice(0, end === -1 ? rest.length : end);
    if (samples.length > 1) blocks.push({ samples: samples.flatMap(sampleOf) });
    else if (first) blocks.push({ html: renderNode(first, resolve).text });
    rest = rest.slice(Math.max(1, samples.length));
  }
  return blocks;
}

function isSample({ type, lang, meta }: Node): boolean {
  return type === 'code' && isCodeLanguage(lang) && (meta ?? '') !== '';
}

function sampleOf({ lang, value = '' }: Node) {
  return isCodeLanguage(lang) ? [{ language: lang, code: value }] : [];
}
