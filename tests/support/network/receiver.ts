/** A merchant's webhook receiver on a real socket. It records all deliveries and answers as the test says. */
import { listen } from './listen.ts';
import { until } from '../until.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Received {
  headers: Headers;
  body: Buffer;
}

export interface Receiver {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

export type Respond = (
  response: ServerResponse,
  request: IncomingMessage,
  number: number,
) => void | Promise<void>;

/** @param respond gets the number of the delivery, from 1; the default accepts each with 204 */
export async function startReceiver(
  respond: Respond = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      received.push({ headers, body });
      await respond(response, request, received.length);
    });
  });
  const { baseUrl, close } = await listen(server);
  return {
    url: `${baseUrl}/webhooks`,
    received,
    close,
  };
}

/** Returns a delivery's body, parsed: the orders it is about. */
export function ordersIn({ body }: Received): unknown {
  return JSON.parse(body.toString('utf8'));
}

/** Waits until the receiver has at least `count` deliveries. */
export async function deliveries({ received }: Receiver, count: number): Promise<Received[]> {
  return until(
    () => received,
    ({ length }) => length >= count,
    ({ length }) => `${length} of ${count} webhooks were delivered`,
  );
}
