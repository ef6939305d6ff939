import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';

let page: ServerProcess;

/** The page's service address leads nowhere. */
beforeAll(async () => {
  page = await startedServer({
    ORDERS_API_URL: 'http://127.0.0.1:9',
    ORDERS_API_KEY_ID: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
    ORDERS_API_SECRET: 'tg_test_x',
    PAGE_MERCHANT_NAME: 'Ada & Sons',
  });
});
afterAll(() => page.stop('SIGTERM'));

describe('the page alone', () => {
  it.each(['/api/health', '/api/health/live', '/api/health/ready'])('answers %s', async (path) => {
    const answer = await fetch(page.baseUrl + path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const other = await fetch(page.baseUrl + path, { method: 'POST' });
    expect(other.status).toBe(405);
    expect(other.headers.get('allow')).toBe('GET');
  });

  it('says at / whose service it is, and names no documentation', async () => {
    const answer = await fetch(`${page.baseUrl}/`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('This is the payment service of Ada &amp; Sons.');
    expect(text).not.toMatch(/sandbox|\/docs|\/shop/i);
  });

  it.each(['/pay/%ff', '/%', '/pay/%c3%28?x=%ff'])('answers that %s is not found', async (path) => {
    expect((await fetch(page.baseUrl + path)).status).toBe(404);
    expect(page.output()).not.toContain('"level":50');
  });
});
