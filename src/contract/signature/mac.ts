import { createHmac, timingSafeEqual } from 'node:crypto';

/* Apart from what is exported of the package, whose types must not need those of Node. */

/**
 * HMAC over the parts joined, which as text count as UTF-8. The key goes in as the text that it is:
 * Node takes several times longer to start from the same bytes in a buffer.
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
  // A MAC's length is no secret. Unequal lengths compare with themselves, to take the same time.
  const comparable = given.length === right.length;
  return timingSafeEqual(right, comparable ? given : right) && comparable;
}
