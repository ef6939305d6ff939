import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import { Builder, By, Capabilities, error, Key, type WebDriver } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';

import { untilPrinted } from '../process/until-printed.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { BrowserSettings, DrivenBrowser } from './driven-browser.ts';

const SCREEN = '/usr/bin/Xvfb';

/** Path of WebKit's driver: the one that WEBKIT_DRIVER_PATH names, or the system's. */
export function findWebKit(): string | undefined {
  const driver = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
  // It has no way of its own to run without a screen.
  return [driver, SCREEN].every((path) => existsSync(path)) ? driver : undefined;
}

/** Starts WebKit's own small browser on a screen and with a home of its own. */
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
        // The page was left while it was asked: it shows nothing any more.
        if (thrown instanceof error.NoSuchFrameError) return false;
        throw thrown;
      }
    },
    text: (selector) => find(selector).getText(),
    value: (selector) => find(selector).getProperty('value'),
    type: async (selector, text) => {
      const field = find(selector);
      // A key that is held down is let go of where the call ends.
      await field.sendKeys(Key.CONTROL, 'a');
      await field.sendKeys(text);
    },
    click: (selector) => find(selector).click(),
    run: (script) => driver.executeScript(script),
    address: () => driver.getCurrentUrl(),
  };
}
