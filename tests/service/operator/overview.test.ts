/** The overview of payments from counters: exact once all changes are rolled up, whatever moved meanwhile. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { overviewAnswer, terminalHealth } from '#service/operator/overview/answer.ts';
import { rollUpCounts } from '#service/counters/roll-up.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const MINUTE_MS = 60_000;
/** Two minutes before a new hour, on the day before the latest one. */
const clock = frozenClock(new Date('2026-03-01T22:58:00.000Z'));
const EUR = { direction: 'payin', currency: 'EUR' };

const running = serviceForTests({ now: clock.now });

/** Returns the overview once no change is pending. */
async function overview(input: object = { days: 2 }) {
  const shown = async () => {
    clock.advance(3_000);
    const { status, body } = await running.operator('overview show', input);
    expect(status, JSON.stringify(body)).toBe(200);
    return overviewAnswer.parse(body);
  };
  await expect.poll(async () => (await shown()).up_to_date, { timeout: PATIENCE_MS }).toBe(true);
  return shown();
}

async function payin(amount: number, card?: string) {
  const { id } = await createdPayin(running, { amount });
  if (card !== undefined) {
    await running.client.submitCardData(cardDataBody(id, { card_number: card }));
  }
  return id;
}

const APPROVED = '4242424242424242';
const DECLINED = '4000000000009979';
/** A card declined without a known reason. */
const REFUSED = '4000000000000002';

describe('an overview', () => {
  let late: string;

  it('counts orders in the hour of their creation, by their present status', async () => {
    await payin(10, APPROVED);
    await payin(5, DECLINED);
    late = await payin(1);
    clock.advance(5 * MINUTE_MS);
    await payin(20, APPROVED);
    const { span, totals, series } = await overview({ hours: 3 });
    expect(span).toBe('hour');
    expect(totals).toEqual([
      {
        ...EUR,
        orders: 4,
        amount: '36.00',
        open: 1,
        closed: 0,
        closed_amount: '0.00',
        succeeded: 2,
        succeeded_amount: '30.00',
        failed: 1,
        failed_amount: '5.00',
      },
    ]);
    expect(series.map(({ at, orders, succeeded, open }) => [at, orders, succeeded, open])).toEqual([
      ['2026-03-01T22:00:00.000Z', 3, 1, 1],
      ['2026-03-01T23:00:00.000Z', 1, 1, 0],
    ]);
  });

  it('recounts an hour and its day when one of its orders moves', async () => {
    await running.operator('payins cancel', { order: late });
    await createdPayout(running);
    const { series, unpaid_reasons: reasons } = await overview({ hours: 3 });
    expect(series[0]).toMatchObject({ open: 0, closed: 1, closed_amount: '1.00' });
    expect(reasons).toContainEqual({
      ...EUR,
      reason: 'WORKFLOW_EXECUTION_SKIPPED',
      orders: 1,
      amount: '1.00',
    });
    const { span, totals, series: days } = await overview({ days: 30 });
    expect(span).toBe('day');
    expect(days.map(({ at }) => at)).toEqual(Array(2).fill('2026-03-01T00:00:00.000Z'));
    expect(totals).toMatchObject([
      { direction: 'payin', orders: 4, amount: '36.00' },
      { direction: 'payout', orders: 1 },
    ]);
  });

  it("shows each terminal's attempts, their latency and the decline reasons", async () => {
    const { terminals = [], decline_reasons: reasons = [] } = await overview();
    const ofPayins = terminals.find(({ direction }) => direction === 'payin');
    expect(ofPayins).toMatchObject({
      terminal: 'sandbox',
      attempts: 3,
      approved: 2,
      declined: 1,
      failed: 0,
      open: 0,
      answered: 3,
    });
    expect(ofPayins?.latency_p95_ms).toBeGreaterThanOrEqual(0);
    expect(reasons.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1);
  });

  it("shows a week's latency per six hours, from all their attempts", async () => {
    const points = async (hours: number) =>
      ((await overview({ hours })).terminal_series ?? [])
        .filter(({ direction }) => direction === 'payin')
        .map(({ at, attempts, answered }) => [at, attempts, answered]);
    expect(await points(24)).toEqual([
      ['2026-03-01T22:00:00.000Z', 2, 2],
      ['2026-03-01T23:00:00.000Z', 1, 1],
    ]);
    expect(await points(168)).toEqual([['2026-03-01T18:00:00.000Z', 3, 3]]);
  });

  it("shows the acquirers' texts for declines without a known reason", async () => {
    expect((await overview()).decline_words).toEqual([]);
    await payin(7, REFUSED);
    const { decline_reasons: reasons, decline_words: words } = await overview();
    expect(reasons).toContainEqual({ reason: 'other', attempts: 1 });
    expect(words).toEqual([{ words: 'do not honor', attempts: 1 }]);
  });

  it('shows the health of every terminal, used or not', async () => {
    await overview();
    const { body } = await running.operator('terminals health', { days: 2 });
    const health = z.object({ items: z.array(terminalHealth) }).parse(body);
    const used = health.items.find(({ terminal }) => terminal === 'sandbox');
    expect(used).toMatchObject({ up: true, circuit: 'closed', attempts: 5, approved: 3 });
    expect(used?.last_approved_at).not.toBeNull();
    const earlier = await running.operator('terminals health', { hours: 1, limit: 1 });
    expect(earlier).toMatchObject({ status: 200 });
  });

  it('is exact while orders are created, moved and counted concurrently', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await payin(1 + index, [APPROVED, DECLINED, undefined][index % 3]);
        await rollUpCounts(running.context);
      }),
    );
    const { totals } = await overview();
    const { rows } = await sql<{ orders: number; amount: string }>`
      select count(*)::integer as orders, sum(amount_minor)::text as amount from payins
      where currency = 'EUR'`.execute(running.db);
    const [counted] = totals;
    expect([counted?.orders, counted?.amount.replace('.', '')]).toEqual(Object.values(rows[0]!));
  });
});

it("shows a merchant's people their orders, and no terminals", async () => {
  const { merchant_id: first, other_merchant: other } = running.sandbox;
  const whole = await overview();
  for (const [merchant, totals] of [
    [first, whole.totals],
    [other.merchant_id, []],
  ] as const) {
    const { cookie } = await newPerson(running, { role: 'merchant', merchant });
    const { body } = await commandAs(running, cookie, 'overview show', { days: 2 });
    const shown = overviewAnswer.parse(body);
    expect(shown.totals).toEqual(totals);
    expect(shown.terminals).toBeUndefined();
  }
});

it.each([
  { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' },
  { days: 401 },
  { hours: 0 },
  { hours: 5, days: 5 },
])('refuses %j', async (input) => {
  expect(await running.operator('overview show', input)).toMatchObject({ status: 400 });
});
