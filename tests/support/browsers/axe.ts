import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA and the rules axe calls best practice. The policy keeps axe out of frames; there are none. */
const expectNoViolations = async (page: Page, rules?: string[]): Promise<void> => {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
};

/** What a theme can make wrong: themes differ in their colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page is opened once, and looked at in both themes. */
export const expectNoViolationsInAnyTheme = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, COLOUR_RULES);
};
