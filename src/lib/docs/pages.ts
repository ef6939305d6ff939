import { GUIDES, type Guide } from './guides.ts';
import { Html, html } from './html.ts';
import { samplesBlock, type CodeLanguage, type PlaceOnPage } from './samples.ts';
import { referencePages } from './openapi/reference-pages.ts';
import { overview } from './overview.ts';
import type { Framed } from './page-frame.ts';

/** A page without its frame. */
export type Page = Pick<Framed, 'title' | 'sections' | 'content'>;

/** The page's path and language and, on the sandbox's own machine, the text of its sandbox.json. */
export type Place = Omit<PlaceOnPage, 'id'> & { keys?: string | undefined };

/** Returns all pages, by their path below `/docs/`; each is rendered on request. */
export function pagesOf(serverUrl: string): ReadonlyMap<string, (place: Place) => Page> {
  const reference = Object.entries(referencePages(serverUrl));
  return new Map([
    ['', ({ language }) => overviewPage(serverUrl, language)],
    ...Object.entries(GUIDES).map(
      ([name, guide]) => [name, (place: Place) => guidePage(guide, place)] as const,
    ),
    ...reference.map(
      ([name, { render, ...page }]) =>
        [`reference/${name}`, (place: Place) => ({ ...page, content: render(place) })] as const,
    ),
  ]);
}

function overviewPage(serverUrl: string, language: CodeLanguage): Page {
  return {
    title: 'Integrating',
    sections: [],
    content: overview(serverUrl, language),
  };
}

function guidePage({ title, sections, blocks }: Guide, place: Place): Page {
  const firstStep = blocks.findIndex((block) => 'html' in block && block.html.startsWith('<h2'));
  return {
    title,
    sections,
    content: html`${blocks.map((block, index) =>
      'html' in block
        ? html`${index === firstStep && keysOf(place)}${new Html(block.html)}`
        : samplesBlock(block.samples, { ...place, id: `code-${index}` }),
    )}`,
  };
}

function keysOf({ keys }: Place): Html | undefined {
  if (keys === undefined) return undefined;
  return html`<p>
      This page comes from the sandbox on your own machine, so here is its
      <code>sandbox.json</code>:
    </p>
    <pre tabindex="0" class="keys"><code>${keys}</code></pre>`;
}
