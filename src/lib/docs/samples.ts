import type { Sample } from './guide.ts';
import { highlight } from './highlight.ts';
import { html, type Html } from './html.ts';
import { CODE_LANGUAGES, withLanguage, type CodeLanguage } from './languages.ts';

/** Where a block stands: its links lead back to it, in another language. */
export interface PlaceOnPage {
  path: string;
  language: CodeLanguage;
  /** Of the block, on its page. */
  id: string;
}

/** The same in several languages, of which the reader's is shown; links lead to the others. */
export const samplesBlock = (
  samples: readonly Sample[],
  { path, language, id }: PlaceOnPage,
): Html => {
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
};
