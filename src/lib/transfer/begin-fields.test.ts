import { describe, expect, test } from 'vitest';

import { PARSERS } from './begin-fields.ts';

describe('a BLIK code', () => {
  test.each([
    ['as it is', '777123'],
    ['in two groups', '777 123'],
    ['with dashes and spaces around it', ' 777-123 '],
    ['in full-width digits', '７７７１２３'],
    ['in Arabic digits', '٧٧٧ ١٢٣'],
    ['with direction marks', '\u200e777\u200f123'],
  ])('is understood %s', (_, typed) => {
    expect(PARSERS.code(typed)).toEqual({ ok: true, value: '777123' });
  });

  test.each([
    ['empty', ''],
    ['too short', '77712'],
    ['too long', '7771234'],
    ['with letters in it', '777a123'],
    ['ten thousand digits', '1'.repeat(10_000)],
  ])('is refused when it is %s', (_, typed) => {
    expect(PARSERS.code(typed)).toEqual({ ok: false, error: 'code' });
  });
});

describe('a telephone number', () => {
  test.each([
    ['as the interface has it', '+48512345678'],
    ['as people write it', '+48 (512) 345-678'],
    ['with two zeros for the plus sign', '0048 512 345 678'],
    ['in full-width signs', '＋４８ ５１２３４５６７８'],
    ['in Arabic digits', '+٤٨٥١٢٣٤٥٦٧٨'],
    ['as the address of a link', 'tel:+48512345678'],
    ['as the address of a link, with spaces', ' TEL: +48 512 345 678'],
    ['with the zero of national calls', '+48 0512 345 678'],
    ['with that zero in brackets', '+48 (0) 512 345 678'],
    ['with that zero after two others', '0048 0512 345 678'],
    ['with all of that', '\u200etel:0048-(0)512-345-678'],
  ])('is understood %s', (_, typed) => {
    expect(PARSERS.phone(typed)).toEqual({ ok: true, value: '+48512345678' });
  });

  test.each([
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+380 050 123 45 67', '+380501234567'],
    ['+48 50 123 45 67', '+48501234567'],
    ['+420 601 234 567', '+420601234567'],
    ['+39 06 6982 1234', '+390669821234'],
    ['+39 (0)6 6982 1234', '+390669821234'],
    ['+225 07 01 23 45 67', '+2250701234567'],
    ['+1 202 555 0101', '+12025550101'],
  ])('keeps the zeros in %j that belong to it', (typed, value) => {
    expect(PARSERS.phone(typed)).toEqual({ ok: true, value });
  });

  test.each([
    ['empty', ''],
    ['a national number with its zero', '0512 345 678'],
    ['the address of something else', 'sip:+48512345678'],
    ['without its country', '512 345 678'],
    ['words', 'call me'],
    ['too long', `+${'1'.repeat(31)}`],
  ])('is refused when it is %s', (_, typed) => {
    expect(PARSERS.phone(typed)).toEqual({ ok: false, error: 'phone' });
  });
});

describe('a CPF', () => {
  test.each([
    ['as it is', '52998224725'],
    ['as it is written', '529.982.247-25'],
    ['in full-width digits', '５２９９８２２４７２５'],
    ['in Arabic digits', '٥٢٩٩٨٢٢٤٧٢٥'],
  ])('is understood %s', (_, typed) => {
    expect(PARSERS.cpf(typed)).toEqual({ ok: true, value: '52998224725' });
  });

  test('may have the check digit 0 for a remainder of ten', () => {
    expect(PARSERS.cpf('000.000.001-91')).toEqual({ ok: true, value: '00000000191' });
  });

  test.each([
    ['empty', '', 'cpf'],
    ['too short', '529.982.247', 'cpf'],
    ['with letters in it', '529.982.247-2A', 'cpf'],
    ['with a wrong first check digit', '529.982.247-35', 'cpfDigits'],
    ['with a wrong second check digit', '529.982.247-26', 'cpfDigits'],
    ['one digit eleven times', '111.111.111-11', 'cpfDigits'],
  ])('is refused when it is %s', (_, typed, error) => {
    expect(PARSERS.cpf(typed)).toEqual({ ok: false, error });
  });
});

test('a bank must have a well-formed id', () => {
  expect(PARSERS.bank_id('mono_bank')).toEqual({ ok: true, value: 'mono_bank' });
  expect(PARSERS.bank_id('')).toEqual({ ok: false, error: 'bank' });
  expect(PARSERS.bank_id('<script>')).toEqual({ ok: false, error: 'bank' });
});
