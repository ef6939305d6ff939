import { createHash } from 'node:crypto';

import tokens from '../../../app.css?inline';
import { DEFAULT_LANGUAGE, isCodeLanguage, type CodeLanguage } from '../../docs/samples.ts';
import { html } from '../../docs/html.ts';
import { pageFrame } from '../../docs/page-frame.ts';
import { pagesOf, type Page } from '../../docs/pages.ts';
import sheet from '../../docs/docs.css?inline';
import { compress, type Compressed } from '../compress.ts';

const STYLES = tokens + sheet;

/**
 * What these pages may do: show themselves. They are the same for everybody, so that their one style is
 * known by its hash, and nothing of a request stands in them.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

interface Made extends Compressed {
  etag: string;
}

let pages: ReturnType<typeof pagesOf> | undefined;
/** By path, language and encoding, each from a short list. */
const made = new Map<string, Made>();

interface Asked {
  /** Behind `/docs/`. */
  name: string;
  code: string | null;
  acceptEncoding: string;
  serverUrl: string;
}

/** A page of the documentation, as small as the browser takes it; made once. */
export async function answerPage({
  name,
  code,
  acceptEncoding,
  serverUrl,
}: Asked): Promise<Response> {
  pages ??= pagesOf(serverUrl);
  const page = pages.get(name);
  const language = isCodeLanguage(code) ? code : DEFAULT_LANGUAGE;
  if (page === undefined)
    return send(await makePage('/docs', language, NO_SUCH_PAGE, acceptEncoding), 404);
  const encodings = ['br', 'gzip'].filter((encoding) => acceptEncoding.includes(encoding));
  const key = [name, language, encodings[0]].join(' ');
  const path = name === '' ? '/docs' : `/docs/${name}`;
  const known =
    made.get(key) ?? (await makePage(path, language, page({ path, language }), acceptEncoding));
  made.set(key, known);
  return send(known, 200);
}

const NO_SUCH_PAGE: Page = {
  title: 'There is no such page',
  sections: [],
  content: html`<p>The contents list all pages that there are.</p>`,
};

async function makePage(
  path: string,
  language: CodeLanguage,
  page: Page,
  acceptEncoding: string,
): Promise<Made> {
  const { text } = pageFrame({ path, language, styles: STYLES, ...page });
  const digest = createHash('sha256').update(text).digest('base64url');
  const compressed = await compress(text, acceptEncoding);
  return { ...compressed, etag: `"${digest}-${compressed.encoding ?? 'plain'}"` };
}

function send({ body, encoding, etag }: Made, status: number): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      ETag: etag,
      Vary: 'Accept-Encoding',
    },
  });
}
