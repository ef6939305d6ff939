import { createHash } from 'node:crypto';

/** What identifies a signed request: the same bytes under the same key and timestamp have the same signature. */
export interface SignedRequest {
  timestamp: string;
  signature: string;
}

/**
 * Hashes what identifies a signed request: the MAC covers method, path, timestamp and body. A signature in upper case
 * gives the same hash as in lower case.
 */
export function hashSignedRequest(
  { keyId }: { keyId: string },
  { timestamp, signature }: SignedRequest,
): Buffer {
  const signed = `${keyId}\n${timestamp}\n${signature.toLowerCase()}`;
  return createHash('sha256').update(signed).digest();
}
