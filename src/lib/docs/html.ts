/** Text that is HTML already; whatever else is put into a page is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Html | undefined | false | readonly Content[];

/** HTML with what is put into it escaped, unless it is Html itself. */
export const html = (strings: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(String.raw({ raw: strings }, ...contents.map(textOf)));

export const joined = (parts: readonly Html[], separator = ''): Html =>
  new Html(parts.map(({ text }) => text).join(separator));

const textOf = (content: Content): string => {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');
