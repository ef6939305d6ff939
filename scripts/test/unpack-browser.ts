import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PATIENCE_MS } from '../../tests/support/patience.ts';
import { runProgram } from '../run-program.ts';

/** An npm package with a Chromium in it. */
interface PackedBrowser {
  /** Of this folder: unpacks it into TMPDIR. */
  unpack: string;
  /** It unpacks the libraries that its browser needs only where it believes it must. */
  awsRuntime: string;
  /** Below the folder that it is unpacked into. */
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
 * Unpacks the browser that comes as an npm package into the folder, with its libraries and fonts,
 * and returns a command that starts it with them; undefined when it does not run here.
 */
async function unpack(folder: string, browser: PackedBrowser): Promise<string | undefined> {
  // What another attempt left unfinished would be taken for whole.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runProgram({
    command: ['node', join(import.meta.dirname, browser.unpack)],
    env: { AWS_EXECUTION_ENV: browser.awsRuntime, TMPDIR: folder },
    timeoutMs: PATIENCE_MS,
  });
  const fonts = join(folder, browser.fonts, 'fonts.conf');
  // It names its fonts where they would be on the machine that it was packed for; without any, pages crash.
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

/** An older one does not even say its version to root without that argument. */
function launcher(folder: string, { libraries, fonts }: PackedBrowser) {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, libraries)}'
export FONTCONFIG_PATH='${join(folder, fonts)}'
exec '${join(folder, 'chromium')}' --no-sandbox "$@"
`;
}
