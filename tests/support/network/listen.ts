import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Listening {
  baseUrl: string;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}

/**
 * Has a server listen on loopback, on a port of the system's choice. It keeps idle connections open for as long as its clients do:
 * one that it closed by itself could meet the next request on it, where a test pauses or a machine is busy.
 */
export async function listen(server: Server): Promise<Listening> {
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
