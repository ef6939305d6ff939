import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2 AA and the rules axe calls best practice, or those rules alone. It looks into no frames; there are none. */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  // To bring it into the page takes as long as a look by few rules.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  const { violations } = await page.evaluate((asked) => window.axe.run(document, asked), options);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What a theme can make wrong: themes differ in their colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page is opened once, and looked at in both themes. */
export async function expectNoViolationsInAnyTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, COLOUR_RULES);
}
