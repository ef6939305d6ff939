import { expect, test } from './fixtures.ts';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };

test('the payment page is previewed with a partly typed branding', async ({ app, request }) => {
  const preview = `${app.operatorUrl}/console/preview`;
  const form = { name: 'Nordlicht <Optik>', logo: '/logo.svg', accent: '#ffe4', terms: 'https:/' };
  const typed = await request.post(preview, { form, headers: OWN_PAGE });
  expect(typed.status()).toBe(200);
  const html = await typed.text();
  expect(html).toContain('Nordlicht &lt;Optik');
  expect(html).toContain(`src="${app.url}/logo.svg"`);
  expect(html).toContain('>+5<');
  // Incomplete values are omitted.
  expect(html).not.toMatch(/#ffe4|>Terms</);
  const whole = await request.post(preview, {
    form: { ...form, accent: '#ffe45e', terms: 'https://shop.example/terms' },
    headers: OWN_PAGE,
  });
  expect(await whole.text()).toMatch(/--button:#ffe45e[^]*href="https:\/\/shop.example\/terms"/);
  for (const answer of [typed, await request.get(preview)]) {
    const { 'content-security-policy': policy = '', ...headers } = answer.headers();
    for (const directive of ["frame-ancestors 'self'", "form-action 'none'", 'sandbox']) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toContain('script-src');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(await answer.text()).not.toContain('<script');
  }
});

test('the preview is not available to others', async ({ app, request }) => {
  const preview = `${app.operatorUrl}/console/preview`;
  const elsewhere = { 'sec-fetch-site': 'cross-site', accept: 'text/html' };
  const posted = await request.post(preview, { form: { name: 'x' }, headers: elsewhere });
  expect(posted.status()).toBe(403);
  expect((await request.fetch(preview, { method: 'PUT' })).status()).toBe(405);
  const nowhere = await (await request.get(`${app.url}/nowhere`)).text();
  for (const path of ['/preview', '/console/preview', '/preview/', '/(operators)/preview']) {
    for (const method of ['GET', 'POST']) {
      const headers = { ...OWN_PAGE, host: new URL(app.operatorUrl).host };
      const form = method === 'POST' ? { form: { name: 'x' } } : {};
      const answer = await request.fetch(app.url + path, { method, headers, ...form });
      expect(answer.status(), `${method} ${path}`).toBe(404);
      expect(await answer.text()).toBe(nowhere);
      expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  }
});
