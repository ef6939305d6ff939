import { IN_PLACE } from '../card-form/fields.ts';
import { compress } from './compress.ts';
import { finishPage, withoutStylesAndScripts } from './finish-page.ts';
import { remember } from './templates/known-pages.ts';
import { fillIn, splitPage } from './templates/own-values.ts';

/** A rendered page as it is sent: finished, and as small as the browser takes it. */
export const pageResponse = (
  { request, locals }: { request: Request; locals: App.Locals },
  rendered: string,
  { status, headers }: { status: number; headers: Headers },
): Response => {
  const { own, key } = locals;
  const finished = finishPage(rendered, locals);
  const html = request.headers.has(IN_PLACE) ? withoutStylesAndScripts(finished) : finished;
  const page = splitPage(html, own);
  const { body, encoding } = compress(
    fillIn(page.start + page.rest, own.values),
    request.headers.get('accept-encoding') ?? '',
  );
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.length));
  // Kit's is of the body that it was given.
  headers.delete('ETag');
  if (key !== undefined && status === 200) void remember(key, page, { own, headers });
  return new Response(body, { status, headers });
};
