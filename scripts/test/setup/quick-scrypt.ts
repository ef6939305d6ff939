import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

/**
 * Makes scrypt cheap. Only password.test.ts tests passwords that take a quarter of a second each; other tests that
 * sign in would only spend processor time on them.
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
