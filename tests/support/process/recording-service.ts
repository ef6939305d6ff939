import { OrdersClient, type OrdersClientOptions } from '#contract/client/client.ts';

export const API_KEY_ID = '00000000-0000-4000-8000-00000000000a';
export const SECRET = 'tg_test_secret';
/** The client's frozen clock: one millisecond before the next second. */
const NOW_MS = 1_767_225_600_999;

export interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array;
}

/** Returns a function that answers every request with the same JSON. */
export function json(body: unknown, init: ResponseInit = {}) {
  return () => Response.json(body, init);
}

/** Returns a client of a fake service that gives one answer, and the requests sent to that service. */
export function clientOf(answer: () => Response, options: Partial<OrdersClientOptions> = {}) {
  const sent: Sent[] = [];
  const client = new OrdersClient({
    baseUrl: 'http://orders.test',
    apiKeyId: API_KEY_ID,
    apiSecret: SECRET,
    async fetch(input, init) {
      const request = new Request(input, init);
      const body = new Uint8Array(await request.arrayBuffer());
      const { method, headers } = request;
      sent.push({ url: new URL(request.url), method, headers, body });
      return answer();
    },
    now: () => NOW_MS,
    ...options,
  });
  return { client, sent };
}
