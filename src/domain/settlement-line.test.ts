import { describe, expect, it } from 'vitest';

import { missingColumns, settlementLine } from './settlement-line.ts';

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
  it('is undefined where the file has all of the columns, and others', () => {
    expect(missingColumns(['ccy', 'date', 'gross', 'psp_reference'], columns)).toBeUndefined();
  });

  it('names the columns that the file lacks, and those that it has', () => {
    expect(missingColumns(['ccy', 'date'], columns)).toBe(
      'Line 1: there is no column psp_reference, gross; the file has ccy, date.',
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
      'Line 7: gross is no amount like 10.50 or 1.234,56: ten.',
    ],
    [
      'a minus behind the amount',
      record({ gross: '1-' }),
      'Line 7: gross is no amount like 10.50 or 1.234,56: 1-.',
    ],
    [
      'two minuses',
      record({ gross: '--1' }),
      'Line 7: gross is no amount like 10.50 or 1.234,56: --1.',
    ],
    ['an empty currency', record({ ccy: '' }), 'Line 7: ccy is empty.'],
  ])('says what is wrong with %s', (_, wrong, sentence) => {
    expect(settlementLine(wrong, 7, columns)).toBe(sentence);
  });
});
