import { createHmac, timingSafeEqual } from 'node:crypto';

/* A separate, unexported module: the types that the package exports must not depend on Node's. */

/**
 * Returns the HMAC of the joined parts; text parts are encoded as UTF-8. Passes the key as text, because Node takes
 * several times longer with the same key in a buffer.
 */
export function mac(
  hash: 'sha256' | 'sha512',
  key: { text: string; encoding: 'utf8' | 'hex' | 'base64' },
  parts: readonly (string | Uint8Array)[],
): Buffer {
  const hmac = createHmac(hash, key.text, { encoding: key.encoding });
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares a MAC with its claimed text in constant time. Hex may be in upper case. */
export function equalsMac(expected: Buffer, claimed: string, encoding: 'hex' | 'base64'): boolean {
  const right = Buffer.from(expected.toString(encoding));
  const given = Buffer.from(encoding === 'hex' ? claimed.toLowerCase() : claimed);
  // A MAC's length is no secret. If the lengths differ, compares `right` with itself, to take the same time.
  const comparable = given.length === right.length;
  return timingSafeEqual(right, comparable ? given : right) && comparable;
}
