import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import type { BrowserSettings, DrivenBrowser } from './driven-browser.ts';
import { freePort } from './free-port.ts';
import { untilPrinted } from './until-printed.ts';
import { startSession, type WebDriver } from './webdriver.ts';

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
  const home = await mkdtemp(join(tmpdir(), 'tollgate-webkit-'));
  const port = await freePort();
  const screen = start(SCREEN, ['-displayfd', '1', '-nolisten', 'tcp'], home);
  const display = await untilPrinted(screen, /^(\d+)\n/m);
  const driver = start(driverPath, [`--port=${port}`], home, `:${display}`);
  const args = ['--automation', `--enable-javascript=${javaScript}`];
  const session = await startSession(`http://127.0.0.1:${port}`, {
    'webkitgtk:browserOptions': { args },
  });
  return {
    ...drive(session),
    close: async () => {
      await session.end();
      await end(driver);
      await end(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function start(path: string, args: string[], home: string, display?: string): ChildProcess {
  return spawn(path, args, {
    env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: display },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.kill()) await once(program, 'exit');
}

/** The name that the standard gives to a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const element = z.object({ [ELEMENT]: z.string() }).transform((found) => found[ELEMENT]);
const anything = z.unknown();

function drive({ call }: WebDriver): Omit<DrivenBrowser, 'close'> {
  const findAll = (selector: string) =>
    call('POST', '/elements', { using: 'css selector', value: selector }, z.array(element));
  const find = async (selector: string) => {
    const [first] = await findAll(selector);
    if (first === undefined) throw new Error(`There is no ${selector}`);
    return first;
  };
  return {
    shows: async (selector) => (await findAll(selector)).length > 0,
    open: async (url) => {
      await call('POST', '/url', { url }, anything);
    },
    type: async (selector, text) => {
      await call('POST', `/element/${await find(selector)}/value`, { text }, anything);
    },
    click: async (selector) => {
      await call('POST', `/element/${await find(selector)}/click`, {}, anything);
    },
    run: async (script) => {
      await call('POST', '/execute/sync', { script, args: [] }, anything);
    },
    address: () => call('GET', '/url', undefined, z.string()),
  };
}
