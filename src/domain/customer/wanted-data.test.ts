import { expect, it } from 'vitest';
import {
  missingAddress,
  missingContact,
  wantedAddress,
  wantedContact,
  type WantedAddress,
  type WantedContact,
} from './wanted-data.ts';

it.each([
  [undefined, undefined],
  [true, undefined],
  ['none', undefined],
  ['postcode', 'postcode'],
  ['full', 'full'],
])('a setting of %s wants the address %s', (setting, wanted) => {
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

const E = { email: 'anna@example.com' };
const P = { phone: '+48512345678' };

it.each<[WantedContact[], object, WantedContact | undefined]>([
  [[], {}, undefined],
  [['either'], {}, 'either'],
  [['either'], E, undefined],
  [['either'], P, undefined],
  [['email'], {}, 'email'],
  [['email'], P, 'email'],
  [['email'], E, undefined],
  [['phone'], {}, 'phone'],
  [['phone'], E, 'phone'],
  [['phone'], P, undefined],
  [['both'], {}, 'both'],
  [['both'], E, 'phone'],
  [['both'], P, 'email'],
  [['both'], { ...E, ...P }, undefined],
  [['either', 'email'], {}, 'email'],
  [['either', 'phone'], E, 'phone'],
  [['email', 'phone'], {}, 'both'],
])('of %j an order with %j lacks %s', (wanted, known, missing) => {
  expect(missingContact(wanted, known)).toBe(missing);
});

it.each([
  [undefined, undefined],
  [null, undefined],
  [false, undefined],
  ['anything', undefined],
  [true, 'either'],
  ['both', 'both'],
])('a setting of %s wants the contact %s', (setting, wanted) => {
  expect(wantedContact(setting)).toBe(wanted);
});
