import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createService,
  StartError,
  type Config,
  type Engine,
  type PageKey,
  type Service,
} from '#service/service.ts';
import { isApiTarget } from './api-target.ts';
import { configurePage, loadPage } from './page.ts';

/** How long running requests may take to finish once the program is told to stop. */
const STOP_TIMEOUT_MS = 15_000;
/** A client that dribbles its request holds a socket no longer than this. */
const REQUEST_TIMEOUT_MS = 30_000;

/** What the start-up message tells; undefined where the process has none of it. */
export interface Started {
  engine: Engine | undefined;
  sandboxFile: string | undefined;
}

/**
 * The service answers `/api`, the page everything else, until the process is told to stop: then
 * running requests finish, the work at hand ends, and the database closes.
 *
 * @throws StartError for what whoever starts it can put right
 */
export async function startProcess(config: Config, pageKey?: PageKey): Promise<Started> {
  const service = config.mode === 'service' ? await createService(config, { pageKey }) : undefined;
  configurePage(config, service?.pageKey);
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS },
    dispatch(service, await loadPage()),
  );
  await listen(server, config).catch(async (error: unknown) => {
    await service?.close();
    throw error;
  });
  stopOnSignal(server, service);
  return { engine: service?.engine, sandboxFile: service?.sandboxFile };
}

function dispatch(service: Service | undefined, page: RequestListener): RequestListener {
  if (service === undefined) return page;
  const api = getRequestListener(service.fetch, { overrideGlobalObjects: false });
  return (request, response) => {
    if (isApiTarget(request.url ?? '')) void api(request, response);
    else page(request, response);
  };
}

async function listen(server: Server, config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(explained(error, config));
    });
    server.listen(config.port, config.host, resolve);
  });
}

const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop what runs there, or choose another PORT.',
  EACCES: 'is not for this user. Choose a PORT above 1023.',
  EADDRNOTAVAIL: 'is no address of this machine. Choose another HOST.',
  ENOTFOUND: 'has no address. Choose another HOST.',
};

function explained(error: Error, { host, port }: Config): Error {
  const reason = LISTEN_REASONS['code' in error ? String(error.code) : ''];
  return reason === undefined
    ? error
    : new StartError(`${host}:${port} ${reason}`, { cause: error });
}

function stopOnSignal(server: Server, service: Service | undefined): void {
  let stopping = false;
  const stop = () => {
    // A terminal and npm both pass Ctrl-C on: the second one must not cut the first one short.
    if (stopping) return;
    stopping = true;
    const deadline = setTimeout(() => {
      console.error('Requests did not finish in time; stopping without them.');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    server.close(() => {
      void (service?.close() ?? Promise.resolve()).then(() => {
        clearTimeout(deadline);
        process.exit(0);
      });
    });
    server.closeIdleConnections();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
