import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts';
import { createScratchDatabase } from './postgres.ts';

const DEFAULT_PORT = 5432;

/** An empty database, with a stretch of network before it that a test can cut. */
export interface DatabaseBehindNetwork {
  /** By which the service is to reach it. */
  url: string;
  network: TcpProxy;
  remove(): Promise<void>;
}

/** @param pastPooler whether it is reached directly, where the suite runs behind a pooler */
export async function databaseBehindNetwork({
  pastPooler = false,
} = {}): Promise<DatabaseBehindNetwork> {
  const scratch = await createScratchDatabase();
  const url = new URL(pastPooler ? scratch.directUrl : scratch.url);
  const network = await startTcpProxy({
    host: url.hostname,
    port: Number(url.port || DEFAULT_PORT),
  });
  url.host = `127.0.0.1:${network.port}`;
  return {
    url: url.href,
    network,
    async remove() {
      await network.close();
      await scratch.drop();
    },
  };
}
