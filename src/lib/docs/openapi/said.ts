import { html, joined, type Html } from '../html.ts';

/** A sentence of the description, with what stands between backquotes as code. */
export const inSentence = (text: string): Html =>
  joined(
    text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)),
  );

/** Several, divided by empty lines. */
export const inParagraphs = (text: string): Html =>
  joined(text.split(/\n\n+/).map((paragraph) => html`<p>${inSentence(paragraph)}</p>`));
