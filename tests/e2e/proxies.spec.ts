import { randomUUID } from 'node:crypto';

import { startForwardingProxy } from '../support/network/forwarding-proxy.ts';
import { startProgram } from '../support/process/app.ts';
import { BEHIND_PROXY, expect, test } from './fixtures.ts';

/** The status of posts within the limit: limits need only the page, and the service behind it is never reached. */
const NOT_REACHED = 503;

interface Post {
  order?: string;
  headers?: Record<string, string>;
}

async function post(via: string, { order = randomUUID(), headers = {} }: Post) {
  const body = new URLSearchParams({ card_number: '4242' });
  const answer = await fetch(`${via}/pay/${order}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends posts one after the other. @returns their statuses */
async function posts(via: string, each: readonly Post[]) {
  const statuses = [];
  for (const one of each) statuses.push(await post(via, one));
  return statuses;
}

function times(count: number, one: (n: number) => Post) {
  return Array.from({ length: count }, (_, n) => one(n));
}

test.describe('behind a trusted proxy', () => {
  // In one worker, with one page; each test uses its own addresses.
  test.describe.configure({ mode: 'default' });

  test('more than ten shoppers are served, each with a separate limit', async ({
    pageBehindProxy: { proxy },
  }) => {
    const shoppers = times(44, (n) => ({ headers: { 'x-test-peer': `198.51.100.${n + 1}` } }));
    expect(new Set(await posts(proxy.baseUrl, shoppers))).toEqual(new Set([NOT_REACHED]));
  });

  test('many orders from one address are served up to a higher limit', async ({
    pageBehindProxy: { proxy },
  }) => {
    const headers = { 'x-test-peer': '203.0.113.10' };
    const statuses = await posts(
      proxy.baseUrl,
      times(31, () => ({ headers })),
    );
    expect(statuses.slice(0, 30)).toEqual(times(30, () => ({})).map(() => NOT_REACHED));
    expect(statuses[30]).toBe(429);
  });

  test("a shopper cannot evade the limit by forging the proxy's header", async ({
    pageBehindProxy: { proxy },
  }) => {
    const order = randomUUID();
    const forged = times(4, (n) => ({
      order,
      headers: {
        'x-test-peer': '203.0.113.11',
        'x-forwarded-for': `192.0.2.${n}`,
        'x-tollgate-client-address': `192.0.2.${n}`,
      },
    }));
    expect(await posts(proxy.baseUrl, forged)).toEqual([503, 503, 503, 429]);
  });

  test('a refusal is logged once, with its address and order', async ({
    pageBehindProxy: { proxy, logs },
  }) => {
    const order = randomUUID();
    const headers = { 'x-test-peer': '8.8.4.4' };
    await posts(
      proxy.baseUrl,
      times(6, () => ({ order, headers })),
    );
    const refusals = () =>
      logs()
        .split('\n')
        .filter((line) => line.includes('too many posts') && line.includes(order));
    await expect.poll(refusals).toHaveLength(1);
    expect(JSON.parse(refusals()[0] ?? '')).toMatchObject({
      status: 429,
      orderId: order,
      address: '8.8.4.4',
      addressClass: 'unicast',
      route: '/pay/[id=uuid]',
    });
  });
});

test('without trusted proxies no header counts, and a live start behind https warns about it', async () => {
  const page = await startProgram({ ...BEHIND_PROXY, PUBLIC_URL: 'https://pay.example' });
  const proxy = await startForwardingProxy(() => page.url);
  try {
    await expect.poll(() => page.logs()).toContain('"msg":"TRUSTED_PROXIES is not set');
    const order = randomUUID();
    const headers = (n: number) => ({ 'x-test-peer': `198.51.100.${n + 1}` });
    expect(
      await posts(
        proxy.baseUrl,
        times(4, (n) => ({ order, headers: headers(n) })),
      ),
    ).toEqual([503, 503, 503, 429]);
    await expect.poll(() => page.logs()).toContain('"addressClass":"loopback"');
  } finally {
    await proxy.close();
    await page.stop();
  }
});
