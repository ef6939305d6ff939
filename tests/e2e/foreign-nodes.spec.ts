import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  openBeforeScript,
  payButton,
  STAYS,
  test,
  untilAlive,
} from './fixtures.ts';

/** What extensions add to forms: buttons, inputs with names, and disabled buttons of their own. */
function addForeignNodes(selector: string): void {
  const form = document.querySelector(selector);
  const add = (place: 'append' | 'prepend', tag: string, attributes: Record<string, string>) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (tag === 'button') node.textContent = attributes['id'] ?? '';
    form?.[place](node);
  };
  for (const place of ['append', 'prepend'] as const) {
    add(place, 'input', { id: `search-${place}`, name: `search-${place}` });
    add(place, 'input', { name: 'card_number', type: 'hidden', value: '4000000000000002' });
    add(place, 'input', { name: 'action', type: 'hidden', value: '/elsewhere' });
    add(place, 'input', { name: 'from', type: 'hidden', value: 'Elsewhere012' });
    add(place, 'button', { id: `suggest-${place}` });
    add(place, 'button', { id: `busy-${place}`, 'aria-disabled': 'true' });
  }
  const own = document.querySelector(`${selector} button[data-label]`);
  own?.after(document.createElement('div'));
}

test('what extensions add to the card form neither locks it, nor sends it, nor is sent', async ({
  page,
  createOrder,
}) => {
  const { pay_url: url } = await createOrder(STAYS);
  const runScript = await openBeforeScript(page, url);
  await page.evaluate(addForeignNodes, '#card-form');
  await runScript();
  await untilAlive(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await fillCard(page, { number: CARDS.approved });
  for (const place of ['prepend', 'append']) {
    await page.locator(`#suggest-${place}`).click();
    await page.locator(`#suggest-${place}`).press('Enter');
    await page.locator(`#search-${place}`).press('Enter');
  }
  await page.getByLabel('Name on card').press('Enter');
  await expectPaid(page);
  expect(posts).toHaveLength(1);
  expect(posts[0]).toContain(`${url}/card card_number=4242`);
  expect(posts[0]).not.toMatch(/search|4000|lsewhere/);
});

test('what extensions add to the card form does not change which state of the order is asked for', async ({
  page,
  createOrder,
}) => {
  const { pay_url: url } = await createOrder(STAYS);
  await page.goto(url);
  await untilAlive(page);
  await page.evaluate(addForeignNodes, '#card-form');
  const from = await page.locator('input[name=from][form]').inputValue();
  await page.route('**/card', (route) => route.abort());
  await fillCard(page, { number: CARDS.approved });
  const asked = page.waitForRequest(`${url}/state?*`);
  await payButton(page).click();
  expect((await asked).url()).toBe(`${url}/state?from=${from}`);
  await expect(page.locator('#notice')).toBeVisible();
});

test('with foreign nodes around it, the Pay button pays and says so', async ({
  page,
  openForm,
}) => {
  await openForm(STAYS);
  await page.evaluate(addForeignNodes, '#card-form');
  await fillCard(page, { number: CARDS.approved });
  const busy = page.waitForFunction(
    () => document.getElementById('busy')?.textContent === 'Paying €12.50',
  );
  await payButton(page).click();
  await busy;
  await expectPaid(page);
});

test('what extensions add to the form for a BLIK code neither sends it nor is clicked', async ({
  page,
  createOrder,
}) => {
  const { pay_url: url } = await createOrder({ ...STAYS, method: 'blik_eur', amount: 18 });
  await page.goto(url);
  await page.locator('#begin-form[novalidate]').waitFor();
  await page.evaluate(addForeignNodes, '#begin-form');
  await page.locator('#code').fill('777123');
  await page.locator('#suggest-prepend').click();
  await page.locator('#search-prepend').press('Enter');
  expect(page.url()).toBe(url);
  await page.locator('#code').press('Enter');
  await page.waitForURL(`${url}/status*`);
});

test('another form on the page, sent or not, does not keep ours from being sent', async ({
  page,
  createOrder,
}) => {
  const { pay_url: url } = await createOrder({ ...STAYS, method: 'blik_eur', amount: 18 });
  await page.goto(url);
  await page.evaluate(() => {
    const form = document.createElement('form');
    document.body.append(form);
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await page.locator('#code').fill('777123');
  await page.locator('#begin-form button').click();
  await page.waitForURL(`${url}/status*`);
});
