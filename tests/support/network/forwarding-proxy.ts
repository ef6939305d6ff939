import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { listen, type Listening } from './listen.ts';

/**
 * Starts a reverse proxy that, like nginx, appends its peer's address to X-Forwarded-For. All clients connect from this
 * machine, so a request names the address to append in `x-test-peer`. `origin` is called for each request.
 */
export async function startForwardingProxy(
  origin: (incoming: IncomingMessage) => string,
): Promise<Listening> {
  const server = createServer((incoming, response) => {
    const { 'x-test-peer': peer, 'x-forwarded-for': earlier, ...headers } = incoming.headers;
    const hops = [earlier, peer ?? incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const outgoing = ask(new URL(incoming.url ?? '/', origin(incoming)), {
      method: incoming.method,
      headers: { ...headers, 'x-forwarded-for': hops },
    });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  return listen(server);
}
