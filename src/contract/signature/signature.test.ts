import { describe, expect, it } from 'vitest';

import { requestVectors } from '../../../tests/support/vectors/signatures.ts';
import { DEFAULT_PROFILE, signRequest, verifyRequest, type SignatureProfile } from './signature.ts';

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

const parts = { method: 'POST', path: '/api/v1/orders/payin', timestamp: '1', body: bytes('{}') };

describe('signRequest', () => {
  it.each(requestVectors)('signs as the golden vector: $name', (vector) => {
    const signed = { ...vector, body: bytes(vector.body) };
    expect(signRequest(DEFAULT_PROFILE, vector.secret, signed)).toBe(vector.signature);
  });

  it('uses the method in upper case and omits the query string', () => {
    const plain = signRequest(DEFAULT_PROFILE, 'secret', parts);
    const dressed = { ...parts, method: 'post', path: `${parts.path}?page=1\n?x` };
    expect(signRequest(DEFAULT_PROFILE, 'secret', dressed)).toBe(plain);
  });

  it('signs bytes that are no UTF-8 unchanged', () => {
    const one = signRequest(DEFAULT_PROFILE, 'secret', { ...parts, body: Uint8Array.of(0xff) });
    const other = signRequest(DEFAULT_PROFILE, 'secret', { ...parts, body: Uint8Array.of(0xfe) });
    expect(one).not.toBe(other);
  });

  it('uses the UTF-8 bytes of a non-ASCII secret', () => {
    const hexKey: SignatureProfile = { ...DEFAULT_PROFILE, key: 'hex' };
    const asHex = Buffer.from('clé 王', 'utf8').toString('hex');
    expect(signRequest(DEFAULT_PROFILE, 'clé 王', parts)).toBe(signRequest(hexKey, asHex, parts));
  });

  it('does not treat braces in a path or body as placeholders', () => {
    const tricky = { ...parts, path: '/{body}', body: bytes('{timestamp}') };
    const expanded = { ...parts, path: '/{timestamp}', body: bytes('{timestamp}') };
    expect(signRequest(DEFAULT_PROFILE, 's', tricky)).not.toBe(
      signRequest(DEFAULT_PROFILE, 's', expanded),
    );
  });

  // printf '1.POST./api/v1/orders/payin.{}' | openssl dgst -sha512 -mac HMAC -macopt hexkey:00ff -binary | base64
  it('follows another deployment’s profile', () => {
    const profile: SignatureProfile = {
      template: '{timestamp}.{method}.{path}.{body}',
      hash: 'sha512',
      encoding: 'base64',
      key: 'hex',
    };
    expect(signRequest(profile, '00ff', parts)).toBe(
      'DSQfllLKYodNk2XDV+rwAtB9aGPRCN/5PHXLDsVdw4ajf0n4xxbXgRDchlRBVjPs/91XclGW849Dh5wMS9ZhOA==',
    );
  });
});

describe('verifyRequest', () => {
  it.each(requestVectors)('accepts the golden vector: $name', (vector) => {
    const signed = { ...vector, body: bytes(vector.body) };
    const { secret, signature } = vector;
    expect(verifyRequest(DEFAULT_PROFILE, secret, signed, signature)).toBe(true);
    expect(verifyRequest(DEFAULT_PROFILE, secret, signed, signature.toUpperCase())).toBe(true);
  });

  const signature = signRequest(DEFAULT_PROFILE, 'secret', parts);

  it.each([
    ['another method', { ...parts, method: 'GET' }],
    ['another path', { ...parts, path: '/api/v1/orders/payout' }],
    ['another timestamp', { ...parts, timestamp: '2' }],
    ['a body with one more space', { ...parts, body: bytes('{ }') }],
  ])('refuses %s', (_, tampered) => {
    expect(verifyRequest(DEFAULT_PROFILE, 'secret', tampered, signature)).toBe(false);
  });

  it.each(['', 'zz', signature.slice(1), `${signature}0`, ` ${signature}`, 'é'.repeat(64)])(
    'refuses a malformed signature: %j',
    (malformed) => {
      expect(verifyRequest(DEFAULT_PROFILE, 'secret', parts, malformed)).toBe(false);
    },
  );

  it('refuses another secret', () => {
    expect(verifyRequest(DEFAULT_PROFILE, 'other', parts, signature)).toBe(false);
  });

  it('refuses every signature of an unknown key, even one made with the stand-in', () => {
    const standIn = signRequest(DEFAULT_PROFILE, '00'.repeat(32), parts);
    expect(verifyRequest(DEFAULT_PROFILE, undefined, parts, standIn)).toBe(false);
  });

  it('distinguishes case in base64', () => {
    const profile: SignatureProfile = { ...DEFAULT_PROFILE, encoding: 'base64' };
    const encoded = signRequest(profile, 'secret', parts);
    expect(verifyRequest(profile, 'secret', parts, encoded)).toBe(true);
    expect(verifyRequest(profile, 'secret', parts, encoded.toLowerCase())).toBe(false);
  });
});
