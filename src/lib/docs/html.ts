/** Text that is already HTML. Any other content of a page is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Html | undefined | false | readonly Content[];

/** Builds HTML; escapes the inserted values unless they are Html. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...contents.map(textOf)));
}

export function joined(parts: readonly Html[], separator = ''): Html {
  return new Html(parts.map(({ text }) => text).join(separator));
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
}

/** Strings and line comments, enough highlighting for every language here. */
const PARTS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<comment>(?<=^|\s)(?:#|\/\/).*)/gm;

/** Highlights strings and comments in code. */
export function highlight(code: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    parts.push(html`${code.slice(end, match.index)}`, marked(match));
    end = match.index + match[0].length;
  }
  return joined([...parts, html`${code.slice(end)}`]);
}

function marked({ 0: text, groups }: RegExpExecArray): Html {
  return groups?.['comment'] === undefined
    ? html`<span class="string">${text}</span>`
    : html`<span class="comment">${text}</span>`;
}

/** Converts text with code in backquotes to HTML. */
export function withCode(text: string): Html {
  return joined(
    text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)),
  );
}

/** Converts text with code in backquotes to paragraphs, which empty lines separate. */
export function paragraphs(text: string): Html {
  return joined(text.split(/\n\n+/).map((paragraph) => html`<p>${withCode(paragraph)}</p>`));
}
