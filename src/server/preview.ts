import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';

/** Where the console's frame asks for it, and what the page knows it by. */
const CONSOLE_PATH = '/console/preview';
const PAGE_PATH = '/preview';

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * The payment page with a branding that is being tried out, for operators alone. That a request may see it is
 * known by where it runs, and by nothing in it.
 *
 * @returns undefined for a request that is not for it
 */
export function previewListener(
  page: RequestListener,
): (url: string) => RequestListener | undefined {
  const previews = new AsyncLocalStorage<true>();
  globalThis.tollgateIsPreview = () => previews.getStore() === true;
  const preview: RequestListener = (request, response) => {
    if (!METHODS.includes(request.method ?? '')) {
      response.writeHead(405, { allow: METHODS.join(', '), 'content-length': 0 }).end();
      return;
    }
    request.url = PAGE_PATH;
    previews.run(true, () => {
      page(request, response);
    });
  };
  return (url) => (url.split('?', 1)[0] === CONSOLE_PATH ? preview : undefined);
}
