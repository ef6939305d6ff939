import type { RequestListener } from 'node:http';
import type { Service } from '#service/service.ts';
import type { Config, ServiceConfig } from '#service/start.ts';
import { BUILD_FOLDER } from './build-folder.ts';
import { importHandler } from './built-page.ts';
import { consoleUrl } from './operator/console-url.ts';
import { ownServiceUrl, type Serve } from './own-service.ts';

const IS_DEVELOPMENT = process.argv.includes('--dev');

/**
 * The page is configured by the environment alone, in this process as in one of its own. A service in
 * the same process is asked without a socket; by the page's development server, which knows nothing of ours, by
 * this process's own port.
 */
export function configurePage(config: Config, service: Service | undefined): void {
  process.env['ORIGIN'] = new URL(config.publicUrl).origin;
  process.env['PUBLIC_URL'] = config.publicUrl;
  if (config.mode === 'page' || service === undefined) return;
  process.env['SERVICE_IN_PROCESS'] = 'true';
  process.env['ORDERS_API_URL'] = IS_DEVELOPMENT
    ? `http://localhost:${config.port}`
    : ownServiceUrl(config.publicPathPrefix);
  process.env['ORDERS_API_KEY_ID'] = service.pageKey.keyId;
  process.env['ORDERS_API_SECRET'] = service.pageKey.secret;
  // How another deployment would sign is nothing to this one.
  delete process.env['ORDERS_API_SIGNATURE'];
  process.env['SANDBOX'] = String(config.sandbox);
  process.env['DATA_DIR'] = config.dataDirectory;
}

/** The demo shop refers to its orders in the console. Known once operators are listened to. */
export function tellPageOfConsole(config: ServiceConfig, operatorUrl: string): void {
  if (config.sandbox) process.env['CONSOLE_URL'] = consoleUrl(config, operatorUrl);
}

/**
 * The built page, or Vite's own server of it with `--dev`.
 *
 * @param service of this process, which each request brings to the built page: see src/app.d.ts
 */
export async function loadPage(service?: Serve): Promise<RequestListener> {
  if (!IS_DEVELOPMENT) {
    const page = await importHandler(new URL('handler.js', BUILD_FOLDER).href);
    return (request, response) => {
      if (service !== undefined) request.service = service;
      page(request, response);
    };
  }
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true } });
  return (request, response) => {
    vite.middlewares(request, response);
  };
}
