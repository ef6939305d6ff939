import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts';
import { createScratchDatabase } from './postgres.ts';

const DEFAULT_PORT = 5432;

/** An empty database behind a TCP proxy that a test can cut. */
export interface DatabaseBehindNetwork {
  /** The database's address through the proxy, for the service. */
  url: string;
  /** The database's address past the proxy, for another process that the network does not trouble. */
  directUrl: string;
  network: TcpProxy;
  remove(): Promise<void>;
}

/** @param pastPooler connect straight to the server even if the suite runs behind a pooler */
export async function databaseBehindNetwork({
  pastPooler = false,
} = {}): Promise<DatabaseBehindNetwork> {
  const scratch = await createScratchDatabase();
  const url = new URL(pastPooler ? scratch.directUrl : scratch.url);
  const network = await startTcpProxy({
    host: url.hostname,
    port: Number(url.port || DEFAULT_PORT),
  });
  const directUrl = url.href;
  url.host = `127.0.0.1:${network.port}`;
  return {
    url: url.href,
    directUrl,
    network,
    async remove() {
      await network.close();
      await scratch.drop();
    },
  };
}
