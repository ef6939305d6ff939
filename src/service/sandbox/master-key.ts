import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/** The sandbox's own master key: made once, kept in the data directory. Not for real money. */
export async function sandboxMasterKey(dataDirectory: string): Promise<Buffer> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const path = join(dataDirectory, 'master.key');
  const fresh = randomBytes(KEY_BYTES);
  try {
    await writeFile(path, `${fresh.toString('base64')}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return Buffer.from(await readFile(path, 'utf8'), 'base64');
  }
}
