import { expect, test } from 'vitest';

import { ADDRESS_HEADER } from '#contract/client-address.ts';
import { payerHeaders as schema } from '#contract/schemas/payer-context.ts';

import { payerHeaders } from './payer-headers.ts';

const form = (headers: Record<string, string>) =>
  new Request('http://pay.test/', { method: 'POST', headers });

test('says what the browser said, and whether a script sent it', () => {
  const request = form({
    [ADDRESS_HEADER]: '2001:db8::7',
    'user-agent': 'Mozilla/5.0',
    accept: 'text/html,*/*;q=0.8',
    'accept-language': 'kk,ru;q=0.7',
    'x-payer-address': '192.0.2.1',
  });
  expect(payerHeaders(request, false)).toEqual({
    'X-Payer-Address': '2001:db8::7',
    'X-Payer-User-Agent': 'Mozilla/5.0',
    'X-Payer-Accept': 'text/html,*/*;q=0.8',
    'X-Payer-Accept-Language': 'kk,ru;q=0.7',
    'X-Payer-Script': 'false',
  });
});

test('sends nothing that the service would refuse', () => {
  const request = form({ [ADDRESS_HEADER]: 'unknown', 'user-agent': 'a'.repeat(5_000) });
  const headers = payerHeaders(request, true);
  expect(headers['X-Payer-Address']).toBeUndefined();
  expect(headers['X-Payer-User-Agent']).toHaveLength(512);
  expect(schema.safeParse(headers).success).toBe(true);
});
