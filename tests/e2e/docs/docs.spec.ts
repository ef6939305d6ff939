/** The documentation pages: complete, small, self-contained and accessible. */
import { get } from 'node:http';
import { CONTENTS } from '../../../src/lib/docs/contents.ts';
import { expectNoViolationsInAnyTheme } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const PATHS = ['/docs', ...CONTENTS.flatMap(({ entries }) => entries.map(({ path }) => path))];
/**
 * One page of each kind, and those with tables, lists or many examples; of the references, which share their parts, the
 * shortest.
 */
const KINDS = new Set(['/docs', '/docs/quick-start', '/docs/payments', '/docs/reference/balances']);
/** The largest transfer size of a page, including its style: a page of the reference has every example in it. */
const MOST_BYTES = 16_000;
const MOST_COLUMNS_ON_A_PHONE = 4;

test('every page is small and constant, and has no broken link', async ({ app }) => {
  const pages = new Map<string, string>();
  for (const path of PATHS) {
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await fetch(app.url + path, { headers });
    expect(answer.status, path).toBe(200);
    expect(Number(answer.headers.get('content-length')), path).toBeLessThan(MOST_BYTES);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; img-src 'self'; form-/,
    );
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(app.url + path, { headers: { ...headers, 'if-none-match': etag } });
    expect(again.status, path).toBe(304);
    pages.set(path, await answer.text());
  }
  for (const [path, html] of pages) {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/\son\w+=|\sstyle=/);
    for (const [, target = ''] of html.matchAll(/href="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(target, app.url + path);
      if (origin !== app.url) continue;
      const page = pages.get(pathname) ?? (await textAt(origin + pathname));
      if (hash !== '')
        expect(page, `${path} leads to ${target}`).toContain(`id="${hash.slice(1)}"`);
    }
  }
});

async function textAt(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return answer.text();
}

test('axe finds nothing, and no page loads anything else', async ({ page, app }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of PATHS) {
    await page.goto(app.url + path);
    if (KINDS.has(path)) await expectNoViolationsInAnyTheme(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  expect(asked.filter((path) => path !== '/favicon.svg')).toEqual(PATHS);
});

test('shows examples in one language, and remembers it', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/docs/payouts`);
  const example = page.locator('figure').first();
  await expect(example).toContainText('. ./tollgate.sh');
  await example.getByRole('link', { name: 'Python' }).click();
  await expect(example).toContainText('from tollgate import call');
  await expect(example).toBeInViewport();
  await page.getByRole('link', { name: 'Contents' }).click();
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Errors' })
    .click();
  await expect(page.locator('figure').first()).toContainText('from tollgate import call');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('has tables that fit a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/docs/states', '/docs/webhooks']) {
    await page.goto(app.url + path);
    const tables = await page.locator('.table').evaluateAll((all, most) => {
      // A table of more columns scrolls in its own region, which the keyboard reaches.
      const narrow = all.filter((table) => table.querySelectorAll('th').length <= most);
      return narrow.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    }, MOST_COLUMNS_ON_A_PHONE);
    expect(new Set(tables), path).toEqual(new Set([0]));
  }
});

test('shows a page for an unknown URL', async ({ page, app }) => {
  expect((await page.goto(`${app.url}/docs/no-such-page`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});

test('is searched without a script, in the language of the examples', async ({ page, app }) => {
  await page.goto(`${app.url}/docs?code=python`);
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('insufficient funds');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
  await page
    .getByRole('link', { name: /^Testing/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/docs\/testing\?code=python/);
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('webhok');
  await page.keyboard.press('Enter');
  await expect(page.locator('.hits h2').first()).toHaveText('Webhooks');
  await page.goto(`${app.url}/docs/search?q=${encodeURIComponent('<b>zzyzx')}`);
  await expect(page.locator('article')).toContainText('<b>zzyzx');
});

for (const asked of [
  'iframe',
  'Postman',
  'Apple Pay',
  'subscription',
  'additive changes',
  'limits',
]) {
  test(`a search for ${asked} finds the limits and promises`, async ({ app }) => {
    const found = await textAt(`${app.url}/docs/search?q=${encodeURIComponent(asked)}`);
    expect(found).toContain('href="/docs/limits');
  });
}

test('the page at / leads to the shop, the docs, the console and the keys', async ({
  page,
  app,
}) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${app.url}/`);
    await expectNoViolationsInAnyTheme(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  for (const [name, path] of [
    ['Demo shop', '/shop'],
    ['Documentation', '/docs'],
    ['Keys', '/docs/quick-start'],
  ] as const) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect(page.getByRole('link', { name: 'Console' })).toHaveAttribute('href', /\/console/);
});

test('each document has its Markdown, whose links lead to Markdown', async ({ app }) => {
  const documents = PATHS.filter((path) => path !== '/docs' && !path.includes('/reference/'));
  for (const path of documents) {
    const answer = await fetch(`${app.url}${path}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const markdown = await answer.text();
    expect(markdown).toMatch(/^# /);
    for (const [, target = ''] of markdown.matchAll(/\]\((\/docs\/[^)#]+)/g)) {
      expect(await textAt(app.url + target), `${path} leads to ${target}`).toMatch(/^# /);
    }
  }
  const summary = await textAt(`${app.url}/llms.txt`);
  for (const [, target = ''] of summary.matchAll(/\]\((\/docs\/[^)]+)/g))
    await textAt(app.url + target);
});

test('copies an example exactly', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${app.url}/docs/payouts`);
  const code = page.locator('figure pre').first();
  const copy = page.locator('figure').first().getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(page.locator('figure').first().getByRole('button')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
});

test("shows the sandbox's keys only on its own machine", async ({ page, app }) => {
  const { api_secret: secret } = app.sandbox;
  const { port } = new URL(app.url);
  await page.goto(`http://localhost:${port}/docs/quick-start`);
  await expect(page.locator('.keys')).toContainText(secret);
  const elsewhere = await new Promise<string>((resolve, reject) => {
    get({ port, path: '/docs/quick-start', headers: { host: 'pay.example' } }, (answer) => {
      answer.toArray().then((chunks) => {
        resolve(Buffer.concat(chunks as Buffer[]).toString());
      }, reject);
    }).on('error', reject);
  });
  expect(elsewhere).toContain('Quick start');
  expect(elsewhere).not.toContain(secret);
});

test('does not scroll sideways on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of KINDS) {
    await page.goto(app.url + path);
    const wide = await page
      .locator('pre, main, body')
      .evaluateAll(
        (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(wide, path).toBe(0);
  }
});

test('describes patterns in words, followed by the pattern', async ({ page, app }) => {
  await page.goto(`${app.url}/docs/reference/payins`);
  const words = page.getByText('a plus sign and 5 to 30 digits').first();
  const pattern = page.getByText(String.raw`^\+[0-9]{5,30}$`).first();
  await expect(pattern).toBeHidden();
  await words.click();
  await expect(pattern).toBeVisible();
});
