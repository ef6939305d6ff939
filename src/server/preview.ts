import type { RequestListener } from 'node:http';

/** Where the console's frame asks for it, and what the page knows it by. */
const CONSOLE_PATH = '/console/preview';
const PAGE_PATH = '/preview';

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * The payment page with a branding that is being tried out, for operators alone: the mark that a request has for
 * the page comes from here, and from nothing that a client sends.
 *
 * @returns undefined for a request that is not for it
 */
export function previewListener(
  page: RequestListener,
): (url: string) => RequestListener | undefined {
  const preview: RequestListener = (request, response) => {
    if (!METHODS.includes(request.method ?? '')) {
      response.writeHead(405, { allow: METHODS.join(', '), 'content-length': 0 }).end();
      return;
    }
    request.url = PAGE_PATH;
    request.isPreview = true;
    page(request, response);
  };
  return (url) => (url.split('?', 1)[0] === CONSOLE_PATH ? preview : undefined);
}
