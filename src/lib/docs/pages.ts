import { GUIDES, type Guide } from './guides.ts';
import { Html, html } from './html.ts';
import { samplesBlock, type CodeLanguage, type PlaceOnPage } from './samples.ts';
import { referencePages } from './openapi/reference-pages.ts';
import { overview } from './overview.ts';
import type { Framed } from './page-frame.ts';

/** A page without its frame. */
export type Page = Pick<Framed, 'title' | 'sections' | 'content'>;

type Place = Omit<PlaceOnPage, 'id'>;

/** All pages by what stands behind `/docs/` in their path; each is made when it is asked for. */
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
  return {
    title,
    sections,
    content: html`${blocks.map((block, index) =>
      'html' in block
        ? new Html(block.html)
        : samplesBlock(block.samples, { ...place, id: `code-${index}` }),
    )}`,
  };
}
