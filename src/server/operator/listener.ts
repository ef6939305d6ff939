import type { RequestListener, Server } from 'node:http';
import type { Service } from '#service/service.ts';
import type { ServiceConfig } from '#service/start.ts';
import { setClientAddress } from '../client-address.ts';
import { consoleListener } from './console-files.ts';
import { apiListener } from '../dispatch.ts';
import { createHttpServer } from '../http-server.ts';
import { listen, listenNearby, OPERATOR_VARIABLES } from '../listen.ts';
import { forgetOperatorUrl, recordOperatorUrl } from './url-file.ts';
import { previewListener } from '../preview.ts';

const HIGHEST_PORT = 65_535;

export interface OperatorListener {
  /** As this machine reaches it. */
  url: string;
  drain(graceMs: number): Promise<void>;
}

/**
 * Operators are answered on a socket of their own, which a firewall can tell from the public one. Several
 * workers share it as they share that. Of the page they see what their console previews.
 *
 * @throws StartError where the address cannot be had
 */
export async function listenToOperators(
  { fetchOperator, answerBroken }: Pick<Service, 'fetchOperator' | 'answerBroken'>,
  config: ServiceConfig,
  page: RequestListener,
): Promise<OperatorListener> {
  const api = apiListener(fetchOperator, answerBroken);
  const previewOf = previewListener(page);
  const consoleOf = consoleListener();
  const listener = setClientAddress((request, response) => {
    const url = request.url ?? '';
    (previewOf(url) ?? consoleOf(url) ?? api)(request, response);
  }, config.trustedProxies);
  const http = createHttpServer(listener, answerBroken);
  const { server } = http;
  const { operatorHost: host, operatorPort } = config;
  if (operatorPort === undefined) {
    // The system chooses one above the highest.
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
      await forgetOperatorUrl(config);
      await http.drain(graceMs);
    },
  };
}

/** Whoever listens at every address is reached by that of the machine itself. */
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
