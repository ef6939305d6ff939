/** A TCP proxy between two programs, which a test can cut, hang or silence. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

export interface TcpProxy {
  port: number;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Drops all data from now on, without an error on either side. */
  hang(): Promise<void>;
  /**
   * Drops all data on the present connections from now on, without an error on either side, and hides if one side
   * closes. New connections work as before.
   *
   * @returns a function that breaks the silenced connections, as TCP keepalive would eventually
   */
  silence(direction?: Direction): () => void;
  /** Delays data that contains `text` by `ms` from now on. */
  delay(text: string, ms: number): void;
  /** Breaks all connections but the silenced ones, which stay silent, and lets new ones work again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** The direction to silence. `answers` drops only the target's data. */
type Direction = 'both' | 'answers';

interface Link {
  near: Socket;
  far: Socket;
  silent: Direction | undefined;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const links = new Set<Link>();
  let hanging = false;
  let delayed = { text: '', ms: 0 };

  function carry(link: Link, from: Socket, to: Socket): void {
    const drops = () => link.silent === 'both' || (link.silent === 'answers' && from === link.far);
    from.on('data', (bytes) => {
      if (hanging || drops()) return;
      if (delayed.ms > 0 && bytes.includes(delayed.text)) {
        setTimeout(() => to.write(bytes), delayed.ms);
      } else to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      if (!drops()) to.destroy();
      if (link.near.destroyed && link.far.destroyed) links.delete(link);
    });
  }

  const server = createServer((near) => {
    const link: Link = { near, far: connect(target.port, target.host), silent: undefined };
    links.add(link);
    carry(link, near, link.far);
    carry(link, link.far, near);
  });
  const breakAll = (broken: Iterable<Link>) => {
    for (const { near, far } of broken) {
      near.destroy();
      far.destroy();
    }
  };
  let listening = await listen(server);
  const { port } = listening;
  return {
    port,
    async cut() {
      breakAll(links);
      await listening.close();
    },
    hang() {
      hanging = true;
      return Promise.resolve();
    },
    delay(text, ms) {
      delayed = { text, ms };
    },
    silence(direction = 'both') {
      const silenced = [...links];
      for (const link of silenced) link.silent ??= direction;
      return () => {
        breakAll(silenced);
      };
    },
    async restore() {
      hanging = false;
      breakAll([...links].filter(({ silent }) => silent === undefined));
      if (!server.listening) listening = await listen(server, port);
    },
    async close() {
      breakAll(links);
      if (server.listening) await listening.close();
    },
  };
}
