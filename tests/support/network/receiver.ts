/** A merchant's receiver of webhooks, on a real socket. It remembers all, and answers as the test says. */
import { listen } from './listen.ts';
import { until } from '../until.ts';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Received {
  headers: Headers;
  body: Buffer;
  atMs: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Connections that are open now. */
  openConnections(): Promise<number>;
  close(): Promise<void>;
}

export type Respond = (
  response: ServerResponse,
  request: IncomingMessage,
  number: number,
) => void | Promise<void>;

const CONFIRM: Respond = (response) => {
  response.writeHead(204).end();
};

/** @param respond gets the number of the delivery, from 1 */
export async function startReceiver(respond: Respond = CONFIRM): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      received.push({ headers: toHeaders(request.headers), body, atMs: performance.now() });
      await respond(response, request, received.length);
    });
  });
  const { baseUrl, close } = await listen(server);
  return {
    url: `${baseUrl}/webhooks`,
    received,
    openConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close,
  };
}

/** The orders that a delivery carries. */
export function ordersIn({ body }: Received): unknown {
  return JSON.parse(body.toString('utf8'));
}

/** Waits until the receiver has got so many deliveries. */
export async function deliveries({ received }: Receiver, count: number): Promise<Received[]> {
  return until(
    () => received,
    ({ length }) => length >= count,
    ({ length }) => `${length} of ${count} webhooks were delivered`,
  );
}

function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) headers.set(name, String(value));
  return headers;
}
