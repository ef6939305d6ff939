import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Service } from '#service/service.ts';
import type { Config, ServiceConfig } from '#service/start.ts';
import { BUILD_FOLDER, importHandler } from './built-page.ts';

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
 * An address of the operators' listener as browsers reach it. By its name: a browser knows passkeys of a name
 * alone, not of a number.
 */
export function forBrowsers(
  { operatorPublicUrl }: Pick<ServiceConfig, 'operatorPublicUrl'>,
  operatorUrl = '',
): string {
  return operatorPublicUrl ?? operatorUrl.replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:');
}

/** Where the console is, as browsers reach it. */
export function consoleUrl(config: ServiceConfig, operatorUrl: string): string {
  return `${forBrowsers(config, operatorUrl)}/console`;
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

export type Serve = (request: Request) => Response | Promise<Response>;

/** No name that is ever looked up: requests to it do not leave the process. */
const HOST = 'http://service.invalid';

/** The address of this process's service, as its clients sign for it. */
export function ownServiceUrl(publicPathPrefix: string): string {
  return HOST + publicPathPrefix;
}

/**
 * The service without a socket, for the page beside it. What a proxy takes off the path of a request
 * from outside is taken off here.
 */
export function ownService({ fetch }: Pick<Service, 'fetch'>, publicPathPrefix: string): Serve {
  const outside = ownServiceUrl(publicPathPrefix);
  return (request) => {
    const { url } = request;
    if (publicPathPrefix === '' || !url.startsWith(`${outside}/`)) return fetch(request);
    return fetch(new Request(HOST + url.slice(outside.length), request));
  };
}

const PATH = /^\/api\/health(\/live|\/ready)?(?:\?|$)/;
const RETRY_AFTER_SECONDS = '2';

/**
 * The health addresses of a process that is the page alone: it has no database, so it is ready from its
 * start until it is stopped. Everything else is the page's.
 */
export function withPageHealth(page: RequestListener, isStopping: () => boolean): RequestListener {
  return (request, response) => {
    const found = PATH.exec(request.url ?? '');
    if (found === null) {
      page(request, response);
      return;
    }
    const mayAsk = request.method === 'GET' || request.method === 'HEAD';
    const ready = found[1] === '/live' || !isStopping();
    const body = mayAsk ? JSON.stringify({ status: ready ? 'ok' : 'not ready' }) : '';
    response.writeHead(mayAsk ? (ready ? 200 : 503) : 405, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': randomUUID(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(!mayAsk && { allow: 'GET' }),
      ...(!ready && { 'retry-after': RETRY_AFTER_SECONDS }),
    });
    response.end(body);
  };
}
