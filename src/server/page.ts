import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Service } from '#service/service.ts';
import type { Config, ServiceConfig } from '#service/start.ts';
import { BUILD_FOLDER, importHandler } from './built-page.ts';

const IS_DEVELOPMENT = process.argv.includes('--dev');

/**
 * Configures the page through environment variables, its only source of settings, also in a process of its own. It
 * calls a service in the same process without a socket; in development, Vite's server does not know the service, so
 * it uses this process's own port.
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
  // The signature profile of another deployment does not apply to this one.
  delete process.env['ORDERS_API_SIGNATURE'];
  process.env['SANDBOX'] = String(config.sandbox);
  process.env['DATA_DIR'] = config.dataDirectory;
}

/**
 * Sets the console's address, for the demo shop's links to orders. Call it once the operators' listener has started.
 */
export function setConsoleUrl(config: ServiceConfig, operatorUrl: string): void {
  if (config.sandbox) process.env['CONSOLE_URL'] = consoleUrl(config, operatorUrl);
}

/**
 * Returns the address of the operators' listener for browsers. Uses the name localhost, because browsers store
 * passkeys for names, not for IP addresses.
 */
export function browserUrl(
  { operatorPublicUrl }: Pick<ServiceConfig, 'operatorPublicUrl'>,
  operatorUrl = '',
): string {
  return operatorPublicUrl ?? operatorUrl.replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:');
}

/** Returns the console's address for browsers. */
export function consoleUrl(config: ServiceConfig, operatorUrl: string): string {
  return `${browserUrl(config, operatorUrl)}/console`;
}

/**
 * Loads the built page, or Vite's server for it with `--dev`.
 *
 * @param service is attached to each request to the built page
 */
export async function loadPage(service?: OwnService): Promise<RequestListener> {
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

/** The service of this process, as the page calls it; see src/app.d.ts. */
export interface OwnService extends Pick<Service, 'readCheckout'> {
  fetch: (request: Request) => Response | Promise<Response>;
}

/** A name that is never resolved: requests to it do not leave the process. */
const HOST = 'http://service.invalid';

/** Returns the address of this process's service, as its clients sign it. */
export function ownServiceUrl(publicPathPrefix: string): string {
  return HOST + publicPathPrefix;
}

/**
 * Returns the service for the page in the same process, without a socket. Removes the path prefix that a proxy would
 * remove from outside requests.
 */
export function ownService(
  { fetch, readCheckout }: Pick<Service, 'fetch' | 'readCheckout'>,
  publicPathPrefix: string,
): OwnService {
  const outside = ownServiceUrl(publicPathPrefix);
  return {
    readCheckout,
    fetch(request) {
      const { url } = request;
      if (publicPathPrefix === '' || !url.startsWith(`${outside}/`)) return fetch(request);
      return fetch(new Request(HOST + url.slice(outside.length), request));
    },
  };
}

const PATH = /^\/api\/health(\/live|\/ready)?(?:\?|$)/;
const RETRY_AFTER_SECONDS = '2';

/**
 * Adds health endpoints to a process that runs only the page. It has no database, so it is ready from its start until
 * it is stopped. All other requests go to the page.
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
