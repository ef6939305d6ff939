import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runProgram } from '../run-program.ts';

const UNPACK_TIMEOUT_MS = 60_000;

/** The package unpacks the libraries that its browser needs only where it believes it must. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/**
 * Unpacks the browser that comes as an npm package into the folder, with its libraries and fonts,
 * and returns a command that starts it with them; undefined when it does not run here.
 */
export async function unpackBrowser(folder: string): Promise<string | undefined> {
  // What another attempt left unfinished would be taken for whole.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runProgram({
    command: ['node', join(import.meta.dirname, 'unpack-chromium.ts')],
    env: { ...WITH_LIBRARIES, TMPDIR: folder },
    timeoutMs: UNPACK_TIMEOUT_MS,
  });
  const command = join(folder, 'run');
  writeFileSync(command, launcher(folder), { mode: 0o755 });
  const attempt = await runProgram({
    command: [command, '--version'],
    keepOutput: true,
    timeoutMs: UNPACK_TIMEOUT_MS,
  });
  return attempt.code === 0 ? command : undefined;
}

const launcher = (folder: string) => `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, 'al2023', 'lib')}'
export FONTCONFIG_PATH='${join(folder, 'fonts')}'
exec '${join(folder, 'chromium')}' "$@"
`;
