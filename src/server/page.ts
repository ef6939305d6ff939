import type { RequestListener } from 'node:http';
import type { Config, PageKey } from '#service/service.ts';
import { importHandler } from './built-page.ts';

/** Where the page of the same process reaches its service. */
export interface PageService extends PageKey {
  url: string;
}

/** The page is configured by the environment alone, in this process as in one of its own. */
export function configurePage(config: Config, service: PageService | undefined): void {
  process.env['ORIGIN'] = new URL(config.publicUrl).origin;
  process.env['PUBLIC_URL'] = config.publicUrl;
  if (config.mode === 'page' || service === undefined) return;
  process.env['ORDERS_API_URL'] = service.url;
  process.env['ORDERS_API_KEY_ID'] = service.keyId;
  process.env['ORDERS_API_SECRET'] = service.secret;
  // How another deployment would sign is nothing to this one.
  delete process.env['ORDERS_API_SIGNATURE'];
  process.env['SANDBOX'] = String(config.sandbox);
  process.env['DATA_DIR'] = config.dataDirectory;
}

/** The built page, or Vite's own server of it with `--dev`. */
export async function loadPage(): Promise<RequestListener> {
  if (!process.argv.includes('--dev')) {
    return importHandler(new URL('../../build/handler.js', import.meta.url).href);
  }
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true } });
  return (request, response) => {
    vite.middlewares(request, response);
  };
}
