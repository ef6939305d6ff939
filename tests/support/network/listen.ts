import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

export interface Listening {
  port: number;
  baseUrl: string;
  /** Closes the server and all open connections. */
  close: () => Promise<void>;
}

/** Starts a server on loopback, on a free port unless one is given. It never closes idle connections. */
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
