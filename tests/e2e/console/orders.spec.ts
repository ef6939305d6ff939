import { expect, expectWell, test } from './fixtures.ts';

test('orders are found by filters in the URL', async ({
  page,
  signIn,
  consoleUrl,
  createOrder,
}) => {
  await signIn('viewer');
  const { reference_id: reference = '' } = await createOrder({
    customer: { email: 'anna@example.com' },
  });
  await page.goto(`${consoleUrl}/orders`);
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('12.50 EUR');
  await expectWell(page);
  await page.keyboard.press('/');
  await page.keyboard.type('nobody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No orders match')).toBeVisible();
  await expect(page).toHaveURL(/email=nobody%40example\.com/);
  await expectWell(page);
});

test('a request without an answer is aborted, and reported', async ({
  page,
  signIn,
  consoleUrl,
}) => {
  await page.clock.install();
  await signIn('viewer');
  const asked = page.waitForRequest('**/api/operator/v1/orders/search');
  await page.route('**/api/operator/v1/orders/search', () => undefined);
  await page.goto(`${consoleUrl}/orders`);
  await asked;
  await page.clock.fastForward('02:01');
  await expect(page.getByText('The service does not answer').first()).toBeVisible();
});
