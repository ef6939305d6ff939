import type { Page } from '@playwright/test';

import { valueIn } from '#contract/client/result.ts';
import type { CreatePayinBody } from '#contract/schemas/payin.ts';

import { LANGUAGE_NAMES } from '../../src/lib/i18n/languages.ts';
import { done } from '../support/process/operate.ts';
import { expectNoViolationsInAnyTheme } from './axe.ts';
import {
  CARDS,
  expect,
  expectPaid,
  fillCard,
  payButton,
  payWith,
  STAYS,
  test as base,
  untilAlive,
} from './fixtures.ts';

const ADDRESS = { country: 'FR', street: 'Rue du Bac 7', city: "L'Isle", post_code: '87170' };

/** Opens an order of a terminal that asks for the whole address. */
type Open = (overrides?: Partial<CreatePayinBody>) => Promise<{ id: string; pay_url: string }>;

const test = base.extend<{ open: Open }>({
  open: async ({ page, createOrder, acquirers }, use) => {
    await use(async (overrides) => {
      const order = await createOrder({
        ...STAYS,
        merchant_gate_method_id: acquirers.addressWanted,
        ...overrides,
      });
      await page.goto(order.pay_url);
      return order;
    });
  },
});

function fieldsOf(page: Page) {
  return {
    country: page.getByLabel('Country', { exact: true }),
    other: page.getByLabel('Another country'),
    street: page.getByLabel('Street address'),
    city: page.getByLabel('City'),
    postcode: page.getByLabel('Postal code'),
  };
}

async function fillAddress(page: Page): Promise<void> {
  const { country, street, city, postcode } = fieldsOf(page);
  await country.selectOption('FR');
  await street.fill(' Rue du  Bac 7 ');
  await city.fill('L’Isle');
  await postcode.fill('87170');
}

test('the address is asked for behind the card, and is the customer’s once it is paid', async ({
  page,
  app,
  open,
}) => {
  const { id } = await open();
  await untilAlive(page);
  const words = page.locator('[autocomplete^="billing "]');
  expect(
    await words.evaluateAll((all) => all.map((field) => field.getAttribute('autocomplete'))),
  ).toEqual([
    'billing country',
    'billing street-address',
    'billing address-level2',
    'billing postal-code',
  ]);
  await expectNoViolationsInAnyTheme(page);
  await fillCard(page, { number: CARDS.approved });
  await fillAddress(page);
  await payButton(page).click();
  await expectPaid(page);
  expect(valueIn(await app.client.getPayin(id)).customer?.address).toEqual(ADDRESS);
});

test('the script lists all countries by name, after the likely one', async ({ page, open }) => {
  await open();
  await page.goto(`${page.url()}?lang=de`);
  await untilAlive(page);
  const names = await page.locator('#country option').allTextContents();
  expect(names).toHaveLength(249);
  expect(names.slice(0, 4)).toEqual(['Deutschland', 'Afghanistan', 'Ägypten', 'Ålandinseln']);
  await expect(page.locator('#country_code')).toBeHidden();
});

test('only what the order lacks is asked for', async ({ page, open }) => {
  await open({ customer: { address: { country: 'DE', city: 'Berlin' } } });
  await untilAlive(page);
  const { country, street, city, postcode } = fieldsOf(page);
  await expect(country).toHaveCount(0);
  await expect(city).toHaveCount(0);
  await payWith(page, { number: CARDS.approved });
  await expect(postcode).toHaveAccessibleDescription('Enter the postal code');
  await street.fill('Allee 7a');
  await postcode.fill('10178');
  await payButton(page).click();
  await expectPaid(page);
});

test('errors are at their fields, and go as they are corrected', async ({ page, open }) => {
  await open();
  await untilAlive(page);
  await payWith(page, { number: CARDS.approved });
  const summary = page.getByRole('group', { name: 'Check what you entered' });
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the street address',
    'City, letters only',
    'Enter the postal code',
  ]);
  await summary.getByRole('link', { name: 'Enter the postal code' }).click();
  const { city, postcode } = fieldsOf(page);
  await expect(postcode).toBeFocused();
  await fillAddress(page);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  // The service alone checks which letters a city has.
  await city.fill('Paris 15');
  await payButton(page).click();
  await expect(city).toHaveAccessibleDescription('City, letters only');
  await city.fill('Paris');
  await payButton(page).click();
  await expectPaid(page);
});

