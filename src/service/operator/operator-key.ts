import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OWNER_ONLY_FILE } from '../platform/database/owner-only.ts';
import { readOrCreateSecret } from '../platform/secret-file.ts';

/** Has the name that the holder of the key says they have, percent-encoded. */
export const OPERATOR_NAME_HEADER = 'x-operator-name';

const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;
const KEY = new RegExp(`^[!-~]{${MIN_CHARACTERS},}$`);

export function operatorKeyPath(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'operator.key');
}

/**
 * Creates the operator key, unless there is one. Anybody who can read the data directory may operate the service as an admin.
 *
 * @throws StartError if the file cannot be used, or its key is too short to be safe from guessing
 */
export async function createOperatorKey(path: string): Promise<void> {
  await readOrCreateSecret({
    path,
    create: newKey,
    evaluate: (key) =>
      KEY.test(key)
        ? undefined
        : `is empty or too short for a key. Remove the file: the next start creates a new key.`,
  });
}

/** Reads the key for each request, so that a replaced one ends at once in every process. Undefined if there is none. */
export async function readOperatorKey(path: string): Promise<string | undefined> {
  const key = await readFile(path, 'utf8').catch(() => '');
  return KEY.test(key.trim()) ? key.trim() : undefined;
}

/** Replaces the key of this machine. The file is never incomplete. */
export async function replaceOperatorKey(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${newKey()}\n`, { mode: OWNER_ONLY_FILE, flag: 'wx' });
  await rename(draft, path);
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}
