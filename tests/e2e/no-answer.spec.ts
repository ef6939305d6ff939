import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  holdBack,
  payButton,
  payWith,
  STAYS,
  test,
} from './fixtures.ts';

const CHECKING = 'We are checking what happened to your payment';

test('a payment whose answer is lost is read from the order, and shown as paid', async ({
  page,
  openForm,
}) => {
  await openForm(STAYS);
  await page.route('**/card', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payWith(page, { number: CARDS.approved });
  await expectPaid(page);
});

test('while the outcome is unknown, the page says that it is checking, and the form stays locked', async ({
  page,
  openForm,
}) => {
  const order = await openForm();
  let isSilent = true;
  await page.route('**/card', (route) => route.abort());
  await page.route('**/state*', (route) => (isSilent ? route.abort() : route.continue()));
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await payWith(page, { number: CARDS.approved });
  await expect(page.getByRole('alert')).toContainText(CHECKING);
  // A notice rather than an error: the payment may have succeeded.
  await expect(page.getByRole('alert')).toHaveCSS('background-color', 'rgb(255, 246, 221)');
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true');
  await payButton(page).click({ force: true });
  expect(posts).toEqual([`${order.pay_url}/card`]);

  isSilent = false;
  await expect(page.getByRole('alert')).toContainText('could not be sent');
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(page.getByLabel('Security code')).toHaveValue('123');
});

test('a request without an answer is aborted after twenty seconds, and the order is read', async ({
  page,
  openForm,
}) => {
  await page.clock.install();
  await openForm(STAYS);
  const arrived = Promise.withResolvers<undefined>();
  await page.route('**/card', async (route) => {
    await route.fetch();
    arrived.resolve(undefined);
  });
  const letGo = await holdBack(page, '**/state*');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/.*\//, '')));
  await fillCard(page, { number: CARDS.approved });
  await page.clock.pauseAt(Date.now() + 60_000);
  const sends = page.waitForRequest('**/card');
  await payButton(page).click();
  await sends;
  await page.clock.runFor(19_999);
  expect(asked).toEqual(['card']);
  const asks = page.waitForRequest('**/state*');
  await page.clock.runFor(1);
  await asks;
  await page.clock.resume();
  // The order is read once the card has arrived; the twenty seconds are simulated.
  await arrived.promise;
  letGo();
  await expectPaid(page);
});

test('a decline whose answer is lost is still shown, and an older one is not shown again', async ({
  page,
  openForm,
}) => {
  await openForm();
  let reaches = true;
  await page.route('**/card', async (route) => {
    if (reaches) await route.fetch();
    await route.abort();
  });
  await payWith(page, { number: CARDS.softDecline });
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await expect(page.getByLabel('Security code')).toHaveValue('');

  reaches = false;
  await page.getByLabel('Security code').fill('123');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('could not be sent');
  await expect(page.getByLabel('Security code')).toHaveValue('123');
});

test('without a connection nothing is sent and no field cleared', async ({
  page,
  context,
  openForm,
}) => {
  await openForm(STAYS);
  await fillCard(page, { number: CARDS.approved });
  const posts: string[] = [];
  page.on('request', (request) => posts.push(request.url()));
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('You are offline');
  expect(posts).toEqual([]);
  await expect(page.getByLabel('Security code')).toHaveValue('123');
  await context.setOffline(false);
  await payButton(page).click();
  await expectPaid(page);
});
