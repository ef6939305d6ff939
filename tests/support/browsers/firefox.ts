import { rm } from 'node:fs/promises';

import { launch, type Page } from 'puppeteer-core';

import { scratchFolder } from '../scratch-folder.ts';
import { starts } from './chromium.ts';
import type { BrowserSettings, DrivenBrowser } from './driven-browser.ts';

/** Path of a Firefox that starts: the one that FIREFOX_PATH names, or the system's. */
export function findFirefox(): string | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  if (chosen) return chosen;
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(starts);
}

/** Tall enough for the whole form: nothing is clicked that would have to be scrolled to. */
const VIEWPORT = { width: 1280, height: 1600 };

/** Starts Firefox with a profile and a home of its own. */
export async function openFirefox(
  path: string,
  { javaScript }: BrowserSettings,
): Promise<DrivenBrowser> {
  const home = await scratchFolder();
  const browser = await launch({
    browser: 'firefox',
    executablePath: path,
    userDataDir: home,
    env: { PATH: process.env['PATH'], HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' },
    extraPrefsFirefox: { 'javascript.enabled': javaScript },
    defaultViewport: VIEWPORT,
    // Ctrl-C ends the whole run, and whoever runs it cleans up.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    ...drive(await browser.newPage()),
    close: async () => {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Only what is answered in the same turn works in a page without JavaScript, where no promise is ever kept:
 * Puppeteer's own search for an element, and its click on one, wait for some.
 */
function drive(page: Page): Omit<DrivenBrowser, 'close'> {
  const click = async (selector: string, count: number) => {
    const { x, y } = await page.evaluate(middleOf, selector);
    await page.mouse.click(x, y, { count });
  };
  return {
    click: (selector) => click(selector, 1),
    open: async (url) => {
      await page.goto(url);
    },
    shows: (selector) => page.evaluate((css) => document.querySelector(css) !== null, selector),
    text: (selector) => page.evaluate(textOf, selector),
    value: (selector) => page.evaluate(valueOf, selector),
    type: async (selector, text) => {
      // Three clicks select all that a field holds.
      await click(selector, 3);
      await page.keyboard.type(text);
    },
    run: async (script) => {
      await page.evaluate(script);
    },
    address: async () => page.url(),
  };
}

/** These run in the page. */
function textOf(selector: string): string {
  return document.querySelector(selector)?.textContent ?? '';
}

function valueOf(selector: string): string {
  return document.querySelector<HTMLInputElement>(selector)?.value ?? '';
}

function middleOf(selector: string): { x: number; y: number } {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`There is no ${selector}`);
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
