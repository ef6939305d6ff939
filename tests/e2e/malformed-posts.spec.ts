import { randomUUID } from 'node:crypto';
import { request, type RequestOptions } from 'node:http';

import { CARDS, expect, test } from './fixtures.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

interface Malformed {
  name: string;
  status: number;
  query?: string;
  contentType?: string;
  body?: string | Uint8Array<ArrayBuffer>;
}

const PART = '--b\r\ncontent-disposition: form-data; name="expiry"\r\n\r\n12/39\r\n';

const MALFORMED: readonly Malformed[] = [
  { name: 'text/plain', status: 415, contentType: 'text/plain', body: 'a=b' },
  { name: 'JSON', status: 415, contentType: 'application/json', body: '{}' },
  { name: 'Kit’s own encoding', status: 415, contentType: 'application/x-sveltekit-formdata' },
  { name: 'a type named as a property', status: 415, contentType: 'constructor', body: 'a=b' },
  { name: 'no content type', status: 415, contentType: '', body: new Uint8Array([1]) },
  {
    name: 'multipart without boundary',
    status: 400,
    contentType: 'multipart/form-data',
    body: PART,
  },
  { name: 'multipart broken in the middle', status: 400, contentType: MULTIPART, body: PART },
  { name: 'multipart of another boundary', status: 400, contentType: MULTIPART, body: '--c\r\n' },
  {
    name: 'multipart without a part’s head',
    status: 400,
    contentType: MULTIPART,
    body: '--b\r\n\r\nx\r\n--b--',
  },
  { name: 'an empty multipart body', status: 400, contentType: MULTIPART, body: '' },
  { name: 'a broken escape', status: 400, contentType: URLENCODED, body: 'a=%zz&%' },
  { name: 'control characters', status: 400, contentType: URLENCODED, body: 'a=\0\x01b' },
  {
    name: 'bytes that are no text',
    status: 400,
    contentType: URLENCODED,
    body: new Uint8Array([0xff, 0xfe]),
  },
  ...['__proto__', 'hasOwnProperty', 'constructor', 'toString', 'default', 'steal', ''].map(
    (action) => ({ name: `the action “${action}”`, status: 400, query: `?/${action}` }),
  ),
  {
    name: 'a body over the limit',
    status: 413,
    contentType: URLENCODED,
    body: `a=${'b'.repeat(70_000)}`,
  },
];

test.describe('on the page alone', () => {
  test('a malformed post is answered with 4xx on every route that accepts forms', async ({
    pageBehindProxy: { proxy, logs },
  }) => {
    const before = logs().length;
    let posts = 0;
    const order = `/pay/${randomUUID()}`;
    const addresses = [order, `${order}/sent`, '/shop', `/challenge/${randomUUID()}?/approve`];
    for (const address of addresses) {
      for (const { name, status, query, contentType = URLENCODED, body = 'a=b' } of MALFORMED) {
        const url =
          proxy.baseUrl + (query === undefined ? address : address.replace(/\?.*|$/, query));
        // Each from another address, since posts per address are limited.
        const peer = { 'x-test-peer': `10.0.0.${(posts += 1)}` };
        const headers = { ...peer, ...(contentType !== '' && { 'content-type': contentType }) };
        const answer = await fetch(url, { method: 'POST', body, headers });
        const text = await answer.text();
        expect.soft(answer.status, `${name} to ${url}`).toBe(status);
        expect.soft(answer.headers.get('content-security-policy'), name).toContain("'none'");
        expect.soft(text, name).toContain('This form cannot be accepted');
      }
    }
    expect(logs().slice(before)).not.toContain('page failed');
  });

  test('a body that exceeds the limit without announcing it is refused', async ({
    pageBehindProxy: { proxy },
  }) => {
    const chunk = 'a'.repeat(30_000);
    const options = { method: 'POST', headers: { 'content-type': URLENCODED } };
    const address = `${proxy.baseUrl}/pay/${randomUUID()}`;
    expect(await send(address, options, [chunk, chunk, chunk])).toBe(413);
  });

  test('routes without forms refuse the method, and an undecodable URL is not answered as a bug', async ({
    pageBehindProxy: { proxy, logs },
  }) => {
    const before = logs().length;
    const state = `${proxy.baseUrl}/pay/${randomUUID()}/state`;
    const form = { method: 'POST', body: new URLSearchParams({ a: 'b' }) };
    const cross = { ...form, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(state, form)).status).toBe(405);
    expect((await fetch(state, cross)).status).toBe(405);
    expect((await fetch(`${proxy.baseUrl}/nowhere`, form)).status).toBe(404);
    expect(await send(proxy.baseUrl, { path: '/pay/%ff' })).toBe(404);
    expect(logs().slice(before)).not.toContain('page failed');
    expect(logs().slice(before)).not.toContain('"level":50');
  });
});

