import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  UNPACKED_BROWSER,
  UNPACKED_CHROMIUM_109,
  findBrowser,
  findChromium109,
  findHeadlessShell,
} from '../../../tests/e2e/chromium.ts';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { installPackages, isCi, missing, type Resource } from './resource.ts';

/** The headless shell first: it runs the same tests in two thirds of the time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/**
 * Finds a Chromium: an installed one, else one of the system's packages, else the one in an npm package. CI installs
 * the headless shell even if there is another Chromium.
 */
export async function browserResource(): Promise<Resource> {
  const isToInstall = isCi && !process.env['CHROMIUM_PATH'] && !findHeadlessShell();
  if (isToInstall || !findBrowser()) await installPackages(HEADLESS_SHELL);
  if (!findBrowser()) await installPackages('chromium');
  const path = findBrowser() ?? (await unpack(UNPACKED_BROWSER, CURRENT));
  if (!path) return missing('no Chromium could be had', true);
  console.log(`Browser: ${path}`);
  return { env: { CHROMIUM_PATH: path } };
}

export async function chromium109Resource(): Promise<Resource> {
  const path = findChromium109() ?? (await unpack(UNPACKED_CHROMIUM_109, CHROMIUM_109));
  if (!path) return missing('the packed Chromium 109 does not start');
  return { env: { CHROMIUM_109_PATH: path } };
}

/** An npm package with a Chromium in it. */
interface PackedBrowser {
  readonly name: string;
  /** The AWS runtime to claim: only for that does the package unpack the libraries that its browser needs. */
  readonly awsRuntime: string;
  /** The path in the folder that it is unpacked into. */
  readonly libraries: string;
  readonly fonts: string;
}

const CURRENT: PackedBrowser = {
  name: '@sparticuz/chromium',
  awsRuntime: 'AWS_Lambda_nodejs24.x',
  libraries: 'al2023/lib',
  fonts: 'fonts',
};

/** The last Chromium that runs on Windows 7 and 8.1. */
const CHROMIUM_109: PackedBrowser = {
  name: 'chromium-109',
  awsRuntime: 'AWS_Lambda_nodejs18.x',
  libraries: 'aws/lib',
  fonts: 'aws',
};

/**
 * Unpacks the browser in an npm package into the folder, with its libraries and fonts. Returns a command that starts
 * it with them, or undefined if it does not run here.
 */
async function unpack(folder: string, browser: PackedBrowser): Promise<string | undefined> {
  // An unfinished earlier attempt would be taken for complete.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A separate program, because the package reads its environment only once. It unpacks into TMPDIR.
  const script = `import('${browser.name}').then(({ default: chromium }) => chromium.executablePath())`;
  await runProgram({
    command: ['node', '-e', script],
    env: { AWS_EXECUTION_ENV: browser.awsRuntime, TMPDIR: folder },
    timeoutMs: PATIENCE_MS,
  });
  const fonts = join(folder, browser.fonts, 'fonts.conf');
  // The file has the paths of the fonts on the machine that the package was made for. Without fonts, pages crash.
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('>/tmp/', `>${folder}/`));
  // As root, an older Chromium does not even print its version without --no-sandbox.
  const launcher = `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, browser.libraries)}'
export FONTCONFIG_PATH='${join(folder, browser.fonts)}'
exec '${join(folder, 'chromium')}' --no-sandbox "$@"
`;
  const command = join(folder, 'run');
  writeFileSync(command, launcher, { mode: 0o755 });
  const attempt = await runProgram({
    command: [command, '--version'],
    keepOutput: true,
    timeoutMs: PATIENCE_MS,
  });
  return attempt.code === 0 ? command : undefined;
}
