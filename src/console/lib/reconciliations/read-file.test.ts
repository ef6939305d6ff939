import { describe, expect, it } from 'vitest';
import { profileOf } from '#domain/settlement-profile.ts';
import { guessColumns, linesOf } from './settlement-lines.ts';
import { MOST_LINES, readFile } from './read-file.ts';

function bytesOf(text: string) {
  return Uint8Array.from(Buffer.from(text)).buffer;
}

describe("an acquirer's file in the browser", () => {
  it.each([',', ';', '\t'])('is read with %j between its columns', (delimiter) => {
    const rows = [
      ['Currency', 'Transaction ID', 'Gross'],
      ['EUR', 'a', '10.50'],
      ['USD', '"b\nc"', '-3'],
    ];
    const text = `\ufeff${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n\r\n`;
    const file = readFile(bytesOf(text));
    const columns = guessColumns(file.names);
    expect(columns).toEqual({
      reference: 'Transaction ID',
      amount: 'Gross',
      currency: 'Currency',
    });
    expect(linesOf(file, columns)).toEqual([
      { line: 2, reference: 'a', amount_minor: '1050', currency: 'EUR' },
      { line: 4, reference: 'b\nc', amount_minor: '-300', currency: 'USD' },
    ]);
  });

  it('is read with the profile of a known acquirer, in which a chargeback may repeat', () => {
    const names =
      'balance_transaction_id,currency,gross,fee,net,reporting_category,source_id,payment_intent_id';
    const rows = [
      't1,eur,10.00,0.30,9.70,charge,ch_1,pi_1',
      't2,eur,-10.00,0.00,-10.00,dispute,du_1,pi_1',
      't3,eur,-10.00,0.00,-10.00,dispute,du_1,pi_1',
      't4,eur,10.00,0.30,9.70,charge,ch_1,pi_1',
    ];
    const file = (count: number) => readFile(bytesOf([names, ...rows.slice(0, count)].join('\n')));
    const profile = profileOf(file(1).names);
    if (profile === undefined) throw new Error('It is not recognised');
    expect(linesOf(file(3), profile)).toMatchObject([
      { kind: 'payment', reference: 'pi_1', amount_minor: '1000' },
      { kind: 'chargeback', reference: 'du_1' },
      { kind: 'chargeback', reference: 'du_1' },
    ]);
    expect(linesOf(file(4), profile)).toBe('Line 5: the reference pi_1 is already on line 2.');
  });

  it.each([
    ['10,50', '1050'],
    ['1.234,56', '123456'],
    ['1,234.56', '123456'],
    ['-3,00', '-300'],
    ['−3.00', '-300'],
  ])('may have amounts in other notations: %s', (amount, minor) => {
    const file = readFile(bytesOf(`reference;amount;currency\na;${amount};EUR\n`));
    expect(linesOf(file, guessColumns(file.names))).toMatchObject([{ amount_minor: minor }]);
  });

  it.each([
    [bytesOf(' \n'), /^The file is empty/],
    [bytesOf('id,amount\n'), /column names but no other lines/],
    [Uint8Array.from([0xff, 0xfe, 0x69, 0]).buffer, /not in UTF-8/],
    [Uint8Array.from([0x69, 0, 0x2c, 0]).buffer, /not in UTF-8/],
    [Uint8Array.from([0x69, 0xe4]).buffer, /not in UTF-8/],
    [bytesOf('id,id\n1,2'), /^Line 1: two columns are called id/],
    [bytesOf('id,amount\na,1\nb'), /line 3/],
    [bytesOf(`id,amount\n${'a,1\n'.repeat(MOST_LINES + 1)}`), /more than 100,000 lines/],
  ])('that cannot be used is refused with an explanation', (bytes, said) => {
    expect(() => readFile(bytes)).toThrow(said);
  });

  it.each([
    ['a,1,EUR\na,1,EUR', 'Line 3: the reference a is already on line 2.'],
    ['a,"1,234",EUR', 'Line 2: amount must be an amount like 10.50 or 1.234,56, not 1,234.'],
  ])('with the lines %j is refused with a line number', (lines, said) => {
    const file = readFile(bytesOf(`reference,amount,currency\n${lines}`));
    expect(linesOf(file, guessColumns(file.names))).toBe(said);
  });
});
