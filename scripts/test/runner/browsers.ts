import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import {
  UNPACKED_BROWSER,
  UNPACKED_CHROMIUM_109,
  findBrowser,
  findChromium109,
  findHeadlessShell,
} from '../../../tests/e2e/chromium.ts';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { runProgram } from '../../run-program.ts';
import { installPackages, isCi, type Resource } from './resource.ts';

/** The headless shell first: it runs the same tests in two thirds of the time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/**
 * Finds a Chromium: an installed one, else one of the system's packages, else the one in an npm package. CI installs
 * the headless shell even if there is another Chromium.
 */
export async function findChromium(): Promise<Resource> {
  const isToInstall = isCi && !process.env['CHROMIUM_PATH'] && !findHeadlessShell();
  if (isToInstall || !findBrowser()) await installPackages(HEADLESS_SHELL);
  if (!findBrowser()) await installPackages('chromium');
  const path = findBrowser() ?? (await unpack(UNPACKED_BROWSER, '@sparticuz/chromium', 24));
  if (!path) throw new Error('no Chromium could be had');
  console.log(`Browser: ${path}`);
  return { env: { CHROMIUM_PATH: path } };
}

export async function unpackChromium109(): Promise<Resource> {
  const path = findChromium109() ?? (await unpack(UNPACKED_CHROMIUM_109, 'chromium-109', 18));
  return path ? { env: { CHROMIUM_109_PATH: path } } : 'the packed Chromium 109 does not start';
}

/**
 * Unpacks the browser in an npm package into the folder, with its libraries and fonts.
 *
 * @param nodeVersion the AWS runtime to claim: only for that does the package unpack the libraries
 * @returns a command that starts the browser with them, or undefined if it does not run here
 */
async function unpack(
  folder: string,
  name: string,
  nodeVersion: number,
): Promise<string | undefined> {
  // An unfinished earlier attempt would be taken for complete.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A separate program, because the package reads its environment only once. It unpacks into TMPDIR.
  const script = `import('${name}').then(({ default: chromium }) => chromium.executablePath())`;
  await runProgram({
    command: ['node', '-e', script],
    env: { AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${nodeVersion}.x`, TMPDIR: folder },
    timeoutMs: PATIENCE_MS,
  });
  const [fonts = ''] = globSync(join(folder, '*/fonts.conf'));
  // The file has the paths of the fonts on the machine that the package was made for. Without fonts, pages crash.
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('>/tmp/', `>${folder}/`));
  // As root, an older Chromium does not even print its version without --no-sandbox.
  const launcher = `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, 'al2023/lib')}:${join(folder, 'aws/lib')}'
export FONTCONFIG_PATH='${dirname(fonts)}'
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
