import { OrdersClient, type OrdersClientOptions } from '#contract/client/client.ts';

export const API_KEY_ID = '00000000-0000-4000-8000-00000000000a';
export const SECRET = 'tg_test_secret';
/** The client's clock stands still a millisecond before the next second. */
const NOW_MS = 1_767_225_600_999;

export interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array;
}

/** Answers the same JSON to everything. */
export function json(body: unknown, init: ResponseInit = {}) {
  return () => Response.json(body, init);
}

/** A client before a service that gives one answer, and what that service was sent. */
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
