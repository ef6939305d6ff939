import { equalsMac, mac } from './mac.ts';

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
  return mac('sha256', { text: secret, encoding: 'utf8' }, [rawBody]).toString('hex');
}

/** Keys the MAC of requests whose key id is unknown. Valid in every key encoding. */
const NO_SECRET = '00'.repeat(32);

const TEXT_PLACEHOLDER = /\{(?:method|path|timestamp)\}/g;

/** Text is filled in between the bodies, whose bytes are hashed as they are. */
function requestMac(profile: SignatureProfile, secret: string, parts: SignedParts): Buffer {
  const { method, path, timestamp, body } = parts;
  const values: Record<string, string> = {
    '{method}': method.toUpperCase(),
    '{path}': path.split('?', 1)[0] ?? '',
    '{timestamp}': timestamp,
  };
  const base = profile.template.split('{body}').flatMap((text, index) => {
    const filled = text.replace(TEXT_PLACEHOLDER, (name) => values[name] ?? '');
    return index === 0 ? [filled] : [body, filled];
  });
  return mac(profile.hash, { text: secret, encoding: profile.key }, base);
}
