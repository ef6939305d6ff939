import { expect, test } from 'vitest';

import { ADDRESS_HEADER } from '#contract/client-address.ts';
import { OrdersClient } from '#contract/client/client.ts';
import { payerHeaders as payerHeadersSchema } from '#contract/schemas/card-data.ts';

import { lacksFieldsOf, payerHeaders, readForm, submitCard } from './submit-card.ts';

const ORDER_ID = '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11';

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** A fake deployment with fixed answers, which records its requests. */
function deployment(answers: Record<string, Response | undefined>) {
  const sent: Sent[] = [];
  const orders = new OrdersClient({
    baseUrl: 'http://orders.example',
    apiKeyId: '7f1b0a30-0000-4000-8000-000000000001',
    apiSecret: 'tg_test_secret',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const path = new URL(request.url).pathname;
      const text = await request.text();
      sent.push({ method: request.method, path, body: text === '' ? undefined : JSON.parse(text) });
      const answer = answers[request.method];
      if (answer === undefined) throw new TypeError('connection refused');
      return answer.clone();
    },
  });
  return { orders, sent };
}

function refusal(status: number, errors: unknown[] = [], type = 'about:blank') {
  return Response.json(
    { type, title: 'Refused', status, errors },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}

function form(overrides: Record<string, string> = {}): FormData {
  const data = new FormData();
  const fields = {
    card_number: '4242 4242 4242 4242',
    expiry: '12 / 30',
    security_code: '123',
    cardholder_name: 'Anna Maria Weber',
    ...overrides,
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const NOW_MS = Date.UTC(2026, 10, 21);

function submit(orders: OrdersClient, data = form()) {
  return submitCard(orders, { orderId: ORDER_ID, form: readForm(data), payer: {}, nowMs: NOW_MS });
}

test('sends the card as the interface expects it, with default browser data if none is known', async () => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  expect(await submit(orders)).toEqual({ outcome: 'sent' });
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/v1/orders/payin/card-data',
      body: {
        order_id: ORDER_ID,
        card_number: '4242424242424242',
        first_name: 'Anna Maria',
        last_name: 'Weber',
        cvv: '123',
        exp_month: '12',
        exp_year: '30',
        customer: {},
        browser_info: {
          color_depth: '24',
          java_enabled: false,
          screen_height: '1080',
          screen_width: '1920',
          timezone: '0',
          device_channel: '02',
          window_height: '1080',
          window_width: '1920',
        },
      },
    },
  ]);
});

test.each([
  ['color_depth', '0'],
  ['java_enabled', 'perhaps'],
  ['screen_height', ''],
  ['screen_width', '0; DROP'],
  ['timezone', 'x'],
  ['window_height', '123456'],
  ['window_width', '-1'],
])('sends nothing if %s is %j, which our page never sends', async (name, value) => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  expect(await submit(orders, form({ [name]: value }))).toEqual({ outcome: 'malformed' });
  expect(sent).toEqual([]);
});

test('passes on the browser data of the form, with its own device channel', async () => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  await submit(orders, form({ timezone: '-330', java_enabled: 'true', device_channel: '09' }));
  expect(sent[0]?.body).toMatchObject({
    browser_info: { timezone: '-330', java_enabled: true, device_channel: '02' },
  });
});

test('shows at the field what the interface would refuse, and sends nothing', async () => {
  const { orders, sent } = deployment({});
  const name = `Zoe${'\u0308'.repeat(5)} Weber`;
  expect(await submit(orders, form({ cardholder_name: name }))).toEqual({
    outcome: 'invalid',
    errors: { name: 'nameInvalid' },
  });
  expect(sent).toEqual([]);
});

test('sends an e-mail address and a telephone number if given', async () => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  await submit(orders, form({ email: ' anna@example.com ', phone: '0048 512-345-678' }));
  expect(sent[0]?.body).toMatchObject({
    customer: { email: 'anna@example.com', phone: '+48512345678' },
  });
});

test.each([
  [['/customer'], { email: 'contactRequired' }],
  [['/customer/email'], { email: 'emailInvalid' }],
  [['/customer/email', '/customer/phone'], { email: 'emailInvalid', phone: 'phoneInvalid' }],
])('shows at the field that the service requires %j', async (pointers, errors) => {
  const { orders } = deployment({
    POST: refusal(
      400,
      pointers.map((pointer) => ({ pointer, code: 'required', detail: 'Is needed.' })),
    ),
  });
  expect(await submit(orders)).toEqual({ outcome: 'invalid', errors });
});

test.each([
  [{ email: 'anna@' }, { email: 'emailInvalid' }],
  [{ phone: '512 345 678' }, { phone: 'phoneInvalid' }],
])('sends nothing if the shopper entered %j', async (fields, errors) => {
  const { orders, sent } = deployment({});
  expect(await submit(orders, form(fields))).toEqual({ outcome: 'invalid', errors });
  expect(sent).toEqual([]);
});

