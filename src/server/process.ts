import { answerBrokenRequests, startTracing, type PageKey } from '#service/process.ts';
import type { Engine } from '#service/service.ts';
import type { Config } from '#service/start.ts';
import { setClientAddress } from './client-address.ts';
import { apiListener, dispatch, pageListener, tracedPage } from './dispatch.ts';
import { createHttpServer } from './http-server.ts';
import { listen, PUBLIC_VARIABLES } from './listen.ts';
import { listenToOperators } from './operator.ts';
import { configurePage, loadPage, setConsoleUrl, ownService, withPageHealth } from './page.ts';

/** Data for the start-up message; undefined for parts that this process does not have. */
export interface Started {
  engine: Engine | undefined;
  sandboxFile: string | undefined;
  operatorUrl: string | undefined;
  /** The path of the invitation link for a sandbox's first admin. */
  invitePath: string | undefined;
}

/**
 * Starts the process: the service answers `/api`, the page everything else, and operators have a listener of their
 * own. When it is stopped, running requests finish, current work ends, and the database closes.
 *
 * @throws StartError for problems that the person who starts it can correct
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
    setConsoleUrl(config, operators.url);
    stopOnSignal(async () => {
      service.announceStop();
      await Promise.all([http.drain(config.stopGraceMs), operators.drain(config.stopGraceMs)]);
      await service.close();
      await stopTracing();
    });
    const { engine, sandboxFile } = service;
    // With several workers, the first process does this.
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

/** A safeguard against bugs: no request in flight takes this long. */
const STOP_TIMEOUT_MS = 90_000;

/** Signals from Ctrl-C, a supervisor, or a closed terminal. All end the program in the same way. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** On a signal, runs `stop` and exits with 0. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = () => {
    // A terminal and npm both forward Ctrl-C: the second signal must not cut the shutdown short.
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
