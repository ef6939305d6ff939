/** The share of a merchant's card payments that is disputed, by UTC month: exact once all changes are rolled up. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANY_WAITING, rollUpCounts } from '#service/counters/roll-up.ts';
import { listConditions } from '#service/operator/conditions.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { bank, begin, beginBody, createdTransfer } from '../../support/orders/transfers.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Two minutes before March. */
const clock = frozenClock(new Date('2026-02-28T23:58:00.000Z'));
const MASTERCARD = '5555555555554444';

const running = serviceForTests({ now: clock.now });
let merchant: string;

beforeAll(() => {
  merchant = running.sandbox.merchant_id;
});

const ofMonth = z.object({
  disputes: z.number(),
  payments: z.number(),
  ratio: z.number().nullable(),
  limit: z.number().nullable(),
  level: z.string(),
});
const answer = z.object({
  this_month: z.string(),
  last_month: z.string(),
  ratios: z.array(
    z.object({
      merchant: z.string(),
      scheme: z.string(),
      this_month: ofMonth,
      last_month: ofMonth,
    }),
  ),
});

/** Rolls up pending changes, and waits while recurring work does so too. */
async function rollUp(): Promise<void> {
  const waiting = async () => {
    await rollUpCounts(running.context);
    const { rows } = await sql<{ any: boolean }>`select ${ANY_WAITING} as any`.execute(running.db);
    return rows[0]?.any;
  };
  await expect.poll(waiting, { timeout: PATIENCE_MS }).toBe(false);
}

async function ratios(input: object = { merchant }) {
  await rollUp();
  const { status, body } = await running.operator('disputes ratio', input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return answer.parse(body);
}

/** Returns a scheme's disputes and payments, as "disputes/payments", for this month and last. */
async function counted(scheme: 'visa' | 'mastercard', input: object = { merchant }) {
  const { ratios: rows } = await ratios(input);
  const row = rows.find((each) => each.scheme === scheme);
  return (
    row &&
    [row.this_month, row.last_month].map(({ disputes, payments }) => `${disputes}/${payments}`)
  );
}

async function paidBy(card: string): Promise<string> {
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id, { card_number: card }));
  await payinWhen(running, id, 'SUCCESS');
  return id;
}

async function limit(changes: object): Promise<void> {
  const { status } = await running.operator('limits change', { merchant, ...changes });
  expect(status).toBe(200);
}

async function conditions(scope?: { merchantId: string }) {
  const found = await listConditions(running.context, scope);
  return found.filter(({ kind }) => kind === 'dispute_ratio');
}

