import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Tollgate } from './servers.ts';

const PROJECT = join(import.meta.dirname, '../..');

/**
 * What `npm run ledger:check` says of a server that has been under load.
 *
 * @throws when the ledger is wrong, with what is wrong
 */
export async function verifyLedger({ port, dataDirectory }: Tollgate): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/ledger-check.ts'], {
    cwd: PROJECT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory },
  });
  return stdout.trim();
}
