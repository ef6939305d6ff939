import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

/**
 * Passwords that take a quarter of a second each are the subject of password.test.ts alone; to those who
 * sign in by the way they are so many seconds of a processor.
 */
function quickScrypt(
  password: string,
  salt: Buffer,
  keyBytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void {
  scrypt(password, salt, keyBytes, { ...options, N: 2, p: 1 }, done);
}

Object.assign(crypto, { scrypt: quickScrypt });
syncBuiltinESMExports();
