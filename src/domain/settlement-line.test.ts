import { describe, expect, it } from 'vitest';

import {
  LINE_KIND_NAMES,
  LINE_KIND_TITLES,
  LINE_KINDS,
  missingColumns,
  settlementLine,
  singleKey,
  type LineKind,
} from './settlement-line.ts';

const columns = { reference: 'psp_reference', amount: 'gross', currency: 'ccy' };

function record(changes: Record<string, string> = {}) {
  return {
    psp_reference: 'psp-1',
    gross: '10.50',
    ccy: 'EUR',
    ...changes,
  };
}

describe('missingColumns', () => {
  it('is undefined if the file has all columns, and others', () => {
    expect(missingColumns(['ccy', 'date', 'gross', 'psp_reference'], columns)).toBeUndefined();
  });

  it('names the missing and the present columns', () => {
    expect(missingColumns(['ccy', 'date'], columns)).toBe(
      'Line 1: there is no column psp_reference, gross; the columns are ccy, date.',
    );
  });
});

describe('settlementLine', () => {
  it.each([
    ['10.50', '1050'],
    ['-10.50', '-1050'],
    ['0', '0'],
  ])('reads the amount %s as %s minor units', (gross, amountMinor) => {
    expect(settlementLine(record({ gross }), 7, columns)).toEqual({
      line: 7,
      reference: 'psp-1',
      amount_minor: amountMinor,
      currency: 'EUR',
    });
  });

  it.each([
    ['an empty reference', record({ psp_reference: '' }), 'Line 7: psp_reference is empty.'],
    ['no reference', { gross: '1', ccy: 'EUR' }, 'Line 7: psp_reference is empty.'],
    [
      'a text for an amount',
      record({ gross: 'ten' }),
      'Line 7: gross must be an amount like 10.50 or 1.234,56, not ten.',
    ],
    [
      'a minus behind the amount',
      record({ gross: '1-' }),
      'Line 7: gross must be an amount like 10.50 or 1.234,56, not 1-.',
    ],
    [
      'two minuses',
      record({ gross: '--1' }),
      'Line 7: gross must be an amount like 10.50 or 1.234,56, not --1.',
    ],
    ['an empty currency', record({ ccy: '' }), 'Line 7: ccy is empty.'],
  ])('explains the error in %s', (_, wrong, sentence) => {
    expect(settlementLine(wrong, 7, columns)).toBe(sentence);
  });
});

it.each([
  ['of several lines', LINE_KIND_TITLES],
  ['of one line', LINE_KIND_NAMES],
])('each kind has unique words, %s', (_, words) => {
  const said = LINE_KINDS.map((kind) => words[kind]);
  expect(said).toEqual(said.map(() => expect.stringMatching(/^[A-Z][a-z]/) as string));
  expect(new Set(said).size).toBe(said.length);
});

describe('singleKey', () => {
  const key = (kind: LineKind, reference = 'r') => singleKey({ kind, reference });

  it('identifies lines that may be in a file once: an order, a payment or a refund by its reference', () => {
    const keys = [key('order'), key('payment'), key('refund'), key('refund', 'other')];
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(key('refund')).toBe(key('refund'));
    expect(singleKey({ reference: 'r' })).toBe(key('order'));
  });

  it('has none for lines that may be repeated', () => {
    const once = ['order', 'payment', 'refund'];
    const again = LINE_KINDS.filter((kind) => !once.includes(kind));
    expect(again.map((kind) => key(kind))).toEqual(again.map(() => undefined));
  });
});
