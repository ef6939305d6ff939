import { expect, it } from 'vitest';
import { missingContact, wantedContact, type WantedContact } from './wanted-contact.ts';

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
])('a setting of %s wants %s', (setting, wanted) => {
  expect(wantedContact(setting)).toBe(wanted);
});
