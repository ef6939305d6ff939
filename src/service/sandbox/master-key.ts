import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '../secret-file.ts';

const KEY_BYTES = 32;

/** The sandbox's own master key: made once, kept in the data directory. Not for real money. */
export async function sandboxMasterKey(dataDirectory: string): Promise<Buffer> {
  const text = await readOrCreateSecret(join(dataDirectory, 'master.key'), () =>
    randomBytes(KEY_BYTES).toString('base64'),
  );
  return Buffer.from(text, 'base64');
}
