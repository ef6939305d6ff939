import { rm, writeFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Service } from '#service/service.ts';
import type { ServiceConfig } from '#service/start.ts';
import { setClientAddress } from './client-address.ts';
import { apiListener } from './dispatch.ts';
import { createHttpServer } from './http-server.ts';
import { listen, listenNearby, OPERATOR_VARIABLES } from './listen.ts';
import { consoleListener } from './console-files.ts';

const HIGHEST_PORT = 65_535;

export interface OperatorListener {
  /** The URL at which this machine reaches it. */
  url: string;
  drain(graceMs: number): Promise<void>;
}

/**
 * Starts the operators' listener, on a socket of its own, so that a firewall can separate it from the public one.
 * Workers share it like the public socket. Of the page, it serves only the console's preview.
 *
 * @throws StartError if the address is not available
 */
export async function listenToOperators(
  { fetchOperator, answerBroken }: Pick<Service, 'fetchOperator' | 'answerBroken'>,
  config: ServiceConfig,
  page: RequestListener,
): Promise<OperatorListener> {
  const api = apiListener(fetchOperator, answerBroken);
  const previewOf = previewListener(page);
  const consoleOf = consoleListener(config);
  const listener = setClientAddress((request, response) => {
    const url = request.url ?? '';
    (previewOf(url) ?? consoleOf(url) ?? api)(request, response);
  }, config.trustedProxies);
  const http = createHttpServer(listener, answerBroken);
  const { server } = http;
  const { operatorHost: host, operatorPort } = config;
  if (operatorPort === undefined) {
    // Above the highest port, the system chooses one.
    const port = config.port === HIGHEST_PORT ? 0 : config.port + 1;
    await listenNearby(server, { host, port }, OPERATOR_VARIABLES);
  } else {
    await listen(server, { host, port: operatorPort }, OPERATOR_VARIABLES);
  }
  const url = localUrl(host, portOf(server));
  await recordOperatorUrl(config, url);
  return {
    url,
    async drain(graceMs) {
      await removeOperatorUrl(config);
      await http.drain(graceMs);
    },
  };
}

/** Maps a listener on all addresses to this machine's loopback address. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port');
  return address.port;
}

const OWNER_ONLY_FILE = 0o600;

type Place = Pick<ServiceConfig, 'dataDirectory' | 'port'>;

/**
 * Writes the operators' URL beside the operator's key, where the commands look for it. The file's name has the public
 * port, so that two programs that share a directory and a PostgreSQL do not overwrite each other's.
 */
async function recordOperatorUrl(place: Place, url: string): Promise<void> {
  await writeFile(pathOf(place), `${url}\n`, { mode: OWNER_ONLY_FILE });
}

async function removeOperatorUrl(place: Place): Promise<void> {
  await rm(pathOf(place), { force: true });
}

function pathOf({ dataDirectory, port }: Place): string {
  return join(resolve(dataDirectory), `operator-${port}.url`);
}

/** The preview's path for the console's frame, and the page's own path for it. */
const CONSOLE_PATH = '/console/preview';
const PAGE_PATH = '/preview';

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Serves the preview of a branding, for operators only. It sets the mark by which the page recognizes such requests;
 * clients cannot set it.
 *
 * @returns undefined for a request that is not for the preview
 */
function previewListener(page: RequestListener): (url: string) => RequestListener | undefined {
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
