import { IN_PLACE } from '../card-form/fields.ts';
import { compress } from './compress.ts';
import { finishPage, withoutStylesAndScripts } from './finish-page.ts';

/** A rendered page as it is sent: finished, and as small as the browser takes it. */
export const pageResponse = (
  { request, locals }: { request: Request; locals: App.Locals },
  rendered: string,
  { status, headers }: { status: number; headers: Headers },
): Response => {
  const finished = finishPage(rendered, locals);
  const html = request.headers.has(IN_PLACE) ? withoutStylesAndScripts(finished) : finished;
  const { body, encoding } = compress(html, request.headers.get('accept-encoding') ?? '');
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.length));
  // Kit's is of the body that it was given.
  headers.delete('ETag');
  return new Response(body, { status, headers });
};
