import { describe, expect, it } from 'vitest';

import { accountOf, accountsNamedBy, blockedAccount, isMasked } from './account.ts';
import { maskDestination } from './destination.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('accountOf', () => {
  it.each([
    ['CARD', '4242 4242\u00a04242-4242', '4242424242424242'],
    ['P2P', '４２４２４２４２４２４２４２４２ Ivan Petrov', '4242424242424242'],
    ['P2P', 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['P2P', 'DE89370400440532013000', 'DE89370400440532013000'],
    ['PHONE', '+380 (50) 123-45-67', '+380501234567'],
    ['PHONE', '+30 5693 0902 5904', '+30569309025904'],
    ['P2P', '0043 660 1234567', '00436601234567'],
    ['P2P', 'x+43 660 1234567', 'X+436601234567'],
    ['P2P', '+43 660 1234567x', '+436601234567X'],
    ['P2P', 'anna+eur', 'ANNA+EUR'],
    ['PIX', '+55 11 91234-5678', '+5511912345678'],
    ['PIX', 'Anna@Shop.Example', 'ANNA@SHOP.EXAMPLE'],
    ['CRYPTO', ` ${TRON}\u200b`, TRON],
    ['CRYPTO', TRON.toLowerCase(), TRON.toLowerCase()],
    ['P2P', '', ''],
  ] as const)('of %s names %j as %s', (source, destination, account) => {
    expect(accountOf(source, destination)).toBe(account);
  });
});

describe('accountsNamedBy', () => {
  it.each([
    ['4242 4242 4242 4242', ['4242424242424242']],
    [TRON, [TRON.toUpperCase(), TRON]],
    ['+380501234567', ['380501234567', '+380501234567']],
  ])('returns each account that %j may be', (text, accounts) => {
    expect(accountsNamedBy(text)).toEqual(accounts);
  });
});

describe('blockedAccount', () => {
  it('is the same for every spelling', () => {
    expect(blockedAccount('de89 3704 0044')).toBe('DE8937040044');
    expect(blockedAccount('+43 660 1234567')).toBe('+436601234567');
  });
});

describe('isMasked', () => {
  it.each([
    [maskDestination('CARD', '4242424242424242'), true],
    [maskDestination('CARD', '630400000000'), true],
    [maskDestination('CARD', 'Ivan Petrov'), true],
    ['4242424242424242', false],
    ['', false],
    ['4242*4242', false],
    ['Ivan*', false],
    ['*Ivan', false],
  ])('of %j is %s', (text, expected) => {
    expect(isMasked(text)).toBe(expected);
  });
});
