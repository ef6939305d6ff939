import { expect, test } from 'vitest';

import { OrdersClient } from '#contract/client/client.ts';

import { beginTransfer, hasOtherValue } from './begin-transfer.ts';
import type { OpenTransfer } from './open-checkout.ts';

const ORDER_ID = '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11';
const NOTHING = { cpf: false, phone: false, banks: [] };

/** A fake deployment with a fixed answer, which records what it was sent. */
const deployment = (answer: Response | undefined) => {
  const sent: { path: string; body: unknown; address: string | null }[] = [];
  const orders = new OrdersClient({
    baseUrl: 'http://orders.example',
    apiKeyId: '7f1b0a30-0000-4000-8000-000000000001',
    apiSecret: 'tg_test_secret',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push({
        path: new URL(request.url).pathname,
        body: JSON.parse(await request.text()),
        address: request.headers.get('x-payer-address'),
      });
      if (answer === undefined) throw new TypeError('connection refused');
      return answer;
    },
  });
  return { orders, sent };
};

const begin = (
  orders: OrdersClient,
  source: OpenTransfer['source'],
  fields: Record<string, string> = {},
  asks: OpenTransfer['asks'] = NOTHING,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return beginTransfer(orders, {
    orderId: ORDER_ID,
    transfer: { source, asks, expiresAt: new Date(0) },
    form,
    payer: { 'X-Payer-Address': '192.0.2.7' },
  });
};

test.each([
  ['BLIK', { code: '777 123' }, NOTHING, { source: 'BLIK', code: '777123' }],
  [
    'PIX',
    { cpf: '529.982.247-25' },
    { ...NOTHING, cpf: true },
    { source: 'PIX', cpf: '52998224725' },
  ],
  ['PIX', { cpf: 'not asked for' }, NOTHING, { source: 'PIX' }],
  ['P2P', {}, NOTHING, { source: 'P2P' }],
  [
    'P2P',
    { bank_id: 'mono' },
    { ...NOTHING, banks: [{ id: 'mono', name: 'monobank' }] },
    { source: 'P2P', bank_id: 'mono' },
  ],
  ['CRYPTO', {}, NOTHING, { source: 'CRYPTO' }],
  ['PHONE', {}, NOTHING, { source: 'PHONE' }],
  [
    'PHONE',
    { phone: '+48 512 345 678' },
    { ...NOTHING, phone: true },
    { source: 'PHONE', phone: '+48512345678' },
  ],
] as const)('begins %s with %j as the interface expects it', async (source, fields, asks, body) => {
  const { orders, sent } = deployment(new Response(null, { status: 200 }));
  const beginning = await begin(orders, source, fields, { ...asks, banks: [...asks.banks] });
  expect(beginning.outcome).toBe('begun');
  const path = `/api/page/v1/checkouts/${ORDER_ID}/begin`;
  expect(sent).toEqual([{ path, body, address: '192.0.2.7' }]);
});

test('returns a BLIK code to show beside the bank’s app, but not a telephone number', async () => {
  const answer = () => new Response(null, { status: 200 });
  const blik = await begin(deployment(answer()).orders, 'BLIK', { code: '777123' });
  expect(blik).toEqual({ outcome: 'begun', code: '777123' });
  const asks = { ...NOTHING, phone: true };
  const phone = await begin(deployment(answer()).orders, 'PHONE', { phone: '+4851234567' }, asks);
  expect(phone).toEqual({ outcome: 'begun', code: undefined });
});

test('reports an invalid field without calling the service', async () => {
  const { orders, sent } = deployment(undefined);
  expect(await begin(orders, 'BLIK', {})).toEqual({ outcome: 'invalid', error: 'code' });
  expect(sent).toEqual([]);
});

const refusal = (status: number, pointer?: string) =>
  Response.json(
    {
      type: 'about:blank',
      title: 'Refused',
      status,
      errors: pointer === undefined ? [] : [{ pointer, code: 'invalid', detail: 'Not so.' }],
    },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

test.each([
  [
    'begun in another tab, with that tab’s code',
    refusal(409),
    { outcome: 'begun', code: undefined },
  ],
  ['a code that the service refuses', refusal(400, '/code'), { outcome: 'invalid', error: 'code' }],
  ['a method that is switched off', refusal(422), { outcome: 'refused' }],
  ['a service that is unavailable', refusal(503), { outcome: 'unknown' }],
  ['no answer', undefined, { outcome: 'unknown' }],
] as const)('gives the right outcome for %s', async (_, answer, expected) => {
  const { orders } = deployment(answer);
  expect(await begin(orders, 'BLIK', { code: '777123' })).toMatchObject(expected);
});

test.each([
  ['PHONE', 'phone', '+48 512 345 678', '+48 512 345 679'],
  ['PIX', 'cpf', '529.982.247-25', '111.444.777-35'],
  ['P2P', 'bank_id', 'mono', 'privat'],
  ['BLIK', 'code', '123456', '654321'],
] as const)('finds that %s was begun with another %s than %s', (source, field, used, other) => {
  const begun = {
    order: {
      id: ORDER_ID,
      status: 'PROCESS_PENDING',
      currency: 'EUR',
      amount: 1,
      payment_method_data: { cpf: '52998224725', bank_id: 'mono' },
    },
    transfer: { source, asks: NOTHING, expiresAt: new Date(0), phone_hint: '+*******5678' },
  } as const;
  const isOther = (
    typed: string | undefined,
    opened: Parameters<typeof hasOtherValue>[0] = begun,
  ) => {
    const form = new FormData();
    if (typed !== undefined) form.set(field, typed);
    return hasOtherValue(opened, form, '123 456');
  };
  expect([isOther(used), isOther(other)]).toEqual([false, true]);
  expect([isOther(undefined), isOther('not one')]).toEqual([false, false]);
  expect(isOther(other, { ...begun, order: { ...begun.order, status: 'CLOSED' } })).toBe(false);
});
