import { expect, test } from './fixtures.ts';

// In one worker, with one page, and in this order: the last test uses up the limit shared by all addresses.
test.describe.configure({ mode: 'default' });

function report(blockedURL: string) {
  return {
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src', blockedURL },
  };
}

async function post(url: string, body: string, contentType: string, peer = '198.51.100.1') {
  const headers = { 'content-type': contentType, 'x-test-peer': peer };
  return (await fetch(`${url}/csp-reports`, { method: 'POST', headers, body })).status;
}

function loggedIn(logs: string) {
  return logs.split('\n').filter((line) => line.includes('content security policy'));
}

test('reports in both formats are logged, and other bodies are refused', async ({
  pageBehindProxy: { proxy, logs },
}) => {
  const send = (body: unknown, contentType: string) =>
    post(proxy.baseUrl, typeof body === 'string' ? body : JSON.stringify(body), contentType);
  const older = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } };
  expect(await send(older, 'application/csp-report')).toBe(204);
  expect(await send([report('eval')], 'application/reports+json')).toBe(204);
  expect(await send(older, 'text/plain')).toBe(415);
  expect(await send(older, 'application/x-www-form-urlencoded')).toBe(415);
  expect(await send('{"csp-report":', 'application/csp-report')).toBe(400);
  expect(await send([report('x'.repeat(20_000))], 'application/json')).toBe(413);
  await expect.poll(() => loggedIn(logs()).length).toBe(2);
});

test('one address cannot use up the shared limit', async ({ pageBehindProxy: { proxy } }) => {
  const one = JSON.stringify([report('inline')]);
  const peer = '198.51.100.2';
  const statuses = [];
  for (let n = 0; n < 21; n += 1) {
    statuses.push(await post(proxy.baseUrl, one, 'application/reports+json', peer));
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  expect(await post(proxy.baseUrl, one, 'application/json', '203.0.113.9')).toBe(204);
});

test('reports cannot fill the log', async ({ pageBehindProxy: { proxy, logs } }) => {
  const ten = JSON.stringify(Array.from({ length: 10 }, () => report('https://evil.example/x')));
  const before = loggedIn(logs()).length;
  const statuses = [];
  for (let n = 0; n < 12; n += 1) {
    statuses.push(await post(proxy.baseUrl, ten, 'application/reports+json', `192.0.2.${n + 1}`));
  }
  expect(statuses[0]).toBe(204);
  expect(statuses.at(-1)).toBe(429);
  await expect.poll(() => loggedIn(logs()).at(-1)).toContain('more reports');
  expect(loggedIn(logs()).length - before).toBeLessThanOrEqual(61);
});
