import { CONTENTS } from './contents.ts';
import { Html, html } from './html.ts';
import { DEFAULT_LANGUAGE, withLanguage, type CodeLanguage } from './samples.ts';
import { MAX_QUERY } from './search.ts';

export interface Framed {
  path: string;
  language: CodeLanguage;
  title: string;
  /** The page's sections, for the list beside it. */
  sections: readonly { id: string; title: string }[];
  content: Html;
  styles: string;
  script: string;
  /** The query, on the page of search results. */
  query?: string;
}

/** Renders a whole page: the list of pages, the page itself, and its sections. */
export function pageFrame(framed: Framed): Html {
  const { path, language, title, sections, content, styles, script, query = '' } = framed;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Tollgate</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${new Html(`<style>${styles}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <a class="home" href="${withLanguage('/docs', language)}">Tollgate <span>Docs</span></a>
          <form role="search" action="/docs/search">
            ${language !== DEFAULT_LANGUAGE && html`<input type="hidden" name="code" value="${language}" />`}
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="Search the docs"
              placeholder="Search"
              maxlength="${MAX_QUERY}"
            />
          </form>
          <a class="to-contents" href="#contents">Contents</a>
        </header>
        <main id="content" tabindex="-1">
          <article>
            <h1>${title}</h1>
            ${content}
          </article>
          ${sections.length > 1 && onThisPage(sections)}
        </main>
        ${contents(path, language)} ${new Html(`<script>${script}</script>`)}
      </body>
    </html> `;
}

function onThisPage(sections: Framed['sections']): Html {
  return html`<nav class="sections" aria-labelledby="sections-title">
    <h2 id="sections-title">On this page</h2>
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

/**
 * Renders the list of pages. It follows the page in the source, where a phone shows it at the end; with enough room
 * it is beside the page.
 */
function contents(path: string, language: CodeLanguage): Html {
  return html`<nav id="contents" class="contents" aria-label="Contents">
    ${CONTENTS.map(
      (group) =>
        html`<h2>${group.title}</h2>
          <ul>
            ${group.entries.map(
              (entry) =>
                html`<li>
                  <a
                    href="${withLanguage(entry.path, language)}"
                    ${entry.path === path && html` aria-current="page"`}
                    >${entry.title}</a
                  >
                </li>`,
            )}
          </ul>`,
    )}
  </nav>`;
}
