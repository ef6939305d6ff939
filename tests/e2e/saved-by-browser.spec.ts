import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { scratchFolder } from '../support/scratch-folder.ts';
import { BROWSER_ARGS, findBrowser } from './chromium.ts';
import { CARDS, expect, fillCard, STAYS, test, typeCard, untilAlive } from './fixtures.ts';

test('after Back the number and the security code are empty, and the name is still there', async ({
  page,
  app,
  openForm,
}) => {
  await openForm(STAYS);
  await typeCard(page, { number: CARDS.approved });
  await page.goto(`${app.url}/shop`);
  await page.goBack();
  await untilAlive(page);
  await expect(page.getByLabel('Security code')).toHaveValue('');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await expect(page.getByLabel('Name on card')).toHaveValue('Anna Maria Weber');
});

test('the number and the security code say what they are until they are filled, again after a decline', async ({
  page,
  openForm,
}) => {
  await openForm(STAYS);
  const number = page.getByLabel('Card number');
  const code = page.getByLabel('Security code');
  await expect(number).toHaveAttribute('autocomplete', 'cc-number');
  await expect(code).toHaveAttribute('autocomplete', 'cc-csc');
  await number.fill(CARDS.softDecline);
  await expect(number).toHaveAttribute('autocomplete', 'off');
  await expect(code).toHaveAttribute('autocomplete', 'cc-csc');
  await fillCard(page, { number: CARDS.softDecline });
  await expect(code).toHaveAttribute('autocomplete', 'off');
  await page.getByLabel('Name on card').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Your card was declined');
  await expect(code).toHaveValue('');
  await number.focus();
  await code.focus();
  await expect(code).toHaveAttribute('autocomplete', 'cc-csc');
});

test("neither the number nor the security code is in the session that Chromium's profile keeps", async ({
  playwright,
  createOrder,
}) => {
  const profile = await scratchFolder();
  const browser = await playwright.chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? '',
    // The new headless mode is the whole browser, if it is there; the shell ignores this.
    args: [...BROWSER_ARGS, '--headless=new'],
  });
  const sessions = join(profile, 'Default/Sessions');
  test.skip(!existsSync(sessions), 'the headless shell keeps no sessions');
  const saved = async () => {
    const files = await readdir(profile, { recursive: true, withFileTypes: true });
    const contents = files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
    return (await Promise.all(contents)).join('\n').replaceAll('\0', '');
  };
  const page = await browser.newPage();
  await page.goto((await createOrder(STAYS)).pay_url);
  await untilAlive(page);
  await typeCard(page, { number: CARDS.approved, code: '9876', name: 'Bartholomew Quill' });
  await expect.poll(saved).toContain('Bartholomew Quill');
  await browser.close();
  const text = await saved();
  expect(text).toContain('Bartholomew Quill');
  expect(text).not.toMatch(/4242[ -]?4242/);
  expect(text).not.toContain('9876');
  await rm(profile, { recursive: true });
});
