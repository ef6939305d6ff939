import { equalsMac, mac } from './mac.ts';

/**
 * How a deployment signs requests. The specification leaves this open, and the page must work with deployments that
 * differ.
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

/** Returns the value of X-Signature. */
export function signRequest(profile: SignatureProfile, secret: string, parts: SignedParts): string {
  return requestMac(profile, secret, parts).toString(profile.encoding);
}

/**
 * Verifies a request's signature in constant time. An unknown key has no secret; its MAC is computed all the same, so
 * that the answer takes as long as for a known key.
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

/** The key for requests with an unknown key id. Valid in every key encoding. */
const NO_SECRET = '00'.repeat(32);

const TEXT_PLACEHOLDER = /\{(?:method|path|timestamp)\}/g;

/** Fills in the template; hashes the body's bytes unchanged. */
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
