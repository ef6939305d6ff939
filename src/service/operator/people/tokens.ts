import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** What a link or a cookie carries: nobody guesses 32 random bytes, nor finds them from their hash. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
