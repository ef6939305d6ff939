import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

export interface Listening {
  port: number;
  baseUrl: string;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}

/**
 * Has a server listen on loopback, on a port of the system's choice unless one is given. It keeps idle connections open for as long
 * as its clients do: one that it closed by itself could meet the next request on it, where a test pauses or a machine is busy.
 */
export async function listen(server: Server, atPort = 0): Promise<Listening> {
  const http = server instanceof HttpServer ? server : undefined;
  if (http) http.keepAliveTimeout = 0;
  await once(server.listen(atPort, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const { port } = address;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      http?.closeAllConnections();
      await closed;
    },
  };
}
