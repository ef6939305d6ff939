import { CARDS, expect, payButton, test, typeCard } from './fixtures.ts';

test('what a screen reader is told of the form, of mistakes and of a decline', async ({
  page,
  openForm,
}) => {
  await openForm({ customer: {} });
  await expect(page).toHaveTitle(/^Pay Sandbox Shop · €12\.50$/);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - paragraph: Sandbox Shop
      - paragraph: €12.50
      - paragraph: /Order/
      - paragraph:
        - link "Back to Sandbox Shop"
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pay by card" [level=1]
      - text: Card number
      - textbox "Card number"
      - img "Accepted cards"
      - text: Expiry date
      - textbox "Expiry date"
      - paragraph: MM / YY
      - text: Security code
      - textbox "Security code"
      - paragraph: 3 digits, on the back
      - text: Name on card
      - textbox "Name on card"
      - text: Email (optional)
      - textbox "Email (optional)"
      - paragraph: Your bank may use it to check the payment
      - button "Pay €12.50"
      - status
      - paragraph: /When you pay, Sandbox Shop takes €12.50/
  `);
  await payButton(page).click();
  await expect(page.getByRole('group', { name: 'Check what you entered' })).toMatchAriaSnapshot(`
    - group "Check what you entered":
      - heading "Check what you entered" [level=2]
      - list:
        - listitem:
          - link "Enter your card number"
        - listitem:
          - link "Enter the expiry date"
        - listitem:
          - link "Enter the security code"
        - listitem:
          - link "Enter the name on the card"
  `);
  await typeCard(page, { number: CARDS.softDecline });
  await payButton(page).click();
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - heading "Your card was declined" [level=2]
      - paragraph: No money was taken. Check the details, or try another card.
      - paragraph: "Attempts left: 2"
      - paragraph: /The bank’s answer/
  `);
});

test('what a screen reader is told of waiting and of the end', async ({ page, createOrder }) => {
  const order = await createOrder({ return_urls: {} });
  await page.goto(order.pay_url);
  await typeCard(page, { number: CARDS.pending });
  await payButton(page).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Your bank is checking the payment" [level=1]
      - paragraph: /This usually takes a few seconds/
      - status
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Payment received" [level=1]
      - paragraph: €12.50 was paid to Sandbox Shop.
  `);
});
