import { highlight, html, type Html } from './html.ts';

/** The languages of the examples, by the word that marks their code blocks in Markdown. */
const CODE_LANGUAGES = { sh: 'curl', js: 'Node', python: 'Python', php: 'PHP' } as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

export const DEFAULT_LANGUAGE: CodeLanguage = 'sh';

export function isCodeLanguage(text: string | null | undefined): text is CodeLanguage {
  return typeof text === 'string' && Object.hasOwn(CODE_LANGUAGES, text);
}

/** Adds the reader's language to a link, since no script keeps it between pages. */
export function withLanguage(path: string, language: CodeLanguage): string {
  if (language === DEFAULT_LANGUAGE) return path;
  const [page = '', anchor] = path.split('#');
  const sign = page.includes('?') ? '&' : '?';
  return `${page}${sign}code=${language}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** An example in one of the languages. */
export interface Sample {
  language: CodeLanguage;
  code: string;
}

/** The place of a block: its links lead back to it in another language. */
export interface PlaceOnPage {
  path: string;
  language: CodeLanguage;
  /** The block's id on its page. */
  id: string;
}

/** Renders an example in several languages: shows the reader's, and links to the others. */
export function samplesBlock(
  samples: readonly Sample[],
  { path, language, id }: PlaceOnPage,
): Html {
  const shown = samples.find((sample) => sample.language === language) ?? samples[0];
  if (shown === undefined) return html``;
  return html`<figure id="${id}" class="samples">
    <figcaption>
      <ul aria-label="Language">
        ${samples.map(
          (sample) =>
            html`<li>
              <a
                href="${withLanguage(`${path}#${id}`, sample.language)}"
                ${sample === shown && html` aria-current="true"`}
                >${CODE_LANGUAGES[sample.language]}</a
              >
            </li>`,
        )}
      </ul>
    </figcaption>
    <pre tabindex="0"><code>${highlight(shown.code)}</code></pre>
  </figure>`;
}
