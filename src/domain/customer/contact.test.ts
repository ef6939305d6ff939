import { describe, expect, it } from 'vitest';

import { normalizeEmail, normalizePhone } from './contact.ts';

describe('normalizeEmail', () => {
  it.each([
    'anna@shop.example',
    'Anna@Shop.Example',
    ' anna@shop.example\n',
    'anna\u200b@shop.example',
  ])('has one spelling for %j', (text) => {
    expect(normalizeEmail(text)).toBe('anna@shop.example');
  });
});

describe('normalizePhone', () => {
  it.each([
    '+436601234567',
    '+43 660 123 45 67',
    '+43 (660) 123-45-67',
    '0043.660.1234567',
    '\u202a+43\u00a0660\u20111234567\u202c',
  ])('has one spelling for %j', (text) => {
    expect(normalizePhone(text)).toBe('+436601234567');
  });

  it('leaves text that is not a phone number', () => {
    expect(normalizePhone('nobody')).toBe('nobody');
    expect(normalizePhone('660 1234567')).toBe('6601234567');
    expect(normalizePhone('ext. 0012')).toBe('ext0012');
    expect(normalizePhone('+43 x 5')).toBe('+43x5');
  });
});
