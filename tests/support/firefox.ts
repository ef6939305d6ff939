import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { connectBidi, type Bidi } from './bidi.ts';
import type { BrowserSettings, DrivenBrowser } from './driven-browser.ts';
import { starts } from './starts.ts';
import { untilPrinted } from './until-printed.ts';

/** Path of a Firefox that starts: the one that FIREFOX_PATH names, or the system's. */
export function findFirefox(): string | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  if (chosen) return chosen;
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(starts);
}

const LISTENS = /WebDriver BiDi listening on (\S+)\n/;
/** Tall enough for the whole form: nothing is clicked that would have to be scrolled to. */
const WINDOW = ['--width=1280', '--height=1600'];

/** Starts Firefox with a profile and a home of its own. */
export async function openFirefox(
  path: string,
  { javaScript }: BrowserSettings,
): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'tollgate-firefox-'));
  // The start page belongs to the browser, which lets nobody leave it by remote control.
  const settings = { 'browser.startup.page': 0, 'javascript.enabled': javaScript };
  await writeFile(join(home, 'user.js'), userSettings(settings));
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', ...WINDOW];
  const program = spawn(path, [...args, '--profile', home], {
    env: { PATH: process.env['PATH'], HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(program, 'exit');
  const bidi = await connectBidi(`${await untilPrinted(program, LISTENS)}/session`);
  return {
    ...drive(bidi, await firstTab(bidi)),
    close: async () => {
      program.kill();
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

const userSettings = (settings: Record<string, number | boolean>): string =>
  Object.entries(settings)
    .map(([name, value]) => `user_pref('${name}', ${value});\n`)
    .join('');

const tree = z.object({ contexts: z.array(z.object({ context: z.string(), url: z.string() })) });
const located = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) });
const anything = z.unknown();

async function firstTab({ call }: Bidi): Promise<string> {
  const [tab] = (await call('browsingContext.getTree', {}, tree)).contexts;
  if (tab === undefined) throw new Error('Firefox has no tab');
  return tab.context;
}

function drive({ call }: Bidi, context: string): Omit<DrivenBrowser, 'close'> {
  const act = (source: object) =>
    call('input.performActions', { context, actions: [{ id: 'hand', ...source }] }, anything);
  const findAll = async (selector: string) => {
    const locator = { type: 'css', value: selector };
    return (await call('browsingContext.locateNodes', { context, locator }, located)).nodes;
  };
  const click = async (selector: string) => {
    const [element] = await findAll(selector);
    if (element === undefined) throw new Error(`There is no ${selector}`);
    const origin = { type: 'element', element: { sharedId: element.sharedId } };
    const move = { type: 'pointerMove', x: 0, y: 0, origin };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await act({ type: 'pointer', actions: [move, ...press] });
  };
  return {
    click,
    shows: async (selector) => (await findAll(selector)).length > 0,
    open: async (url) => {
      await call('browsingContext.navigate', { context, url, wait: 'complete' }, anything);
    },
    type: async (selector, text) => {
      await click(selector);
      const keys = text.split('').flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act({ id: 'keyboard', type: 'key', actions: keys });
    },
    run: async (script) => {
      const where = { target: { context }, awaitPromise: false };
      await call('script.evaluate', { expression: script, ...where }, anything);
    },
    address: async () => {
      const [tab] = (await call('browsingContext.getTree', { root: context }, tree)).contexts;
      return tab?.url ?? '';
    },
  };
}