test('sends nothing if the form itself finds an error', async () => {
  const { orders, sent } = deployment({});
  const submission = await submit(orders, form({ security_code: '' }));
  expect(submission).toEqual({ outcome: 'invalid', errors: { code: 'codeRequired' } });
  expect(sent).toEqual([]);
});

test('treats a card for an order that no longer awaits one as late, because the status page follows', async () => {
  const { orders } = deployment({ POST: refusal(409) });
  expect(await submit(orders)).toEqual({ outcome: 'late' });
});

test('shows at the field what the service refused', async () => {
  const { orders } = deployment({
    POST: refusal(400, [
      { pointer: '/exp_year', code: 'expired', detail: 'The card has expired.' },
    ]),
  });
  expect(await submit(orders)).toEqual({ outcome: 'invalid', errors: { expiry: 'expiryPast' } });
});

test('asks for another card if the service no longer accepts this one', async () => {
  const type = 'https://pay.test/problems#another-card';
  const { orders } = deployment({ POST: refusal(422, [], type) });
  expect(await submit(orders)).toEqual({
    outcome: 'invalid',
    errors: { number: 'numberNotAgain' },
  });
});

test('reports that too many cards were declined', async () => {
  const type = 'https://pay.test/problems#too-many-cards';
  const { orders } = deployment({ POST: refusal(429, [], type) });
  expect(await submit(orders)).toEqual({ outcome: 'tooMany' });
});

test.each([
  ['no answer', undefined, 'unknown'],
  ['an error of its own', refusal(500), 'unknown'],
  ['a refusal that no field is to blame for', refusal(403), 'refused'],
] as const)(
  'after %s reports the card as refused or its outcome as unknown',
  async (_name, answer, outcome) => {
    const { orders } = deployment({ POST: answer });
    expect(await submit(orders)).toEqual({ outcome });
  },
);

test('returns nothing that was typed', async () => {
  const { orders } = deployment({ POST: refusal(400) });
  const wrong = await submit(orders, form({ card_number: '4242 4242 4242 4241' }));
  const refused = await submit(orders);
  expect(JSON.stringify([wrong, refused])).not.toMatch(/4242|123|Weber/);
});

function posted(headers: Record<string, string>) {
  return new Request('http://pay.test/', { method: 'POST', headers });
}

test('passes on headers of the browser, and whether a script sent the form', () => {
  const request = posted({
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

test('passes on no browser header that the service would refuse', () => {
  const request = posted({ [ADDRESS_HEADER]: 'unknown', 'user-agent': 'a'.repeat(5_000) });
  const headers = payerHeaders(request, true);
  expect(headers['X-Payer-Address']).toBeUndefined();
  expect(headers['X-Payer-User-Agent']).toHaveLength(512);
  expect(payerHeadersSchema.safeParse(headers).success).toBe(true);
});

const ADDRESS = { country: 'DE', street: ' Allee  7a ', city: 'L’Isle', postcode: '10178' };

test.each([
  ['as the interface expects it', ADDRESS, ['DE', 'Allee 7a', "L'Isle", '10178']],
  ['in part, where the form asks for a part', { street: 'Allee 7a' }, [undefined, 'Allee 7a']],
  [
    'with another country',
    { ...ADDRESS, country_code: 'mn' },
    ['MN', 'Allee 7a', "L'Isle", '10178'],
  ],
])('sends the address %s', async (_, fields, [country, street, city, post_code]) => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  expect(await submit(orders, form(fields))).toEqual({ outcome: 'sent' });
  const [{ body } = { body: {} }] = sent;
  expect(body).toMatchObject({ customer: { address: { street } } });
  expect(body).toHaveProperty('customer.address', { country, street, city, post_code });
});

test('reports what is missing of the address with the other errors, and sends nothing', async () => {
  const { orders, sent } = deployment({ POST: new Response(null, { status: 200 }) });
  const fields = { ...ADDRESS, street: ' ', postcode: '', security_code: '' };
  expect(await submit(orders, form(fields))).toEqual({
    outcome: 'invalid',
    errors: { code: 'codeRequired', street: 'streetInvalid', postcode: 'postcodeInvalid' },
  });
  expect(sent).toEqual([]);
});

test('shows the service’s refusals of the address at its fields', async () => {
  const missing = ['country', 'street', 'city', 'post_code'].map((name) => ({
    pointer: `/customer/address/${name}`,
    code: 'required',
    detail: 'Is required.',
  }));
  const { orders } = deployment({ POST: refusal(400, missing) });
  const errors = {
    country: 'countryInvalid',
    street: 'streetInvalid',
    city: 'cityInvalid',
    postcode: 'postcodeInvalid',
  } as const;
  expect(await submit(orders)).toEqual({ outcome: 'invalid', errors });
  expect(lacksFieldsOf(readForm(form()), errors)).toBe(true);
  expect(lacksFieldsOf(readForm(form(ADDRESS)), errors)).toBe(false);
});
