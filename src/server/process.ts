import {
  answerBrokenRequests,
  createService,
  StartError,
  type Config,
  type Engine,
  type PageKey,
} from '#service/service.ts';
import { setClientAddress } from './client-address.ts';
import { apiListener, dispatch, pageListener } from './dispatch.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { configurePage, loadPage } from './page.ts';
import { withPageHealth } from './page-health.ts';
import { stopOnSignal } from './stop.ts';

/** What the start-up message shows; undefined where the process has none of it. */
export interface Started {
  engine: Engine | undefined;
  sandboxFile: string | undefined;
}

/**
 * The service answers `/api`, the page everything else, until the process is stopped: then running
 * requests finish, the work at hand ends, and the database closes.
 *
 * @throws StartError for what whoever starts it can put right
 */
export async function startProcess(config: Config, pageKey?: PageKey): Promise<Started> {
  if (config.mode === 'page') return startPageAlone(config);
  const service = await createService(config, { pageKey });
  const api = apiListener(service, service.answerBroken);
  configurePage(config, service);
  const page = pageListener(await loadPage());
  const listener = setClientAddress(dispatch(api, page), config.trustedProxies);
  const http = createHttpServer(listener, service.answerBroken);
  await listen(http, config).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  stopOnSignal(async () => {
    service.announceStop();
    await http.drain(config.stopGraceMs);
    await service.close();
  });
  return { engine: service.engine, sandboxFile: service.sandboxFile };
}

async function startPageAlone(config: Extract<Config, { mode: 'page' }>): Promise<Started> {
  configurePage(config, undefined);
  let stopping = false;
  const page = withPageHealth(pageListener(await loadPage()), () => stopping);
  const listener = setClientAddress(page, config.trustedProxies);
  const http = createHttpServer(listener, answerBrokenRequests(config.ordersApiUrl));
  await listen(http, config);
  stopOnSignal(async () => {
    stopping = true;
    await http.drain(config.stopGraceMs);
  });
  return { engine: undefined, sandboxFile: undefined };
}

async function listen({ server }: HttpServer, config: Config): Promise<void> {
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
