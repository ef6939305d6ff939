import { CARDS, expect, expectPaid, STAYS, test } from './fixtures.ts';

test('a keyboard reaches everything in visual order, each with a visible focus', async ({
  page,
  openForm,
}) => {
  await openForm();
  const reached: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const style = getComputedStyle(element);
      const label = element.getAttribute('aria-label') ?? element.textContent;
      const text = label.trim().replaceAll(/\s+/g, ' ');
      return {
        name: element.id === '' ? text : element.id,
        outline: style.outlineStyle,
        width: style.outlineWidth,
        offset: style.outlineOffset,
      };
    });
    reached.push(focus.name);
    expect(focus, focus.name).toMatchObject({ outline: 'solid', width: '2px', offset: '2px' });
  }
  expect(reached).toEqual([
    'Test cards',
    'card-number',
    'expiry-date',
    'security-code',
    'cardholder-name',
    'Pay €12.50',
    'Back to the shop',
    'Language: English',
  ]);
});

test('the keyboard alone corrects mistakes, and pays after a decline', async ({
  page,
  openForm,
}) => {
  await openForm(STAYS);
  const keys = page.keyboard;
  await page.getByLabel('Card number').focus();
  await keys.press('Enter');
  await expect(page.getByRole('group', { name: 'Check what you entered' })).toBeFocused();
  await keys.press('Tab');
  await keys.press('Enter');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await keys.type(CARDS.softDecline);
  for (const typed of ['1239', '123', 'Anna Weber']) {
    await keys.press('Tab');
    await keys.type(typed);
  }
  await keys.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await keys.press('Tab');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await keys.press('Control+A');
  await keys.type(CARDS.approved);
  await keys.press('Tab');
  await keys.press('Tab');
  await keys.type('123');
  await keys.press('Enter');
  await expectPaid(page);
});

test('the keyboard alone chooses a test card, and another language', async ({ page, openForm }) => {
  await openForm();
  await page.getByLabel('Test cards').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
  await page.locator('footer summary').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Deutsch' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Mit Karte bezahlen' })).toBeVisible();
});