const METHODS_OF: Readonly<Record<string, string>> = {
  '': 'GET, POST, OPTIONS, HEAD',
  '/status': 'GET, POST, OPTIONS, HEAD',
  '/sent': 'GET, POST, OPTIONS, HEAD',
  '/card': 'POST',
  '/state': 'GET, HEAD',
};

test('a method that a page does not take is answered with those that it takes, and a page that says what to do', async ({
  createOrder,
}) => {
  const { pay_url: url } = await createOrder();
  for (const [path, methods] of Object.entries(METHODS_OF)) {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const name = `${method} ${path}`;
      const answer = await fetch(`${url}${path}?lang=de`, { method });
      expect.soft(answer.status, name).toBe(405);
      expect.soft(answer.headers.get('allow'), name).toBe(methods);
      expect.soft(answer.headers.get('content-type'), name).toBe('text/html');
      expect.soft(await answer.text(), name).toContain('lang="de"');
      const headers = { accept: 'application/json' };
      const forScript = await fetch(`${url}${path}`, { method, headers });
      expect.soft(forScript.headers.get('allow'), name).toBe(methods);
      expect.soft(await forScript.json(), name).toMatchObject({ state: 'refused' });
    }
  }
});

test('a form sent as multipart is accepted', async ({ app, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  const form = new FormData();
  form.set('card_number', CARDS.approved);
  form.set('expiry', '12 / 39');
  form.set('security_code', '123');
  form.set('cardholder_name', 'ジョン・スミス');
  const answer = await fetch(order.pay_url, { method: 'POST', body: form, redirect: 'manual' });
  expect(answer.status).toBe(303);
  expect(await app.client.getPayin(order.id)).toMatchObject({ value: { status: 'SUCCESS' } });
});

test('any post from a bank brings the shopper back', async ({ createOrder }) => {
  const order = await createOrder();
  const bodies: [string, string, string | undefined][] = [
    ['an older encoding', URLENCODED, 'MD=%C4%E5%ED&PaRes=eJx%2B'],
    ['line breaks within a value', URLENCODED, 'PaRes=eJx\r\nAbC'],
    ['JSON', 'application/json', '{"cres":"eyJ"}'],
    ['text', 'text/plain', 'cres=eyJ'],
    ['broken multipart', MULTIPART, PART],
    ['a megabyte', URLENCODED, `cres=${'a'.repeat(1_000_000)}`],
    ['nothing', '', undefined],
  ];
  for (const [name, contentType, body] of bodies) {
    const answer = await fetch(`${order.pay_url}/status`, {
      method: 'POST',
      headers: {
        origin: 'https://bank.example',
        ...(contentType !== '' && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    expect.soft(answer.status, name).toBe(303);
    expect.soft(answer.headers.get('location'), name).toContain(`/pay/${order.id}/status`);
  }
});

/** Sends a request unchanged: neither its path nor its framing is corrected. */
function send(url: string, options: RequestOptions, chunks: readonly string[] = []) {
  return new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(url, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    outgoing.on('error', reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
}
