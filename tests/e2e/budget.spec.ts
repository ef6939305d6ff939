import { randomUUID } from 'node:crypto';

import { LANGUAGE_NAMES, LANGUAGES } from '../../src/lib/i18n/languages.ts';
import { expect, test } from './fixtures.ts';
import { FIELDS, ORDERS, type Source } from './payment-sources.ts';

/** The first flight of a new connection: ten segments, less headers and TLS. */
const FIRST_FLIGHT_BYTES = 14_000;

const ADDRESS_FORM_BYTES = 16_000;

/** Returns a reference as long as shops' own: 40 random characters. */
const longReference = () => `${randomUUID()}${randomUUID()}`.slice(0, 40);

/** Prints the sizes for the record, whether within budget or not. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns the bytes transferred for a URL. `gzip-readers.spec.ts` compares the unpacked page with the plain one. */
async function transferred(url: string): Promise<number> {
  const answer = await open(url, 'gzip, deflate, br, zstd');
  expect(answer.headers.get('content-encoding'), url).toBe('gzip');
  await answer.body?.cancel();
  return Number(answer.headers.get('content-length'));
}

function open(url: string, acceptEncoding: string, method = 'GET'): Promise<Response> {
  return fetch(url, {
    method,
    headers: { 'accept-encoding': acceptEncoding, accept: 'text/html' },
  });
}

// A live page is the sandbox's less the ribbon.
test('everything needed to pay, including the script, fits the first flight, in the sandbox too', async ({
  app,
  createOrder,
}) => {
  const order = await createOrder({ customer: {}, reference_id: longReference() });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    const bytes = await transferred(`${app.url}/pay/${order.id}?lang=${language}`);
    print(`HTML, CSS and JavaScript, ${language}: ${bytes} bytes`);
    expect.soft(bytes, language).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  }
});

test('80 characters about what is bought, in the language of the page, take 300 bytes more', async ({
  app,
  createOrder,
}) => {
  for (const [language, { messages }] of Object.entries(LANGUAGES)) {
    // Sentences that the form does not have, which would make these shorter.
    const { unavailable, refused } = messages.states;
    const text = `${unavailable.text} ${refused.text} ${messages.transfer.waits.text}`;
    const description = Array.from(text).slice(0, 80).join('').trim();
    const order = await createOrder({ customer: {}, reference_id: longReference(), description });
    const bytes = await transferred(`${app.url}/pay/${order.id}?lang=${language}`);
    print(`with a description, ${language}: ${bytes} bytes`);
    expect.soft(bytes, language).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES + 300);
  }
});

for (const wanted of ['one of the two', 'both'] as const) {
  test(`so is all that is needed where of e-mail and telephone number ${wanted} has to be given`, async ({
    livePage,
    acquirers,
    createOrder,
  }) => {
    const order = await createOrder({
      merchant_gate_method_id: wanted === 'both' ? acquirers.bothWanted : acquirers.methods.adyen,
      customer: {},
      reference_id: longReference(),
    });
    for (const language of Object.keys(LANGUAGE_NAMES)) {
      const bytes = await transferred(`${livePage.url}/pay/${order.id}?lang=${language}`);
      print(`${wanted} asked for, ${language}: ${bytes} bytes`);
      expect.soft(bytes, language).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
    }
  });
}

test('a form that asks for the whole address takes little more', async ({
  app,
  acquirers,
  createOrder,
}) => {
  const order = await createOrder({
    merchant_gate_method_id: acquirers.addressWanted,
    customer: {},
    reference_id: longReference(),
  });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    const bytes = await transferred(`${app.url}/pay/${order.id}?lang=${language}`);
    print(`with the address, ${language}: ${bytes} bytes`);
    expect.soft(bytes, language).toBeLessThanOrEqual(ADDRESS_FORM_BYTES);
  }
});

for (const source of Object.keys(ORDERS) as Source[]) {
  test(`all that is needed to pay by ${source} is in the first flight, before and after it has begun`, async ({
    app,
    createOrder,
  }) => {
    const order = await createOrder({ ...ORDERS[source], reference_id: longReference() });
    const largest = { form: 0, instructions: 0 };
    const path = `/pay/${order.id}`;
    const measure = async (what: keyof typeof largest, at: string) => {
      for (const language of Object.keys(LANGUAGE_NAMES)) {
        const bytes = await transferred(`${app.url}${at}?lang=${language}`);
        largest[what] = Math.max(largest[what], bytes);
        expect.soft(bytes, `${what}, ${language}`).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
      }
    };
    await measure('form', path);
    const [name, value] = FIELDS[source] ?? ['', ''];
    const form = { method: 'POST', body: new URLSearchParams({ [name]: value }) };
    await fetch(app.url + path, form);
    await measure('instructions', `${path}/status`);
    print(`${source}: ${largest.form} bytes, instructions ${largest.instructions}`);
  });
}

test('a page is compressed as the client accepts it, whole, and not cached', async ({
  createOrder,
}) => {
  const { pay_url: url } = await createOrder();
  for (const [acceptEncoding, encoding] of [
    ['gzip, deflate, br', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', null],
    ['br', null],
    ['identity', null],
  ] as const) {
    const answer = await open(url, acceptEncoding);
    const html = await answer.text();
    expect(html, acceptEncoding).toContain('<form id="card-form"');
    expect(answer.headers.get('content-encoding'), acceptEncoding).toBe(encoding);
    expect(answer.headers.get('vary'), acceptEncoding).toContain('Accept-Encoding');
    expect(answer.headers.get('cache-control'), acceptEncoding).toBe('no-store');
    expect(answer.headers.has('etag'), acceptEncoding).toBe(false);
    expect(answer.headers.has('accept-ranges'), acceptEncoding).toBe(false);
    const bytes = Number(answer.headers.get('content-length'));
    if (encoding === null) expect(bytes, acceptEncoding).toBe(Buffer.byteLength(html));
    else expect(bytes, acceptEncoding).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
    const head = await open(url, acceptEncoding, 'HEAD');
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.has('content-length'), acceptEncoding).toBe(true);
    expect(ownHeaders(head), acceptEncoding).toEqual(ownHeaders(answer));
  }
  const part = await fetch(url, { headers: { range: 'bytes=0-99', 'accept-encoding': 'gzip' } });
  expect(part.status).toBe(200);
  expect(await part.text()).toContain('<form id="card-form"');
});

/** Returns an answer's headers without those of its time and connection. The seconds left change a page's length. */
function ownHeaders({ headers }: Response): Record<string, string> {
  const others = ['date', 'connection', 'keep-alive', 'content-length'];
  return Object.fromEntries([...headers].filter(([name]) => !others.includes(name)));
}

test('one request makes the form interactive', async ({ page, createOrder }) => {
  const order = await createOrder();
  const requests: string[] = [];
  // A merchant's logo is requested too, but nothing waits for it.
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') requests.push(request.url());
  });
  await page.goto(order.pay_url, { waitUntil: 'networkidle' });
  await expect(page.locator('form#card-form[novalidate]')).toBeVisible();
  expect(requests.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([order.pay_url]);
  await expect(page.locator('link[rel=stylesheet], script[src]')).toHaveCount(0);
});
