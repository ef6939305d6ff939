/**
 * The floor of the webhooks, `node webhook-floor.ts URL COUNT`: sends the same number of signed POSTs in a loop, two
 * at a time as Tollgate does. No database, no log, no retry.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { signDelivery } from '#contract/signature/webhook.ts';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const AT_ONCE = 2;
/** About the size of an order. */
const BODY = Buffer.from(JSON.stringify([{ padding: 'x'.repeat(900) }]));

const [url = '', count = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
let left = Number(count);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      await post();
    }
  }),
);
agent.destroy();

async function post(): Promise<void> {
  const message = {
    id: randomUUID(),
    timestamp: String(Math.floor(Date.now() / 1000)),
    body: BODY,
  };
  const sent = request(url, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': BODY.length,
      ...signDelivery({ single: SECRET, all: [SECRET] }, message),
    },
  });
  await new Promise<void>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', resolve);
    });
    sent.end(BODY);
  });
}
