import { describe, expect, it } from 'vitest';

import { installBrowser } from './browser-resource.ts';

/** A machine whose package sources have some packages; what was asked for is recorded. */
function machineWith(available: readonly string[]) {
  const requested: string[] = [];
  return {
    requested,
    install: async (name: string) => {
      requested.push(name);
    },
    find: () => requested.find((name) => available.includes(name)),
  };
}

describe('the browser of the tests, where there is none', () => {
  it('is the headless shell, and no other package is installed', async () => {
    const machine = machineWith(['chromium-headless-shell', 'chromium']);
    expect(await installBrowser(machine)).toBe('chromium-headless-shell');
    expect(machine.requested).toEqual(['chromium-headless-shell']);
  });

  it('is the whole Chromium if the system has no headless shell', async () => {
    expect(await installBrowser(machineWith(['chromium']))).toBe('chromium');
  });

  it('is not installed if the system has neither', async () => {
    expect(await installBrowser(machineWith([]))).toBeUndefined();
  });
});
