import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring(randomBytes(32));

describe('keyring', () => {
  it('opens what it sealed', () => {
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

  it('refuses a value with one bit turned', () => {
    const sealed = keyring.seal('api key secret', 'row', 'secret');
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1);
    expect(() => keyring.unseal('api key secret', 'row', sealed)).toThrow();
  });

  it('gives the same fingerprint for the same value and purpose only', () => {
    const fingerprint = keyring.fingerprint('card', '4242424242424242');
    expect(keyring.fingerprint('card', '4242424242424242').equals(fingerprint)).toBe(true);
    expect(keyring.fingerprint('email', '4242424242424242').equals(fingerprint)).toBe(false);
    expect(createKeyring(randomBytes(32)).fingerprint('card', '4242424242424242')).not.toEqual(
      fingerprint,
    );
  });
});
