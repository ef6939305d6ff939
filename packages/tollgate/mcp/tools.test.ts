import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { createMerchant } from '../sandbox/shop.ts';
import { TOOLS } from './tools.ts';

it.each([
  ['create_payin', { amount: 1, currency: 'EUR', method: randomUUID() }],
  ['create_refund', { payin_id: randomUUID() }],
])('names the reference of a %s whose answer was lost', async (name, input) => {
  const references: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { reference_id: string };
        references.push(body.reference_id);
        response.destroy();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const merchant = createMerchant({
      base_url: `http://127.0.0.1:${port}`,
      api_key_id: randomUUID(),
      api_secret: 'tg_test_x',
      methods: {},
    });
    const failure: unknown = await TOOLS[name]
      ?.run(merchant, input)
      .catch((error: unknown) => error);
    expect(references).not.toEqual([]);
    expect(failure).toMatchObject({ name: 'AnswerLost', referenceId: references[0] });
  } finally {
    server.close();
  }
});
