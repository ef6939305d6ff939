import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { FoundOrder } from './order.ts';
import { csvOf } from './orders-csv.ts';

const ORDER: FoundOrder = {
  id: '1',
  direction: 'payin',
  reference_id: '=1+1',
  merchant_id: '2',
  merchant: 'A "B", C\nD',
  method: null,
  terminal: null,
  status: 'CLOSED',
  decline_reason: 'expired_card',
  refused_by: null,
  provider_reference: '=2+2',
  refunded: '0.40',
  dispute: 'LOST',
  disputed: '0.60',
  net: '-0.30',
  resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
  currency: 'EUR',
  amount: '-1.00',
  fee: '0.30',
  account: '+49',
  card_brand: 'visa',
  email: 'anna@shop.example',
  created_at: '2026-05-01T08:30:00Z',
};

it('writes orders without formulas and without e-mail addresses', () => {
  const csv = csvOf([ORDER]);
  expect(parse(csv, { bom: true, columns: true })).toEqual([
    {
      id: '1',
      direction: 'payin',
      reference_id: "'=1+1",
      merchant: 'A "B", C\nD',
      method: '',
      terminal: '',
      status: 'CLOSED',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
      currency: 'EUR',
      amount: '-1.00',
      fee: '0.30',
      net: '-0.30',
      refunded: '0.40',
      dispute: 'LOST',
      account: "'+49",
      card_brand: 'visa',
      provider_reference: "'=2+2",
      created_at: '2026-05-01T08:30:00Z',
      refused_by: '',
      reason: 'Declined: expired card',
    },
  ]);
  expect(csv).not.toContain('anna');
});
