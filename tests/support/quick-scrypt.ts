import type * as Crypto from 'node:crypto';

import { vi } from 'vitest';

/**
 * Passwords that take a quarter of a second each are the subject of password.test.ts alone; to those who
 * sign in by the way they are so many seconds of a processor.
 */
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const scrypt = (
    password: string,
    salt: Buffer,
    keyBytes: number,
    options: Crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => crypto.scrypt(password, salt, keyBytes, { ...options, N: 2, p: 1 }, done);
  return { ...crypto, scrypt };
});
