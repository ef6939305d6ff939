import { expect, it } from 'vitest';
import { ownService, ownServiceUrl } from './page.ts';

async function pathOf(prefix: string, path: string): Promise<string> {
  const serve = ownService({ fetch: ({ url }) => new Response(new URL(url).pathname) }, prefix);
  const answer = await serve(new Request(new URL(path, ownServiceUrl(prefix))));
  return answer.text();
}

it.each([
  ['', '/api/v1/balances', '/api/v1/balances'],
  ['/shop-7', '/shop-7/api/v1/balances', '/api/v1/balances'],
  ['/shop-7', '/api/sandbox/v1/challenges/1', '/api/sandbox/v1/challenges/1'],
  ['/shop-7', '/shop-70/api', '/shop-70/api'],
])('strips the prefix “%s”, if present, from %s', async (prefix, asked, served) => {
  expect(await pathOf(prefix, asked)).toBe(served);
});

it('keeps the body of a request when it strips the prefix', async () => {
  const serve = ownService({ fetch: async (request) => new Response(await request.text()) }, '/p');
  const request = new Request(`${ownServiceUrl('/p')}/a`, { method: 'POST', body: 'signed' });
  expect(await (await serve(request)).text()).toBe('signed');
});