test('another language keeps the country that was chosen from the whole list', async ({
  page,
  open,
}) => {
  await open();
  await untilAlive(page);
  const { country, street } = fieldsOf(page);
  await country.selectOption('MN');
  await street.fill('Peace Avenue 5');
  await page.locator('footer summary').click();
  await page.locator('footer [lang=de]').click();
  await expect(page.locator('html[lang=de] #street')).toHaveValue('Peace Avenue 5');
  await expect(page.locator('#country')).toHaveValue('MN');
  await expect(page.locator('#country option:checked')).toHaveText('Mongolei');
});

test('a page from before the terminal asked for the address comes again, and asks for it', async ({
  page,
  app,
  open,
}) => {
  const set = (asks_address: string) =>
    done(app, 'terminals change', { terminal: 'sandbox-full', settings: { asks_address } });
  await set('none');
  await open();
  await untilAlive(page);
  await expect(fieldsOf(page).street).toHaveCount(0);
  await set('full');
  await payWith(page, { number: CARDS.approved });
  await expect(fieldsOf(page).street).toBeVisible();
  await untilAlive(page);
  await fillCard(page, { number: CARDS.approved });
  await fillAddress(page);
  await payButton(page).click();
  await expectPaid(page);
});

test('the form with an address is two screens of a small phone, in every language', async ({
  page,
  livePage,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { id } = await open({ customer: {}, reference_id: 'A-1042' });
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    await page.goto(`${livePage.url}/pay/${id}?lang=${language}`);
    await untilAlive(page);
    const [width, height] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect.soft(height, language).toBeLessThanOrEqual(2 * 640);
    expect.soft(width, language).toBe(360);
  }
});

test('the browser’s autofill fills it in', { tag: '@apart' }, async ({ page, open }) => {
  await open();
  await untilAlive(page);
  const cdp = await page.context().newCDPSession(page);
  const filled = await cdp.send('Autofill.enable').then(
    () => true,
    () => false,
  );
  test.skip(!filled, 'the headless shell has no autofill');
  await cdp.send('DOM.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '#street',
  });
  const { node } = await cdp.send('DOM.describeNode', { nodeId });
  const address = {
    fields: [
      { name: 'NAME_FULL', value: 'Anna Weber' },
      { name: 'ADDRESS_HOME_STREET_ADDRESS', value: 'Rue du Bac 7' },
      { name: 'ADDRESS_HOME_CITY', value: 'Paris' },
      { name: 'ADDRESS_HOME_ZIP', value: '75007' },
      { name: 'ADDRESS_HOME_COUNTRY', value: 'FR' },
    ],
  };
  await cdp.send('Autofill.trigger', { fieldId: node.backendNodeId, address });
  const { country, street, city, postcode } = fieldsOf(page);
  await expect(street).toHaveValue('Rue du Bac 7');
  await expect(city).toHaveValue('Paris');
  await expect(postcode).toHaveValue('75007');
  await expect(country).toHaveValue('FR');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('ten countries are listed, and a code stands for any other', async ({ page, app, open }) => {
    const { id } = await open();
    const { country, other } = fieldsOf(page);
    await expect(country.locator('option')).toHaveCount(10);
    await fillCard(page, { number: CARDS.approved });
    await fillAddress(page);
    await other.fill('mn');
    await payButton(page).click();
    await expectPaid(page);
    const address = { ...ADDRESS, country: 'MN' };
    expect(valueIn(await app.client.getPayin(id)).customer?.address).toEqual(address);
  });

  test('what is missing, and a country that is none, are refused at their fields', async ({
    page,
    open,
  }) => {
    await open();
    await fillCard(page, { number: CARDS.approved });
    await fillAddress(page);
    const { country, other, city } = fieldsOf(page);
    await other.fill('XX');
    await city.fill('Paris 15');
    await payButton(page).click();
    const summary = page.getByRole('group', { name: 'Check what you entered' });
    await expect(summary.getByRole('link')).toHaveText([
      'Choose your country',
      'City, letters only',
    ]);
    await expect(country).toHaveAccessibleDescription('Choose your country');
    await expect(city).toHaveAccessibleDescription('City, letters only');
    expect(await page.content()).not.toContain('Rue du');
  });
});
