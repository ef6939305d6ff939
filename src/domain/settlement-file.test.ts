import { parse } from 'csv-parse/sync';
import { parse as parseInBrowser } from 'csv-parse/browser/esm/sync';
import { describe, expect, it } from 'vitest';
import { readSettlement, type ParseCsv } from './settlement-file.ts';

const MOST_LINES = 3_000;
const HEAD = 'reference,kind,currency,amount';

const PARSERS: readonly [string, ParseCsv][] = [
  ['Node', (text, options) => parse(text, options)],
  ['a browser', (text, options) => parseInBrowser(text, options)],
];

function bytesOf(text: string) {
  return Uint8Array.from(Buffer.from(text));
}

describe.each(PARSERS)('a settlement file, in %s', (_, parseCsv) => {
  function read(file: string | Uint8Array) {
    const bytes = typeof file === 'string' ? bytesOf(file) : file;
    return readSettlement(bytes, { parse: parseCsv, mostLines: MOST_LINES });
  }

  it('is read whole, with the numbers of its lines', () => {
    const text = `\ufeffamount,note,kind,currency,reference\r\n\r\n10.50,1,payment,EUR,a\r\n-3,"x\ny",refund,USD, b \r\n`;
    expect(read(text)).toMatchObject({
      ok: true,
      format: { name: 'csv' },
      lines: [
        { line: 3, kind: 'payment', reference: 'a', amount_minor: '1050', currency: 'EUR' },
        { line: 5, kind: 'refund', reference: 'b', amount_minor: '-300', currency: 'USD' },
      ],
    });
  });

  it("of Stripe's may repeat a chargeback, but no payment", () => {
    const rows = [
      'balance_transaction_id,currency,gross,fee,net,reporting_category,source_id,payment_intent_id',
      't1,eur,10.00,0.30,9.70,charge,ch_1,pi_1',
      't2,eur,-10.00,0.00,-10.00,dispute,du_1,pi_1',
      't3,eur,-10.00,0.00,-10.00,dispute,du_1,pi_1',
      't4,eur,10.00,0.30,9.70,charge,ch_1,pi_1',
    ];
    expect(read(rows.slice(0, 4).join('\n'))).toMatchObject({ ok: true });
    expect(read(rows.join('\n'))).toEqual({
      ok: false,
      problem: 'Line 5: the reference pi_1 is already on line 2.',
    });
  });

  it.each([
    [' \n', /^The file is empty/],
    [`${HEAD}\n\n`, /^The file has column names but no lines/],
    [Uint8Array.from([0xff, 0xfe, 0x69, 0]), /not in UTF-8/],
    [Uint8Array.from([0x69, 0, 0x2c, 0]), /not in UTF-8/],
    [Uint8Array.from([0x69, 0xe4]), /not in UTF-8/],
    [
      `reference,kind,currency,amount,amount\na,payment,EUR,1,2`,
      /^Line 1: two columns are called amount/,
    ],
    [`${HEAD.replaceAll(',', ';')}\na;payment;EUR;1`, /^Line 1: the columns are reference;kind/],
    [`${HEAD.replaceAll(',', '\t')}\na\tpayment\tEUR\t1`, /with commas between them/],
    [`${HEAD}\na,payment,EUR,1\nb`, /line 3/],
    [`${HEAD}\na,payment,EUR,"1`, /Quote Not Closed/],
    [`${HEAD}\n${'a'.repeat(70_000)},payment,EUR,1`, /Max Record Size/],
    [
      `${HEAD}\na,payment,EUR,1\nb,payment,EUR,.91`,
      /^Line 3: amount must be an amount like 10.50, not .91/,
    ],
    [`${HEAD}\na,payment,EUR,100.`, /^Line 2: amount must be an amount like 10.50, not 100./],
    [`${HEAD}\na,payment,EUR,"10,50"`, /^Line 2: amount must be an amount/],
    [`${HEAD}\n${'a,fee,EUR,1\n'.repeat(MOST_LINES + 1)}`, /more than 3,000 lines/],
    ['a'.repeat(MOST_LINES * 320 + 1), /more than 3,000 lines/],
  ])('that cannot be used is refused with a reason: %.60j', (file, said) => {
    const answer = read(file);
    expect(answer.ok ? '' : answer.problem).toMatch(said);
  });
});
