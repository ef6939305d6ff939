import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readOrCreateSecret } from '../platform/secret-file.ts';

const KEY_BYTES = 32;
const MIN_CHARACTERS = 32;

/**
 * Reads or creates the operator key. Anybody who can read the data directory may operate the service as an admin.
 *
 * @throws StartError if the file cannot be used, or its key is too short to be safe from guessing
 */
export async function readOperatorKey(dataDirectory: string): Promise<string> {
  return readOrCreateSecret({
    path: join(resolve(dataDirectory), 'operator.key'),
    create: () => randomBytes(KEY_BYTES).toString('base64url'),
    evaluate: (key) =>
      new RegExp(`^[!-~]{${MIN_CHARACTERS},}$`).test(key)
        ? undefined
        : `is empty or too short for a key. Remove the file: the next start creates a new key.`,
  });
}
