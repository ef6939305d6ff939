import { html, joined, type Html } from './html.ts';

/** Strings, and comments to the end of their line: as much as helps the eye in every language here. */
const PARTS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<comment>(?<=^|\s)(?:#|\/\/).*)/gm;

/** Code with its strings and comments marked. */
export const highlight = (code: string): Html => {
  const parts: Html[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    parts.push(html`${code.slice(end, match.index)}`, marked(match));
    end = match.index + match[0].length;
  }
  return joined([...parts, html`${code.slice(end)}`]);
};

const marked = ({ 0: text, groups }: RegExpExecArray): Html =>
  groups?.['comment'] === undefined
    ? html`<span class="string">${text}</span>`
    : html`<span class="comment">${text}</span>`;
