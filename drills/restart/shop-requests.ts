/** The everyday requests of a shop and its shoppers to a sandbox, signed when they are sent. */
import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import type { SandboxFile } from '#service/sandbox/keys-file.ts';
import { sign, timestampNow } from '../../packages/tollgate/conformance/send.ts';
import { payinBody } from '../../tests/support/orders/orders.ts';
import { sandboxClient } from '../../tests/support/process/sandbox.ts';
import type { Instances } from '../instances.ts';
import type { PlainRequest } from './steady-load.ts';

const PAYIN_PATH = '/api/v1/orders/payin';

/**
 * Returns a function that makes the nth request: creates, reads, balances and the payment page, in turn. The reads and
 * the page are of an order that it creates first.
 */
export async function shopRequests({
  baseUrls: [baseUrl = ''],
  sandbox,
}: Instances): Promise<(n: number) => PlainRequest> {
  const client = sandboxClient(baseUrl, sandbox, { repeats: 10 });
  const { id: orderId } = valueIn(await client.createPayin(payinBody({ sandbox })));
  const signed = signer(sandbox);
  return (n) => {
    switch (n % 5) {
      case 0:
      case 1:
        return signed('POST', PAYIN_PATH, payinBody({ sandbox }, { reference_id: randomUUID() }));
      case 2:
        return signed('GET', `${PAYIN_PATH}/${orderId}`);
      case 3:
        return signed('GET', '/api/v1/balances');
      default:
        return { method: 'GET', path: `/pay/${orderId}` };
    }
  };
}

function signer({ api_key_id: id, api_secret: secret }: SandboxFile) {
  return (method: 'GET' | 'POST', path: string, content?: object): PlainRequest => {
    const body = content === undefined ? '' : JSON.stringify(content);
    const timestamp = timestampNow();
    const parts = { method, path, timestamp, body: Buffer.from(body) };
    return {
      method,
      path,
      body,
      headers: {
        'content-type': 'application/json',
        'x-api-key-id': id,
        'x-timestamp': timestamp,
        'x-signature': sign({ id, secret }, parts),
      },
    };
  };
}
