import { createHash } from 'node:crypto';

import tokens from '../../../app.css?inline';
import { COPY_BUTTONS } from '../../docs/copy-buttons.ts';
import { DEFAULT_LANGUAGE, isCodeLanguage, withLanguage } from '../../docs/samples.ts';
import { frontDoor, type FrontDoor } from '../../docs/front-door.ts';
import { GUIDES, type Guide } from '../../docs/guides.ts';
import { html } from '../../docs/html.ts';
import { pageFrame, type Framed } from '../../docs/page-frame.ts';
import { pagesOf, type Page } from '../../docs/pages.ts';
import { createSearch, hitsPage, MAX_QUERY } from '../../docs/search.ts';
import sheet from '../../docs/docs.css?inline';
import { acceptsGzip, encode, type Encoded } from '../gzip.ts';

const STYLES = tokens + sheet;

function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The policy of the documentation pages: they may show themselves, copy code, and be searched. Style and script are
 * allowed by their hashes. The pages echo nothing of a request except the search query.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src ${cspHash(STYLES)}`,
  `script-src ${cspHash(COPY_BUTTONS)}`,
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

interface RenderedPage extends Encoded {
  etag: string;
}

let pages: ReturnType<typeof pagesOf> | undefined;
let search: ReturnType<typeof createSearch> | undefined;
/** Rendered pages by path, language and encoding, each of which comes from a short list. */
const renderedPages = new Map<string, RenderedPage>();

interface PageRequest {
  /** The path below `/docs/`. */
  name: string;
  code: string | null;
  /** The query of the page `search`. */
  query: string;
  acceptEncoding: string;
  serverUrl: string;
  /** The sandbox's keys, if the reader is on its own machine. */
  keys: string | undefined;
}

/** Answers with a page of the documentation, compressed as the browser accepts it; renders each page once. */
export function answerPage(request: PageRequest): Response {
  const { name, code, acceptEncoding } = request;
  pages ??= pagesOf(request.serverUrl);
  const language = isCodeLanguage(code) ? code : DEFAULT_LANGUAGE;
  if (name === 'search') return send(searchPage(request, language), 200);
  const guide = GUIDES_BY_FILE.get(name);
  if (guide !== undefined) return sendMarkdown(guide);
  const page = pages.get(name);
  if (page === undefined)
    return send(renderPage({ path: '/docs', language, ...NO_SUCH_PAGE }, acceptEncoding), 404);
  const path = pathOf(name);
  const keys = name === QUICK_START ? request.keys : undefined;
  if (keys !== undefined) {
    const framed = { path, language, ...page({ path, language, keys }) };
    return send(renderPage(framed, acceptEncoding), 200, NO_STORE);
  }
  const key = [name, language, acceptsGzip(acceptEncoding)].join(' ');
  const known =
    renderedPages.get(key) ??
    renderPage({ path, language, ...page({ path, language }) }, acceptEncoding);
  renderedPages.set(key, known);
  return send(known, 200);
}

const GUIDES_BY_FILE: ReadonlyMap<string, Guide> = new Map(
  Object.entries(GUIDES).map(([name, guide]) => [`${name}.md`, guide]),
);

function sendMarkdown({ markdown }: Guide): Response {
  return new Response(markdown, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}

const QUICK_START = 'quick-start';
/** Pages with keys must not be cached. */
const NO_STORE = { 'Cache-Control': 'no-store' };

function pathOf(name: string): string {
  return name === '' ? '/docs' : `/docs/${name}`;
}

/** Answers with the page at `/`. */
export function answerFrontDoor(door: Omit<FrontDoor, 'styles'>, acceptEncoding: string): Response {
  return send(packPage(frontDoor({ ...door, styles: STYLES }).text, acceptEncoding), 200);
}

/** Renders search results. The first search indexes all pages. */
function searchPage(
  { query, acceptEncoding, serverUrl }: PageRequest,
  language: Framed['language'],
): RenderedPage {
  pages ??= pagesOf(serverUrl);
  search ??= createSearch(
    [...pages].map(([name, page]) => {
      const path = pathOf(name);
      return { path, ...page({ path, language: DEFAULT_LANGUAGE }) };
    }),
  );
  const searchText = query.trim().slice(0, MAX_QUERY);
  const content = hitsPage(searchText, search(searchText), (path) => withLanguage(path, language));
  const page = { title: 'Search', sections: [], content, query: searchText };
  return renderPage({ path: '/docs/search', language, ...page }, acceptEncoding);
}

const NO_SUCH_PAGE: Page = {
  title: 'There is no such page',
  sections: [],
  content: html`<p>The contents list all pages that there are.</p>`,
};

function renderPage(
  framed: Omit<Framed, 'styles' | 'script'>,
  acceptEncoding: string,
): RenderedPage {
  const { text } = pageFrame({ styles: STYLES, script: COPY_BUTTONS, ...framed });
  return packPage(text, acceptEncoding);
}

function packPage(text: string, acceptEncoding: string): RenderedPage {
  const digest = createHash('sha256').update(text).digest('base64url');
  const encoded = encode(text, acceptEncoding);
  return { ...encoded, etag: `"${digest}-${encoded.encoding ?? 'plain'}"` };
}

function send(
  { body, encoding, etag }: RenderedPage,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...headers,
    },
  });
}
