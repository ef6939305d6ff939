import { Marked, Parser, type RendererObject, type Token, type Tokens } from 'marked';

import type { Block, Guide } from '../src/lib/docs/guides.ts';
import { highlight, Html, html, joined } from '../src/lib/docs/html.ts';
import { isCodeLanguage, type Sample } from '../src/lib/docs/samples.ts';

/** Resolves a link of a document to a page; undefined if the pages do not have its target. */
type Resolve = (url: string) => string | undefined;

/**
 * Converts Markdown to a guide.
 *
 * @throws for Markdown that our documents have not used so far, which must not be shown unstyled
 */
export function makeGuide(markdown: string, resolve: Resolve): Guide {
  const marked = new Marked({ renderer: renderer(resolve) });
  const [title, ...tokens] = marked.lexer(markdown).filter(isShown);
  if (title?.type !== 'heading') throw new Error('A document begins with its title');
  return {
    title: plainText(title),
    sections: tokens.filter(isSection).map((token) => ({
      id: anchorOf(plainText(token)),
      title: plainText(token),
    })),
    blocks: blocksOf(tokens, (token) => marked.parser([token])),
    markdown: markdown.replaceAll(
      INLINE_LINK,
      (_, url: string) => `](${markdownAddress(resolve(url)) ?? url})`,
    ),
  };
}

/** The end of a link, with its address. */
const INLINE_LINK = /\]\(([^)\s]+)\)/g;

/** Returns the address of a page's Markdown: `/docs/payments#signing` is at `/docs/payments.md#signing`. */
function markdownAddress(address: string | undefined): string | undefined {
  return address?.replace(/^(\/docs\/[\w-]+)/, '$1.md');
}

/** Drops Mermaid drawings, which only GitHub renders; a table beside each says the same. */
function isShown(token: Token): boolean {
  return token.type !== 'space' && !(token.type === 'code' && token.lang === 'mermaid');
}

function isSection(token: Token): token is Tokens.Heading {
  return token.type === 'heading' && token.depth === 2;
}

/**
 * Groups code blocks by name: blocks of one name are one example in several languages, shown at the place of the
 * first.
 */
function blocksOf(tokens: readonly Token[], render: (token: Token) => string): Block[] {
  return tokens.flatMap((token, index): Block | [] => {
    const name = exampleName(token);
    if (name === undefined) return { html: render(token) };
    const first = tokens.findIndex((each) => exampleName(each) === name);
    return first === index ? { samples: samplesNamed(name, tokens) } : [];
  });
}

function samplesNamed(name: string, tokens: readonly Token[]): Sample[] {
  return tokens.filter(isCode).flatMap((token) => {
    const [language] = infoOf(token);
    return isCodeLanguage(language) && exampleName(token) === name
      ? [{ language, code: token.text }]
      : [];
  });
}

/** Returns the name after the language in a code block's info string. */
function exampleName(token: Token): string | undefined {
  return isCode(token) ? infoOf(token)[1] : undefined;
}

function infoOf({ lang = '' }: Tokens.Code): string[] {
  return lang.split(' ');
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function renderer(resolve: Resolve): RendererObject {
  return {
    heading({ tokens, depth }) {
      const id = anchorOf(plainText({ tokens }));
      const level = depth === 2 ? 'h2' : 'h3';
      const content = this.parser.parseInline(tokens);
      return `<${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></${level}>`;
    },
    text(token) {
      if (token.type === 'text' && token.tokens)
        return `<p>${this.parser.parseInline(token.tokens)}</p>`;
      return breakable(token.text).text;
    },
    codespan({ text }) {
      return html`<code>${text}</code>`.text;
    },
    code({ text }) {
      return html`<pre tabindex="0"><code>${highlight(text)}</code></pre>`.text;
    },
    link({ href, tokens }) {
      const address = resolve(href);
      const content = new Html(this.parser.parseInline(tokens));
      return (address === undefined ? content : html`<a href="${address}">${content}</a>`).text;
    },
    table(token) {
      const label = token.header.map(plainText).join(', ');
      const row = (cells: Tokens.TableCell[]) =>
        `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
      return html`<div class="table" tabindex="0" role="group" aria-label="Table: ${label}">
        <table>
          <thead>
            ${new Html(row(token.header))}
          </thead>
          <tbody>
            ${new Html(token.rows.map(row).join(''))}
          </tbody>
        </table>
      </div>`.text;
    },
    tablecell({ header, tokens }) {
      const content = this.parser.parseInline(tokens);
      return header ? `<th scope="col">${content}</th>` : `<td>${content}</td>`;
    },
    html({ text }) {
      // Anchors are the only HTML in our Markdown.
      if (!/^<a id="[\w-]+">$|^<\/a>$/.test(text)) throw new Error(`Not shown: ${text}`);
      return text;
    },
    blockquote: refuse,
    br: refuse,
    checkbox: refuse,
    def: refuse,
    del: refuse,
    hr: refuse,
    image: refuse,
  };
}

function refuse({ raw }: { raw: string }): never {
  throw new Error(`The pages have no look for this Markdown: ${raw}`);
}

/**
 * Allows line breaks after slashes and underscores in paths and codes, which would make tables wider than a phone.
 */
function breakable(text: string): Html {
  const parts = text
    .split(/(\S{10,})/)
    .map((part, index) => (index % 2 === 1 ? part.split(/(?<=[/_])/) : [part]));
  return joined(
    parts.map((strokes) =>
      joined(
        strokes.map((each) => html`${each}`),
        '<wbr>',
      ),
    ),
  );
}

/** Returns the text that a reader sees, without formatting. */
function plainText({ tokens = [] }: Pick<Tokens.Generic, 'tokens'>): string {
  const parser = new Parser();
  return parser.parseInline(tokens, parser.textRenderer);
}

/** Returns a heading's anchor, as GitHub names it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
