import { CARDS, payWith } from '../fixtures.ts';
import { expect, test } from './fixtures.ts';

test('the demo shop links to its order in the console, also through signing in', async ({
  page,
  app,
  signIn,
  consoleUrl,
}) => {
  await page.goto(`${app.url}/shop`);
  await page.getByRole('button', { name: /^Buy/ }).first().click();
  await payWith(page, { number: CARDS.approved });
  // The shop's reference is easy to read out.
  await page.waitForURL(/\/shop\/return\/[A-Z]+-[2-9A-Z]{5}-[2-9A-Z]{5}$/);
  const order = page.getByRole('link', { name: 'this order in the operators’ console' });
  const address = (await order.getAttribute('href')) ?? '';
  expect(address.startsWith(`${consoleUrl}/orders/`)).toBe(true);
  await order.click();
  await expect(page.getByRole('heading', { name: 'Sign in to Tollgate' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('to')).toBe(new URL(address).pathname);
  await signIn('viewer');
  await page.goBack();
  await order.click();
  await expect(page.getByText('Succeeded').first()).toBeVisible();
  await expect(page).toHaveURL(address);
});
