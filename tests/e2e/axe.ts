import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * WCAG 2.2 AA and the rules axe calls best practice, or those rules alone. It looks into no frames, and fetches no sounds: there are
 * none. While a dialog is open, what stands behind it is inert: that is checked where no dialog is.
 */
export async function expectNoViolations(page: Page, rules?: readonly string[]): Promise<void> {
  // To bring it into the page takes as long as a look by few rules.
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
 * Runs in the page: has axe check the colours of texts that look alike once. To find out what stands behind a text takes it longer
 * than all other rules, for each text anew.
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
    // Axe checks neither a single letter nor what is disabled.
    const hasText = texts.some(({ nodeValue }) => (nodeValue ?? '').trim().length > 1);
    const isChecked =
      (hasText || element.matches('input, select')) &&
      element.checkVisibility() &&
      !element.matches(':disabled, :disabled *');
    element.toggleAttribute(MARK, isChecked && !seen.has(look));
    if (isChecked) seen.add(look);
  }
}

/** What holds for the first few of a list holds for all: they differ in what they say. */
const ALIKE = ['tbody > tr:nth-child(n + 6)', 'article:nth-of-type(n + 6)'];

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
