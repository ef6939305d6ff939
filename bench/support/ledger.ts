import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tollgate } from './servers.ts';

const PROJECT = join(import.meta.dirname, '../..');

/**
 * Runs `npm run ledger:check` against a server that has been under load.
 *
 * @returns its output
 * @throws if the ledger is wrong, with the findings
 */
export async function verifyLedger({ port, dataDirectory }: Tollgate): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/operator/ledger-check.ts'],
    {
      cwd: PROJECT,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
    },
  );
  return stdout.trim();
}
