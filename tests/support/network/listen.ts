import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Listening {
  baseUrl: string;
  /** Cuts what is still open. */
  close: () => Promise<void>;
}

/** Has a server listen on loopback, on a port of the system's choice. */
export async function listen(server: Server): Promise<Listening> {
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
