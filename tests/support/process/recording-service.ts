import { OrdersClient, type OrdersClientOptions } from '#contract/client/client.ts';
import { DEFAULT_PROFILE, verifyRequest } from '#contract/signature/signature.ts';

export const API_KEY_ID = '00000000-0000-4000-8000-00000000000a';
/** The client's clock stands still a millisecond before the next second. */
const NOW_MS = 1_767_225_600_999;

const SECRET = 'tg_test_secret';

export interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array;
}

/** A service that answers everything alike and keeps what it was sent. */
function recorder(answer: () => Response) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = new Uint8Array(await request.arrayBuffer());
    const { method, headers } = request;
    sent.push({ url: new URL(request.url), method, headers, body });
    return answer();
  };
  return { sent, fetch };
}

/** Answers the same JSON to everything. */
export function json(body: unknown, init: ResponseInit = {}) {
  return () => Response.json(body, init);
}

/** A client before a service that gives one answer, and what that service was sent. */
export function clientOf(answer: () => Response, options: Partial<OrdersClientOptions> = {}) {
  const { sent, fetch } = recorder(answer);
  const client = new OrdersClient({
    baseUrl: 'http://orders.test',
    apiKeyId: API_KEY_ID,
    apiSecret: SECRET,
    fetch,
    now: () => NOW_MS,
    ...options,
  });
  return { client, sent };
}

/** Whether the service could verify it. */
export function isSigned({ url, method, headers, body }: Sent): boolean {
  const timestamp = headers.get('X-Timestamp') ?? '';
  const parts = { method, path: url.pathname, timestamp, body };
  return verifyRequest(DEFAULT_PROFILE, SECRET, parts, headers.get('X-Signature') ?? '');
}
