import { expect, it } from 'vitest';
import { missingAddress, wantedAddress, type WantedAddress } from './wanted-address.ts';

it.each([
  [undefined, undefined],
  [true, undefined],
  ['none', undefined],
  ['postcode', 'postcode'],
  ['full', 'full'],
])('a setting of %s wants %s', (setting, wanted) => {
  expect(wantedAddress(setting)).toBe(wanted);
});

it.each<[WantedAddress[], Parameters<typeof missingAddress>[1], string[]]>([
  [[], {}, []],
  [['postcode'], undefined, ['country', 'post_code']],
  [['full'], {}, ['country', 'street', 'city', 'post_code']],
  [['postcode', 'full'], { country: 'DE', post_code: '10178' }, ['street', 'city']],
  [['full'], { country: 'DE', street: 'Allee 7', city: 'Berlin', post_code: '10178' }, []],
  [
    ['full'],
    { country: 'ZZ', street: 'n/a', city: ' ', post_code: 'N/A' },
    ['country', 'street', 'city', 'post_code'],
  ],
])('terminals that want %j of the address %j lack %j', (wanted, address, missing) => {
  expect(missingAddress(wanted, address)).toEqual(missing);
});
