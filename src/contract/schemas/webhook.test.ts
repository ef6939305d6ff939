import { describe, expect, it } from 'vitest';

import { parseWebhook } from './webhook.ts';

function parse(body: unknown) {
  return parseWebhook(new TextEncoder().encode(JSON.stringify(body)));
}

const PAYIN = {
  id: '00000000-0000-4000-8000-000000000001',
  reference_id: 'r-1',
  status: 'SUCCESS',
  currency: 'EUR',
  amount: 10.5,
};
const PAYOUT = { ...PAYIN, destination_account: '424242******4242' };
const CREATED_SECONDS = 1_767_225_600;

describe('parseWebhook', () => {
  it('reads payins and payouts in the retrieval shape', () => {
    const dates = { create_date: CREATED_SECONDS, update_date: CREATED_SECONDS };
    expect(parse([{ ...PAYIN, ...dates }, PAYIN])).toEqual({
      ok: true,
      type: 'payin',
      orders: [{ ...PAYIN, ...dates }, PAYIN],
    });
    expect(parse([PAYOUT])).toEqual({ ok: true, type: 'payout', orders: [PAYOUT] });
  });

  it('reads text, but nothing that was parsed before', () => {
    expect(parseWebhook(JSON.stringify([PAYIN]))).toMatchObject({ ok: true, type: 'payin' });
    const parsed: unknown[] = [[PAYIN]];
    expect((): unknown => Reflect.apply(parseWebhook, undefined, parsed)).toThrow(/raw body/);
  });

  it("reads the samples' shape", () => {
    const sample = {
      ...PAYIN,
      company_id: '00000000-0000-4000-8000-000000000002',
      terminal_id: null,
      comment_external: 'Thank you',
      payment_method_data: { date_of_birth: '1990-01-31', payment_url: 'https://shop.example/' },
      create_date: '2026-01-01T00:00:00Z',
    };
    expect(parse([sample])).toMatchObject({
      type: 'payin',
      orders: [
        {
          company_id: sample.company_id,
          comment_external: 'Thank you',
          payment_method_data: sample.payment_method_data,
          create_date: CREATED_SECONDS,
        },
      ],
    });
  });

  it.each([
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.999999',
    '2026-01-01T02:00:00+02:00',
    '2025-12-31T19:00:00.5-0500',
  ])('reads the date %s as Unix seconds', (date) => {
    expect(parse([{ ...PAYIN, update_date: date }])).toMatchObject({
      orders: [{ update_date: CREATED_SECONDS }],
    });
  });

  it.each([
    ['an object', PAYIN],
    ['nothing', []],
    ['an order without status', [{ ...PAYIN, status: undefined }]],
    ['a date that is none', [{ ...PAYIN, create_date: 'yesterday' }]],
    [
      'payins among payouts with a broken destination',
      [{ ...PAYOUT, destination_account: 5, status: 1 }],
    ],
  ])('refuses %s', (_, body) => {
    expect(parse(body)).toEqual({ ok: false });
  });

  it('refuses invalid JSON', () => {
    expect(parseWebhook(new TextEncoder().encode('[{'))).toEqual({ ok: false });
  });
});
