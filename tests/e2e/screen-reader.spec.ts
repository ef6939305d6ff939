import { CARDS, expect, payButton, payWith, test } from './fixtures.ts';

test('what a screen reader reads of the form, of mistakes and of a decline', async ({
  page,
  openForm,
}) => {
  await openForm({ customer: {} });
  await expect(page).toHaveTitle(/^Pay €12\.50 · Paper & Pen$/);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - paragraph: Paper & Pen
      - paragraph: €12.50
      - term: Order
      - definition
  `);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pay by card" [level=1]
      - text: Card number
      - textbox "Card number"
      - group "Accepted cards":
        - img "Visa"
        - img "Mastercard"
        - img "American Express"
        - img "Discover"
        - img "JCB, Diners Club, UnionPay, Mir, Maestro": "+5"
      - text: Expiry date
      - paragraph: MM / YY
      - textbox "Expiry date"
      - text: Security code
      - paragraph: 3 digits, on the back
      - textbox "Security code"
      - text: Name on card
      - textbox "Name on card"
      - text: Email (optional)
      - paragraph: Your bank may use it to check the payment
      - textbox "Email (optional)"
      - button "Pay €12.50"
      - status
      - paragraph: When you pay, €12.50 is taken from your card, once. Card details go to the bank and are not stored.
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
          - link "Enter the code"
        - listitem:
          - link "Enter the name on the card"
  `);
  await payWith(page, { number: CARDS.softDecline });
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - heading "Your card was declined" [level=2]
      - paragraph: No money was taken. Check the details, or try another card.
      - paragraph: "Attempts left: 2"
  `);
});
