import { startProgram, type RunningApp } from '../support/process/app.ts';
import { startForwardingProxy, type ForwardingProxy } from '../support/network/forwarding-proxy.ts';
import { expect, test } from './fixtures.ts';

let page: RunningApp;
let proxy: ForwardingProxy;

test.beforeEach(async () => {
  page = await startProgram({
    ORDERS_API_URL: 'http://127.0.0.1:9',
    ORDERS_API_KEY_ID: '7f1b0a30-5c1d-4b7e-9d6b-0c6a2f1e9b55',
    ORDERS_API_SECRET: 'none',
    TRUSTED_PROXIES: '127.0.0.0/8, ::1',
  });
  proxy = await startForwardingProxy(page.url);
});
test.afterEach(async () => {
  await proxy.stop();
  await page.stop();
});

const report = (blockedURL: string) => ({
  type: 'csp-violation',
  body: { effectiveDirective: 'img-src', blockedURL },
});

const post = async (body: string, contentType: string, peer = '198.51.100.1') => {
  const headers = { 'content-type': contentType, 'x-test-peer': peer };
  return (await fetch(`${proxy.url}/csp-reports`, { method: 'POST', headers, body })).status;
};

const logged = () =>
  page
    .logs()
    .split('\n')
    .filter((line) => line.includes('content security policy'));

test('reports of both forms are logged, and what is no report is refused', async () => {
  const older = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } };
  expect(await post(JSON.stringify(older), 'application/csp-report')).toBe(204);
  expect(await post(JSON.stringify([report('eval')]), 'application/reports+json')).toBe(204);
  expect(await post(JSON.stringify(older), 'text/plain')).toBe(415);
  expect(await post(JSON.stringify(older), 'application/x-www-form-urlencoded')).toBe(415);
  expect(await post('{"csp-report":', 'application/csp-report')).toBe(400);
  expect(await post(JSON.stringify([report('x'.repeat(20_000))]), 'application/json')).toBe(413);
  await expect.poll(() => logged().length).toBe(2);
});

test('nobody can fill the log with them', async () => {
  const ten = JSON.stringify(Array.from({ length: 10 }, () => report('https://evil.example/x')));
  const statuses = [];
  for (let n = 0; n < 40; n += 1) {
    statuses.push(await post(ten, 'application/reports+json', `198.51.100.${n + 1}`));
  }
  expect(statuses.slice(0, 6)).toEqual([204, 204, 204, 204, 204, 204]);
  expect(new Set(statuses.slice(6))).toEqual(new Set([429]));
  await expect.poll(() => logged().length).toBe(61);
  expect(logged().at(-1)).toContain('more reports');
});

test('one address cannot use up what all have', async () => {
  const statuses = [];
  for (let n = 0; n < 21; n += 1) {
    statuses.push(await post(JSON.stringify([report('inline')]), 'application/reports+json'));
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  const other = await post(JSON.stringify([report('eval')]), 'application/json', '203.0.113.9');
  expect(other).toBe(204);
});
