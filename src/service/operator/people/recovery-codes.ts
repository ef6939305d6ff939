import { randomBytes } from 'node:crypto';
import { tokenHash } from './tokens.ts';
import { base32 } from './totp.ts';

const CODES = 10;
/** 80 bits: too many to guess, and so hashed without salt and cost. */
const BYTES = 10;

/** What is good once in the place of a code of the authenticator: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    (base32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** However it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  return tokenHash(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''));
}
