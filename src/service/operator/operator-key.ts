import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '../secret-file.ts';

const KEY_BYTES = 32;

/** Whoever can read the data directory may operate the service; nobody else. */
export async function readOperatorKey(dataDirectory: string): Promise<string> {
  return readOrCreateSecret(join(dataDirectory, 'operator.key'), () =>
    randomBytes(KEY_BYTES).toString('base64url'),
  );
}
