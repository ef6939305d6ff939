import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIRECTORY = 0o700;

/** Takes a directory and all that lies in it from everybody but its owner; links are left alone. */
export async function makeOwnerOnly(directory: string): Promise<void> {
  await chmod(directory, OWNER_ONLY_DIRECTORY);
  const entries = await readdir(directory, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeOwnerOnly(path);
    else if (entry.isFile()) await chmod(path, OWNER_ONLY_FILE);
  }
}
