import { answerBrokenRequests, startTracing, type PageKey } from '#service/process.ts';
import type { Engine } from '#service/service.ts';
import type { Config } from '#service/start.ts';
import { setClientAddress } from './client-address.ts';
import { apiListener, dispatch, pageListener, tracedPage } from './dispatch.ts';
import { createHttpServer } from './http-server.ts';
import { listen, PUBLIC_VARIABLES } from './listen.ts';
import { listenToOperators } from './operator.ts';
import { configurePage, loadPage, tellPageOfConsole, ownService, withPageHealth } from './page.ts';

/** What the start-up message shows; undefined where the process has none of it. */
export interface Started {
  engine: Engine | undefined;
  sandboxFile: string | undefined;
  operatorUrl: string | undefined;
  /** Of a link for a sandbox's first admin. */
  invitePath: string | undefined;
}

/**
 * The service answers `/api`, the page everything else, and operators are answered at an address of their
 * own, until the process is stopped: then running requests finish, the work at hand ends, and the database
 * closes.
 *
 * @throws StartError for what the person who starts it can put right
 */
export async function startProcess(config: Config, pageKey?: PageKey): Promise<Started> {
  const stopTracing = await startTracing(config.tracesEndpoint);
  if (config.mode === 'page') return startPageAlone(config, stopTracing);
  const { createService } = await import('#service/service.ts');
  const service = await createService(config, { pageKey });
  const api = apiListener(service.fetch, service.answerBroken);
  configurePage(config, service);
  const page = tracedPage(
    pageListener(await loadPage(ownService(service, config.publicPathPrefix))),
  );
  const listener = setClientAddress(dispatch(api, page), config.trustedProxies);
  const http = createHttpServer(listener, service.answerBroken);
  try {
    await listen(http.server, config, PUBLIC_VARIABLES);
    const operators = await listenToOperators(service, config, page);
    tellPageOfConsole(config, operators.url);
    stopOnSignal(async () => {
      service.announceStop();
      await Promise.all([http.drain(config.stopGraceMs), operators.drain(config.stopGraceMs)]);
      await service.close();
      await stopTracing();
    });
    const { engine, sandboxFile } = service;
    // For several workers the first process does so.
    const invitePath = pageKey === undefined ? await service.inviteFirst() : undefined;
    return { engine, sandboxFile, operatorUrl: operators.url, invitePath };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function startPageAlone(
  config: Extract<Config, { mode: 'page' }>,
  stopTracing: () => Promise<void>,
): Promise<Started> {
  configurePage(config, undefined);
  let stopping = false;
  const page = withPageHealth(tracedPage(pageListener(await loadPage())), () => stopping);
  const listener = setClientAddress(page, config.trustedProxies);
  const http = createHttpServer(listener, answerBrokenRequests(config.ordersApiUrl));
  await listen(http.server, config, PUBLIC_VARIABLES);
  stopOnSignal(async () => {
    stopping = true;
    await http.drain(config.stopGraceMs);
    await stopTracing();
  });
  return {
    engine: undefined,
    sandboxFile: undefined,
    operatorUrl: undefined,
    invitePath: undefined,
  };
}

/** Nothing in flight takes as long: a request has to arrive and be answered in less. Against a bug. */
const STOP_TIMEOUT_MS = 90_000;

/** Ctrl-C, a supervisor, a terminal that is closed: to all of them the program ends in the same way. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process with 0 once `stop` is done. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = () => {
    // A terminal and npm both pass Ctrl-C on: the second one must not cut the first one short.
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      console.error('Stopping: some requests did not finish in time.');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    void stop().then(() => process.exit(0));
  };
  for (const signal of STOP_SIGNALS) process.on(signal, begin);
}
