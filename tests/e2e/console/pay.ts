import type { Page } from '@playwright/test';
import { CARDS, fillCard, payButton } from '../fixtures.ts';

/** Pays an order by a card that is approved, as its shopper does. */
export async function pay(page: Page, payUrl: string): Promise<void> {
  await page.goto(payUrl);
  await fillCard(page, { number: CARDS.approved });
  await payButton(page).click();
  await page.waitForURL(/success/);
}
