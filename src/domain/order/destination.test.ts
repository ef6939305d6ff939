import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { isDestinationValid, maskDestination, payableDestination } from './destination.ts';

function sha256(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest();
}

/** The contract of USDT on TRON. */
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('isDestinationValid', () => {
  it.each([
    ['CARD', '4242424242424242', true],
    ['CARD', '4242424242424241', false],
    ['CARD', '4242 4242 4242 4242', true],
    ['CARD', '٤٢٤٢.٤٢٤٢.٤٢٤٢.٤٢٤٢', true],
    ['CARD', '4242424242424242 Ivan Petrov', true],
    ['CARD', '', false],
    ['CRYPTO', TRON, true],
    ['CRYPTO', TRON.replace('6t', '6u'), false],
    ['CRYPTO', TRON.toLowerCase(), false],
    ['CRYPTO', TRON.slice(0, -1), false],
    ['CRYPTO', `T${'z'.repeat(33)}`, false],
    // Prefix byte 0x42, which also begins with T, with a valid checksum.
    ['CRYPTO', 'TZJozAg1ruapycCicgz31GxvYJ1G1qELV7', false],
    // A leading 1 is a zero digit, so the number stays the same.
    ['CRYPTO', `1${TRON}`, false],
    ['CRYPTO', `${TRON}1`, false],
    ['CRYPTO', '0x52908400098527886E0F7030069857D2E4169EE7', false],
    ['PHONE', '+380501234567', true],
    ['PHONE', '380501234567', false],
    ['PHONE', '+1234', false],
    ['P2P', 'any account', true],
    ['P2P', '', false],
    ['PIX', ' ', false],
    ['BLIK', '123456', true],
  ] as const)('of a %s method for %j is %s', (source, destination, valid) => {
    expect(isDestinationValid(source, destination, sha256)).toBe(valid);
  });
});

describe('maskDestination', () => {
  it.each([
    ['CARD', '4242424242424242', '424242******4242'],
    ['CARD', '4242-4242 4242 4242', '424242******4242'],
    ['CARD', '4242424242424241', '****************'],
    ['CARD', 'Ivan 𝒜', '******'],
    ['CARD', '', ''],
    ['P2P', '4242\u00a04242\u00a04242\u00a04242 Ivan Petrov', '424242******4242'],
    ['PHONE', '+380501234567', '+380501234567'],
    ['PHONE', '+4242424242424242', '424242******4242'],
    ['PHONE', '+30569309025904', '+30569309025904'],
    ['PHONE', 'card +30569309025904', '305693****5904'],
    ['PIX', '+5511912345676', '+5511912345676'],
    ['PIX', '+55 11 91234-5676', '+55 11 91234-5676'],
    ['PIX', '+55 (11) 91234-5676', '+55 (11) 91234-5676'],
    ['PIX', '+551132345671', '+551132345671'],
    ['PIX', '+55-11-91234-5676', '+55-11-91234-5676'],
    ['PIX', '+5511-912345676', '+5511-912345676'],
    ['PIX', '+55.11.91234.5676', '+55.11.91234.5676'],
    ['PIX', '+55 11 9 1234 5676', '+55 11 9 1234 5676'],
    ['PIX', '11 222 333 0035 20', '11 222 333 0035 20'],
    ['PIX', '++551132345671', '551132**5671'],
    ['PIX', '11222333003520', '11222333003520'],
    ['PIX', '11.222.333/0035-20', '11.222.333/0035-20'],
    ['PIX', '529.982.247-25', '529.982.247-25'],
    ['PIX', '30569309025904', '305693****5904'],
    ['PIX', '4242 4242 4242 4242', '424242******4242'],
    ['PIX', 'card 11222333003520', '112223****3520'],
    ['P2P', '11222333003520', '112223****3520'],
    ['CRYPTO', TRON, TRON],
  ] as const)('shows a %s destination %s as %s', (source, destination, shown) => {
    expect(maskDestination(source, destination)).toBe(shown);
  });
});

describe('payableDestination', () => {
  it.each([
    ['CARD', '4242-4242 4242 4242', '4242424242424242'],
    ['P2P', '4242 4242 4242 4242 Ivan Petrov', '4242 4242 4242 4242 Ivan Petrov'],
    ['CRYPTO', TRON, TRON],
  ] as const)('of a %s method for %s is %s', (source, destination, payable) => {
    expect(payableDestination(source, destination)).toBe(payable);
  });
});
