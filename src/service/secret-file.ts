import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;

/** The secret in a file, made when there is none. Of two processes that make it at once, one wins. */
export async function readOrCreateSecret(path: string, create: () => string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  try {
    await writeFile(path, `${create()}\n`, { mode: OWNER_ONLY_FILE, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
