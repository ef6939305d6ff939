import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Checks WCAG 2.2 AA and axe's best practices, or only the given rules. Skips frames and media, which the pages lack.
 * While a dialog is open, the page behind it is inert and is checked elsewhere, without a dialog.
 */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  // Loading axe takes as long as a check of a few rules, so it is loaded once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(markDistinctColours);
  const options: axe.RunOptions = {
    iframes: false,
    preload: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  const { violations } = await page.evaluate(
    ([asked, exclude]) =>
      window.axe.run(
        { include: document.querySelector('dialog:modal') ?? document, exclude },
        asked,
      ),
    [options, ALIKE] as const,
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/**
 * Runs in the page: limits axe's contrast check to one of the texts that look alike. Determining the background of each
 * text takes axe longer than all other rules.
 */
function markDistinctColours(): void {
  const MARK = 'data-colours';
  window.axe.configure({ rules: [{ id: 'color-contrast', selector: `[${MARK}]` }] });
  const seen = new Set<string>();
  const root = document.querySelector('dialog:modal') ?? document.body;
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const looks = [color, fontSize, fontWeight];
    for (let behind: Element | null = element; behind; behind = behind.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(behind);
      looks.push(backgroundColor, backgroundImage, opacity);
    }
    const look = looks.join();
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    // Axe checks neither single letters nor disabled controls.
    const hasText = texts.some(({ nodeValue }) => (nodeValue ?? '').trim().length > 1);
    const isChecked =
      (hasText || element.matches('input, select')) &&
      element.checkVisibility() &&
      !element.matches(':disabled, :disabled *');
    element.toggleAttribute(MARK, isChecked && !seen.has(look));
    if (isChecked) seen.add(look);
  }
}

/** Later items of lists, which are skipped: items differ only in their texts. */
const ALIKE = ['tbody > tr:nth-child(n + 6)', 'article:nth-of-type(n + 6)'];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The rules that a theme can violate: themes differ only in colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks an open page in both themes. */
export async function expectNoViolationsInAnyTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, COLOUR_RULES);
}
