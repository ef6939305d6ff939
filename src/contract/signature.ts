import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * How a deployment signs, as data: the specification leaves it open, so the page may stand before
 * one that does it differently.
 */
export interface SignatureProfile {
  /** The base string, with {method}, {path}, {timestamp} and {body} in any order. */
  template: string;
  hash: 'sha256' | 'sha512';
  encoding: 'hex' | 'base64';
  /** How the secret's text becomes the key's bytes. */
  key: 'utf8' | 'base64' | 'hex';
}

export const DEFAULT_PROFILE: SignatureProfile = {
  template: '{method}\n{path}\n{timestamp}\n{body}',
  hash: 'sha256',
  encoding: 'hex',
  key: 'utf8',
};

export interface SignedParts {
  method: string;
  /** The public path as sent, neither decoded nor normalised. A query string is cut off. */
  path: string;
  /** Unix seconds: the digits of X-Timestamp. */
  timestamp: string;
  /** The raw bytes as sent; empty for GET. */
  body: Uint8Array;
}

/** The value of X-Signature. */
export function signRequest(profile: SignatureProfile, secret: string, parts: SignedParts): string {
  return requestMac(profile, secret, parts).toString(profile.encoding);
}

/**
 * In constant time. An unknown key has no secret; a MAC is computed for it all the same, so that
 * it answers no sooner than a known one.
 */
export function verifyRequest(
  profile: SignatureProfile,
  secret: string | undefined,
  parts: SignedParts,
  signature: string,
): boolean {
  const expected = requestMac(profile, secret ?? NO_SECRET, parts);
  const matches = equalsMac(expected, signature, profile.encoding);
  return matches && secret !== undefined;
}

/** X-Signature of a webhook: lower-case hex HMAC-SHA-256 of its raw body under the whole secret's text. */
export function signWebhook(secret: string, rawBody: Uint8Array): string {
  return mac('sha256', Buffer.from(secret, 'utf8'), [rawBody]).toString('hex');
}

/** HMAC over the parts joined; text counts as UTF-8. */
export function mac(
  hash: SignatureProfile['hash'],
  key: Uint8Array,
  parts: readonly (string | Uint8Array)[],
): Buffer {
  const hmac = createHmac(hash, key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares a MAC with its claimed text in constant time. Hex may be in upper case. */
export function equalsMac(
  expected: Buffer,
  claimed: string,
  encoding: SignatureProfile['encoding'],
): boolean {
  const right = Buffer.from(expected.toString(encoding));
  const given = Buffer.from(encoding === 'hex' ? claimed.toLowerCase() : claimed);
  // A MAC's length is no secret. Unequal lengths compare with themselves, to take the same time.
  const comparable = given.length === right.length;
  return timingSafeEqual(right, comparable ? given : right) && comparable;
}

/** Keys the MAC of requests whose key id is unknown. Valid in every key encoding. */
const NO_SECRET = '00'.repeat(32);

const PLACEHOLDER = /\{(method|path|timestamp|body)\}/;

function requestMac(profile: SignatureProfile, secret: string, parts: SignedParts): Buffer {
  const values: Record<string, string | Uint8Array> = {
    method: parts.method.toUpperCase(),
    path: parts.path.replace(/\?.*$/s, ''),
    timestamp: parts.timestamp,
    body: parts.body,
  };
  // Splitting by a capturing expression leaves literals at even places, names at odd ones.
  const base = profile.template
    .split(PLACEHOLDER)
    .map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? '')));
  return mac(profile.hash, Buffer.from(secret, profile.key), base);
}
