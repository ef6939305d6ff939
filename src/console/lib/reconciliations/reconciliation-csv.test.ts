import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { reconciliationCsv } from './reconciliation-csv.ts';

it('writes the mismatches of both sides, without formulas', () => {
  const csv = reconciliationCsv(
    [
      {
        line: 7,
        kind: 'payment',
        reference: '=1+1',
        amount: '10.00',
        currency: 'EUR',
        verdict: 'different',
        order_id: 'o1',
        order_amount: '12.00',
        order_currency: 'EUR',
      },
    ],
    [
      {
        kind: 'refund',
        attempt_id: 'a2',
        order_id: 'o2',
        provider_reference: 'psp-2',
        amount: '5.00',
        currency: 'USD',
        created_at: '2026-03-01T10:00:00Z',
      },
    ],
  );
  expect(parse(csv, { bom: true, columns: true })).toMatchObject([
    {
      finding: 'different amount',
      line: '7',
      kind: 'payment',
      reference: "'=1+1",
      amount_in_file: '10.00',
      amount_here: '12.00',
      order_id: 'o1',
    },
    {
      finding: 'missing in the file',
      line: '',
      kind: 'refund',
      reference: 'psp-2',
      amount_here: '5.00',
      currency_here: 'USD',
      order_id: 'o2',
    },
  ]);
});