describe('the dispute ratio', () => {
  let february: string;

  it('lists no merchant before its first payment, and counts only card payments', async () => {
    expect((await ratios()).ratios).toEqual([]);
    february = await paidBy('4242424242424242');
    await paidBy(MASTERCARD);
    await createdPayin(running);
    const { id } = await createdTransfer(running, 'BLIK');
    await begin(running, id, beginBody('BLIK'));
    await bank(running, id, 'exact');
    const { this_month: month, ratios: rows } = await ratios();
    expect(month).toBe('2026-02');
    expect(rows.map(({ scheme, this_month: { payments } }) => [scheme, payments])).toEqual([
      ['visa', 1],
      ['mastercard', 0],
    ]);
    expect((await ratios({})).ratios).toEqual([]);
  });

  it('counts a payment in the UTC month in which it was credited', async () => {
    const { id } = await createdPayin(running);
    clock.advance(2 * MINUTE_MS);
    await running.client.submitCardData(cardDataBody(id));
    await payinWhen(running, id, 'SUCCESS');
    expect(await counted('visa')).toEqual(['0/1', '0/1']);
    expect(await counted('mastercard')).toEqual(['0/1', '0/0']);
    expect(await ratios()).toMatchObject({ this_month: '2026-03', last_month: '2026-02' });
  });

  it('counts a dispute in the month of its chargeback, whenever the payin was paid', async () => {
    await toldOf(running, february, 'inquiry_opened', { reportedAt: clock.now() });
    expect(await counted('visa')).toEqual(['0/1', '0/1']);
    await toldOf(running, february, 'charged_back', { reportedAt: clock.now() });
    expect(await counted('visa')).toEqual(['1/1', '0/1']);
    // This notice arrives in March, but dates the chargeback in February.
    const late = await paidBy('4242424242424242');
    await toldOf(running, late, 'charged_back', {
      reportedAt: new Date('2026-02-28T23:59:59.999Z'),
    });
    expect(await counted('visa')).toEqual(['1/2', '1/1']);
    await toldOf(running, february, 'won', { reportedAt: clock.now() });
    expect(await counted('visa')).toEqual(['1/2', '1/1']);
    expect(await counted('visa', {})).toEqual(['1/2', '1/1']);
  });

  it('does not change when customers are erased', async () => {
    const before = await ratios();
    await running.db
      .updateTable('payins')
      .set({ customer: JSON.stringify({ email: 'ada@shop.example' }) })
      .execute();
    const { status } = await running.operator('customers erase', { email: 'ada@shop.example' });
    expect(status).toBe(200);
    expect(await ratios()).toEqual(before);
  });

  it("sets no level with few payments, unless the merchant's limit sets a lower minimum", async () => {
    const { ratios: rows } = await ratios();
    expect(rows[0]).toMatchObject({
      scheme: 'visa',
      this_month: { ratio: 0.5, limit: 0.015, level: 'none' },
    });
    expect(await conditions()).toEqual([]);
    await limit({ dispute_ratio_payments: 2, visa_dispute_count: 2 });
    expect((await ratios()).ratios[0]).toMatchObject({ this_month: { level: 'above' } });
    await limit({ visa_dispute_basis_points: 5_001 });
    expect((await ratios()).ratios[0]).toMatchObject({ this_month: { level: 'below' } });
    await limit({ visa_dispute_basis_points: 5_000, visa_dispute_count: 1 });
    expect((await ratios()).ratios[0]).toMatchObject({
      this_month: { limit: 0.5, level: 'excessive' },
    });
  });

  it('raises a condition while it is too high, until the next month', async () => {
    await limit({ visa_dispute_count: null });
    const [condition, ...others] = await conditions();
    expect(others).toEqual([]);
    expect(condition).toMatchObject({
      subject: merchant,
      since: new Date('2026-03-01T00:00:00Z'),
    });
    expect(condition?.detail).toContain(
      'Disputes in 2026-03: 1; Visa payments in 2026-03: 2 (50.00 %). The limit is 50.00 %.',
    );
    expect(await conditions({ merchantId: merchant })).toHaveLength(1);
    expect(await conditions({ merchantId: running.sandbox.other_merchant.merchant_id })).toEqual(
      [],
    );
    const metrics = await scrape(running);
    const visa = { scheme: 'visa' };
    expect(valueOf(metrics, 'tollgate_merchants_over_dispute_limit', visa)).toBe(1);
    expect(valueOf(metrics, 'tollgate_dispute_ratio_highest', visa)).toBe(0.5);
    const mastercard = { scheme: 'mastercard' };
    expect(valueOf(metrics, 'tollgate_merchants_over_dispute_limit', mastercard)).toBe(0);
    expect(valueOf(metrics, 'tollgate_dispute_ratio_highest', mastercard)).toBe(0);
    expect(metrics).not.toContain(merchant);
  });

  it('divides Mastercard disputes by the payments of the month before', async () => {
    const { id } = await running.db
      .selectFrom('payins')
      .select('id')
      .where('card_brand', '=', 'mastercard')
      .executeTakeFirstOrThrow();
    await toldOf(running, id, 'charged_back', { reportedAt: clock.now() });
    expect(await counted('mastercard')).toEqual(['1/1', '0/0']);
    await limit({ dispute_ratio_payments: 1 });
    const [condition] = await conditions();
    expect(condition?.detail).toContain(
      'Disputes in 2026-03: 1; Mastercard payments in 2026-02: 1 (100.00 %). The limit is 1.50 %.',
    );
    await limit({ mastercard_dispute_count: 1 });
    expect((await conditions())[0]?.detail).toContain("That is enough for Mastercard's programme.");
    await limit({ mastercard_dispute_count: null });
  });

  it('restarts each month, and still shows the last month', async () => {
    clock.advance(31 * DAY_MS);
    expect(await conditions()).toEqual([]);
    expect(await counted('visa')).toEqual(['0/0', '1/2']);
    expect((await ratios()).ratios[0]).toMatchObject({ last_month: { level: 'above' } });
    clock.advance(-31 * DAY_MS);
  });
});
