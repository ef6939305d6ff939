import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOrCreateSecret } from '../platform/secret-file.ts';
import { StartError } from '../platform/start-error.ts';

const KEY_BYTES = 32;

/**
 * Returns the sandbox's own master key, which is created once and stored in the data directory. Not for real money.
 *
 * @throws StartError if the key is missing but the database is already encrypted: a new key could not decrypt it
 */
export async function sandboxMasterKey(
  dataDirectory: string,
  { isSealed }: { isSealed: boolean },
): Promise<Buffer> {
  const path = join(resolve(dataDirectory), 'master.key');
  if (isSealed && !existsSync(path)) {
    throw new StartError(`${path} is missing, and the database is encrypted under it. ${REMEDY}`);
  }
  const text = await readOrCreateSecret({
    path,
    create: () => randomBytes(KEY_BYTES).toString('base64'),
    evaluate: (secret) =>
      isKey(secret)
        ? undefined
        : `does not contain a key of ${KEY_BYTES} bytes in base64. ${REMEDY}`,
  });
  return Buffer.from(text, 'base64');
}

const REMEDY =
  'Restore it from a backup, set MASTER_KEY to its content, or start with a new DATA_DIR and database.';

function isKey(secret: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(secret);
}
