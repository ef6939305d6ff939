import { Html, html, joined } from '../../src/lib/docs/html.ts';
import { highlight } from '../../src/lib/docs/highlight.ts';
import { textOf, type Node } from './read-markdown.ts';

/** Where a link of a document leads on the pages; undefined where they have no such document. */
export type Resolve = (url: string) => string | undefined;

/** @throws for what our documents have not had so far: it is not to be shown by chance */
export function renderNode(node: Node, resolve: Resolve): Html {
  const render = RENDERERS[node.type];
  if (render === undefined) throw new Error(`Pages cannot show Markdown's ${node.type}`);
  return render(
    node,
    (children = node.children) =>
      joined((children ?? []).map((child) => renderNode(child, resolve))),
    resolve,
  );
}

/** As GitHub names the anchors of headings. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

type Renderer = (node: Node, inside: (children?: Node[]) => Html, resolve: Resolve) => Html;

const RENDERERS: Readonly<Record<string, Renderer>> = {
  text: ({ value = '' }) => breakable(value),
  inlineCode: ({ value }) => html`<code>${value}</code>`,
  strong: (_, inside) => html`<strong>${inside()}</strong>`,
  emphasis: (_, inside) => html`<em>${inside()}</em>`,
  paragraph: (_, inside) => html`<p>${inside()}</p>`,
  list: ({ ordered }, inside) =>
    ordered === true
      ? html`<ol>
          ${inside()}
        </ol>`
      : html`<ul>
          ${inside()}
        </ul>`,
  listItem: (_, inside) => html`<li>${inside()}</li>`,
  code: ({ value = '' }) => html`<pre tabindex="0"><code>${highlight(value)}</code></pre>`,
  heading: (node, inside) => heading(node, inside()),
  html: ({ value = '' }) => anchorAlone(value),
  link: ({ url = '' }, inside, resolve) => {
    const address = resolve(url);
    return address === undefined ? inside() : html`<a href="${address}">${inside()}</a>`;
  },
  table: ({ children = [] }, inside) => {
    const [head, ...rows] = children;
    return html`<div class="table" tabindex="0" role="group" aria-label="${labelOf(head)}">
      <table>
        <thead>
          ${inside(head && [asHead(head)])}
        </thead>
        <tbody>
          ${inside(rows)}
        </tbody>
      </table>
    </div>`;
  },
  tableRow: (_, inside) =>
    html`<tr>
      ${inside()}
    </tr>`,
  tableCell: (_, inside) => html`<td>${inside()}</td>`,
  headCell: (_, inside) => html`<th scope="col">${inside()}</th>`,
};

/** Paths and codes, by which a table would be wider than a telephone. */
const LONG_WORD = /[^\s]{10,}/g;

/** Text of which long words may break where they are joined. */
function breakable(text: string): Html {
  const parts = text.split(LONG_WORD).map((part) => html`${part}`);
  const words = [...text.matchAll(LONG_WORD)].map(([word]) =>
    joined(
      word.split(/(?<=[/_])/).map((part) => html`${part}`),
      '<wbr>',
    ),
  );
  return joined(parts.flatMap((part, index) => [part, words[index] ?? html``]));
}

function heading(node: Node, content: Html): Html {
  const id = anchorOf(textOf(node));
  const anchored = html`<a class="anchor" href="#${id}">${content}</a>`;
  return node.depth === 2
    ? html`<h2 id="${id}">${anchored}</h2>`
    : html`<h3 id="${id}">${anchored}</h3>`;
}

function asHead(row: Node): Node {
  return { ...row, children: row.children?.map((cell) => ({ ...cell, type: 'headCell' })) };
}

function labelOf(head: Node | undefined): string {
  return `Table: ${(head?.children ?? []).map(textOf).join(', ')}`;
}

/** An address within the page is all the HTML that our Markdown has. */
const ANCHOR = /^<a id="[\w-]+">$|^<\/a>$/;

function anchorAlone(text: string): Html {
  if (!ANCHOR.test(text)) throw new Error(`Pages show no HTML of Markdown: ${text}`);
  return new Html(text);
}
