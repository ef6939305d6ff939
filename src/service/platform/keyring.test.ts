import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring, sealingKey, type Keyring, type SealingKey } from './keyring.ts';

const fingerprintKey = randomBytes(32);

function keyringOf(
  keys: readonly [SealingKey, ...SealingKey[]],
  overrides: Partial<Parameters<typeof createKeyring>[0]> = {},
): Keyring {
  return createKeyring({ keys, fingerprintKey, ...overrides });
}

const first = sealingKey(randomBytes(32));
const second = sealingKey(randomBytes(32));
const keyring = keyringOf([first]);

describe('keyring', () => {
  it('unseals what it sealed', () => {
    expect(
      keyring.unseal('api key secret', 'row', keyring.seal('api key secret', 'row', 'tg_test_ü')),
    ).toBe('tg_test_ü');
  });

  it('seals the same secret differently each time', () => {
    expect(
      keyring.seal('api key secret', 'row', 'x').equals(keyring.seal('api key secret', 'row', 'x')),
    ).toBe(false);
  });

  it('refuses a value sealed for another purpose', () => {
    const sealed = keyring.seal('api key secret', 'row', 'secret');
    expect(() => keyring.unseal('webhook secret', 'row', sealed)).toThrow();
  });

  it('refuses a value sealed for another row', () => {
    const sealed = keyring.seal('api key secret', 'row', 'secret');
    expect(() => keyring.unseal('api key secret', 'another row', sealed)).toThrow();
  });

  it('refuses a value with one bit flipped', () => {
    const sealed = keyring.seal('api key secret', 'row', 'secret');
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    expect(() => keyring.unseal('api key secret', 'row', sealed)).toThrow();
  });

  it('gives the same fingerprint for the same value and purpose only', () => {
    const fingerprint = keyring.fingerprint('card', '4242424242424242');
    expect(keyring.fingerprint('card', '4242424242424242').equals(fingerprint)).toBe(true);
    expect(keyring.fingerprint('email', '4242424242424242').equals(fingerprint)).toBe(false);
    const another = keyringOf([first], { fingerprintKey: randomBytes(32) });
    expect(another.fingerprint('card', '4242424242424242')).not.toEqual(fingerprint);
    expect(keyringOf([second, first]).fingerprint('card', '4242424242424242')).toEqual(fingerprint);
  });
});

describe('a keyring with a previous key', () => {
  const rotating = keyringOf([second, first]);
  const seal = (by: Keyring) => by.seal('webhook secret', 'row', 'whsec_ü');
  const open = (by: Keyring, sealed: Uint8Array) => by.unseal('webhook secret', 'row', sealed);

  it('unseals values of either key', () => {
    for (const by of [rotating, keyring]) {
      expect(open(rotating, seal(by))).toBe('whsec_ü');
    }
  });

  it('seals under the current key, and puts its id into the value', () => {
    const sealed = seal(rotating);
    expect(sealed.subarray(0, rotating.keyId.length)).toEqual(rotating.keyId);
    expect(open(keyringOf([second]), sealed)).toBe('whsec_ü');
    expect(() => open(keyring, sealed)).toThrow();
  });

  it('reseals a value of the previous key, so that only the current key unseals it', () => {
    const resealed = rotating.reseal('webhook secret', 'row', seal(keyring));
    expect(open(keyringOf([second]), resealed)).toBe('whsec_ü');
    expect(() => open(keyring, resealed)).toThrow();
    expect(() => rotating.reseal('webhook secret', 'another row', seal(keyring))).toThrow();
  });

  it('does not unseal a value without the id of a key', () => {
    const sealed = seal(keyring);
    expect(() => open(rotating, sealed.subarray(rotating.keyId.length))).toThrow();
  });

  it('does not unseal a value of a third key, or a value with the id of the wrong key', () => {
    const third = keyringOf([sealingKey(randomBytes(32))]);
    expect(() => open(rotating, seal(third))).toThrow();
    const renamed = Buffer.concat([second.id, seal(keyring).subarray(second.id.length)]);
    expect(() => open(rotating, renamed)).toThrow();
  });
});
