import {
  CARDS,
  expect,
  expectPaid,
  openBeforeScript,
  payButton,
  STAYS,
  test,
  typeCard,
  untilAlive,
} from './fixtures.ts';

test('all errors are announced at once, each with a link to its field', async ({
  page,
  openForm,
}) => {
  await openForm();
  await payButton(page).click();
  const summary = page.getByRole('group', { name: 'Check what you entered' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your card number',
    'Enter the expiry date',
    'Enter the code',
    'Enter the name on the card',
  ]);
  await summary.getByRole('link', { name: 'Enter the expiry date' }).click();
  const expiry = page.getByLabel('Expiry date');
  await expect(expiry).toBeFocused();
  await expect(expiry).toHaveAttribute('aria-invalid', 'true');
  await expect(expiry).toHaveAccessibleDescription('MM / YY Enter the expiry date');
});

test('a field is validated when left, and again while corrected, but not while it is typed anew', async ({
  page,
  openForm,
}) => {
  await openForm();
  const number = page.getByLabel('Card number');
  await number.pressSequentially('4242424242424241');
  await expect(number).not.toHaveAttribute('aria-invalid');
  await number.press('Tab');
  await expect(number).toHaveAccessibleDescription('Check the card number');
  await number.press('End');
  await number.press('Backspace');
  await number.pressSequentially('2');
  await expect(number).not.toHaveAttribute('aria-invalid');
  await number.fill('4242');
  await expect(number).not.toHaveAttribute('aria-invalid');
  await number.press('Tab');
  await expect(number).toHaveAccessibleDescription('Enter all digits of the card number');
});

test('a field is validated even if a press has opened a menu', async ({ page, openForm }) => {
  await openForm();
  const number = page.getByLabel('Card number');
  await number.fill('4242');
  // The page gets no event when a press that opened a menu ends.
  await page.mouse.down({ button: 'right' });
  await page.getByLabel('Expiry date').focus();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
});

test('leaving an empty field shows no error', async ({ page, openForm }) => {
  await openForm();
  await page.getByLabel('Card number').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});

test('the caret stays at the edited position', async ({ page, openForm }) => {
  await openForm();
  const number = page.getByLabel('Card number');
  await number.pressSequentially('42424242');
  await number.press('Home');
  await number.press('ArrowRight');
  await number.pressSequentially('9');
  await number.pressSequentially('8');
  await expect(number).toHaveValue('4982 4242 42');
});

test('typing in the number field can be undone and redone', async ({ page, openForm }) => {
  await openForm();
  const number = page.getByLabel('Card number');
  await number.pressSequentially('42424242');
  await expect(number).toHaveValue('4242 4242');
  await number.press('ControlOrMeta+z');
  const undone = await number.inputValue();
  expect('4242 4242'.startsWith(undone) && undone.length < 9).toBe(true);
  for (let n = 0; n < 9; n += 1) await number.press('ControlOrMeta+z');
  await expect(number).toHaveValue('');
  for (let n = 0; n < 10; n += 1) await number.press('ControlOrMeta+Shift+z');
  await expect(number).toHaveValue('4242 4242');
});

test('digits are not reformatted while an input method is composing', async ({
  page,
  openForm,
}) => {
  await openForm();
  const number = page.getByLabel('Card number');
  await number.focus();
  const keyboard = await page.context().newCDPSession(page);
  const composed = '４２４２４２';
  await keyboard.send('Input.imeSetComposition', {
    text: composed,
    selectionStart: composed.length,
    selectionEnd: composed.length,
  });
  await expect(number).toHaveValue(composed);
  await keyboard.send('Input.insertText', { text: composed });
  await expect(number).toHaveValue('4242 42');
});

test('input from before the form is interactive is kept', async ({ page, createOrder }) => {
  const order = await createOrder();
  const runScript = await openBeforeScript(page, order.pay_url);
  await typeCard(page, { number: '4242424242424242' });
  await runScript();
  await untilAlive(page);
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(page.getByLabel('Name on card')).toHaveValue('Anna Maria Weber');
  await expect(page.getByRole('img', { name: 'Visa' })).toBeVisible();
});

test('an unaccepted brand is reported as soon as it is certain, and another brand pays', async ({
  page,
  openForm,
}) => {
  await openForm({ ...STAYS, method: 'card_brands' });
  const number = page.getByLabel('Card number');
  await expect(page.getByRole('group', { name: 'Accepted cards' }).getByRole('img')).toHaveCount(2);
  await number.pressSequentially('3782');
  await expect(number).toHaveAccessibleDescription('Not accepted here: use another card');
  await number.fill('');
  await typeCard(page, { number: CARDS.approved });
  await expect(number).not.toHaveAttribute('aria-invalid');
  await payButton(page).click();
  await expectPaid(page);
});
