import { expect, it } from 'vitest';
import { ownService, ownServiceUrl } from './page.ts';

const readCheckout = () => Promise.resolve('not_found' as const);

async function pathOf(prefix: string, path: string): Promise<string> {
  const fetch = ({ url }: Request) => new Response(new URL(url).pathname);
  const answer = await ownService({ fetch, readCheckout }, prefix).fetch(
    new Request(new URL(path, ownServiceUrl(prefix))),
  );
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
  const fetch = async (sent: Request) => new Response(await sent.text());
  const service = ownService({ fetch, readCheckout }, '/p');
  const request = new Request(`${ownServiceUrl('/p')}/a`, { method: 'POST', body: 'signed' });
  expect(await (await service.fetch(request)).text()).toBe('signed');
});
