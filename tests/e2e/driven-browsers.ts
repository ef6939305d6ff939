/** Drives browsers that Playwright cannot drive here: Firefox by Puppeteer, WebKit by its own driver. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import { launch, type Page } from 'puppeteer-core';
import { Builder, By, Capabilities, error, Key, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

import { untilPrinted } from '../support/process/printed.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { starts } from './chromium.ts';

/** The browser functions that a payment needs. */
export interface DrivenBrowser {
  open(url: string): Promise<void>;
  /** Returns whether an element is there yet: WebKit reports a page as loaded before its scripts have run. */
  shows(selector: string): Promise<boolean>;
  /** Returns the text content of an element. */
  text(selector: string): Promise<string>;
  /** Returns a field's value. */
  value(selector: string): Promise<string>;
  /** Replaces a field's value, typing key by key as a shopper does. */
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Runs a script in the open page. */
  run(script: string): Promise<void>;
  address(): Promise<string>;
  close(): Promise<void>;
}

interface BrowserSettings {
  javaScript: boolean;
}

/** Returns the path of a working Firefox: FIREFOX_PATH, or the system's. */
export function findFirefox(): string | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  if (chosen) return chosen;
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(starts);
}

/** Tall enough for the whole form, so that nothing has to be scrolled into view. */
const VIEWPORT = { width: 1280, height: 1600 };

/** Starts Firefox with a new profile and home. */
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
    // Ctrl-C ends the whole run, whose runner cleans up.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    ...drivePage(await browser.newPage()),
    close: async () => {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Drives a page, with synchronous calls only: in a page without JavaScript no promise ever settles, and Puppeteer's own
 * search for an element and its click await some.
 */
function drivePage(page: Page): Omit<DrivenBrowser, 'close'> {
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
      // Three clicks select a field's whole value.
      await click(selector, 3);
      await page.keyboard.type(text);
    },
    run: async (script) => {
      await page.evaluate(script);
    },
    address: async () => page.url(),
  };
}

/** Runs in the page, like the functions below. */
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

const SCREEN = '/usr/bin/Xvfb';

/** Returns the path of WebKit's driver: WEBKIT_DRIVER_PATH, or the system's; undefined without a virtual screen. */
export function findWebKit(): string | undefined {
  const driver = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
  // WebKit cannot run without a screen.
  return [driver, SCREEN].every((path) => existsSync(path)) ? driver : undefined;
}

/** Starts WebKit's MiniBrowser on a virtual screen, with a new home. */
export async function openWebKit(
  driverPath: string,
  { javaScript }: BrowserSettings,
): Promise<DrivenBrowser> {
  const home = await scratchFolder();
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: home };
  const screen = spawn(SCREEN, ['-displayfd', '1', '-nolisten', 'tcp'], { env: environment });
  const display = await untilPrinted(screen, /^(\d+)\n/m);
  const service = new DriverService.Builder(driverPath)
    .setLoopback(true)
    .setEnvironment({ ...environment, DISPLAY: `:${display}` })
    .build();
  const args = ['--automation', `--enable-javascript=${javaScript}`];
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } }),
    )
    .build();
  return {
    ...drive(driver),
    close: async () => {
      await driver.quit();
      await service.kill();
      await end(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.kill()) await once(program, 'exit');
}

function drive(driver: WebDriver): Omit<DrivenBrowser, 'close'> {
  const find = (selector: string) => driver.findElement(By.css(selector));
  return {
    open: (url) => driver.get(url),
    shows: async (selector) => {
      try {
        return (await driver.findElements(By.css(selector))).length > 0;
      } catch (thrown) {
        // The page was left during the call, so it shows nothing any more.
        if (thrown instanceof error.NoSuchFrameError) return false;
        throw thrown;
      }
    },
    text: (selector) => find(selector).getText(),
    value: (selector) => find(selector).getProperty('value'),
    type: async (selector, text) => {
      const field = find(selector);
      // A held key is released when the call ends.
      await field.sendKeys(Key.CONTROL, 'a');
      await field.sendKeys(text);
    },
    click: (selector) => find(selector).click(),
    run: (script) => driver.executeScript(script),
    address: () => driver.getCurrentUrl(),
  };
}
