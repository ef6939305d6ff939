import { parsers } from 'prettier/plugins/markdown';
import { z } from 'zod';

/** A node of mdast, as far as our documents have them. */
export interface Node {
  type: string;
  value?: string | undefined;
  url?: string | undefined;
  depth?: number | undefined;
  lang?: string | null | undefined;
  /** What stands behind the language of a block of code: the name of the example. */
  meta?: string | null | undefined;
  ordered?: boolean | null | undefined;
  children?: Node[] | undefined;
}

const node: z.ZodType<Node> = z.object({
  type: z.string(),
  value: z.string().optional(),
  url: z.string().optional(),
  depth: z.number().optional(),
  lang: z.string().nullish(),
  meta: z.string().nullish(),
  ordered: z.boolean().nullish(),
  get children() {
    return z.array(node).optional();
  },
});

/** Read by the parser that formats these documents as well: what `npm run check` has seen is what is shown. */
export async function readMarkdown(text: string): Promise<Node[]> {
  // Its type asks for all of a formatter's options, of which parsing needs none.
  const parse: (text: string, options: never) => unknown = parsers.markdown.parse;
  const root = node.parse(await parse(text, {} as never));
  return root.children ?? [];
}

/** What a reader sees of a node, without its form. */
export function textOf({ value, children = [] }: Node): string {
  return value ?? children.map(textOf).join('');
}
