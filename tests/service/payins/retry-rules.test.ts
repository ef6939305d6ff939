import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AcquirerAnswer } from '#service/acquirers/port.ts';
import { APPROVED, silence } from '../../support/acquirers/acquirer-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { newCard } from './cards.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { methodTo } from '../routing/terminals-and-routes.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { adapter, behaviours } = scriptedAdapter();
const clock = frozenClock();
const running = serviceForTests({ adapters: [adapter], now: clock.now });
let methodId: string;
let answer: () => Promise<AcquirerAnswer>;

const SOFT = { outcome: 'soft_decline', reference: 'r', message: 'no', reason: 'other' } as const;
const NOT_AGAIN = { ...SOFT, advice: 'do_not_try_again', schemeCode: 'Mastercard 03' } as const;

beforeAll(async () => {
  const terminal = { does: { cards: { authorize: () => answer() } } };
  ({ methodId } = await methodTo(running, behaviours, [terminal]));
  await limit({ card_testing: 'off' });
});

async function give(id: string, card: string, client = running.client) {
  clock.advance(1_000);
  const given = await client.submitCardData(cardDataBody(id, { card_number: card }));
  const read = await running.client.getPayin(id);
  if (!read.ok) throw new Error('The order was not read');
  return { given, order: read.value };
}

async function pay(card: string, with_: () => Promise<AcquirerAnswer> = () => declined()) {
  answer = with_;
  const { id } = await createdPayin(running, { merchant_gate_method_id: methodId });
  return { id, ...(await give(id, card)) };
}

function declined(as: AcquirerAnswer = SOFT) {
  return Promise.resolve(as);
}

async function limit(changes: object) {
  const merchant = running.sandbox.merchant_id;
  const { status } = await running.operator('limits change', { merchant, ...changes });
  expect(status).toBe(200);
}

async function counted(limitName: string, result: string): Promise<number> {
  const labels = { limit: limitName, result };
  return valueOf(await scrape(running), 'tollgate_attempt_limits_total', labels) ?? 0;
}

const REFUSED = { status: 'FAILED', resolution_code: 'BLACKLISTED_INPUT_DATA' };

function pageKey() {
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  return { apiKeyId, apiSecret };
}

describe('a card that its scheme advises not to try again', () => {
  it('leaves its order open, is stored with the scheme’s code, and fails the next order', async () => {
    const card = newCard();
    const { id, order } = await pay(card, () => declined(NOT_AGAIN));
    expect(order).toMatchObject({ status: 'CREATED' });
    const attempt = await running.db
      .selectFrom('payin_attempts')
      .select(['decline_advice', 'scheme_code'])
      .where('payin_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attempt).toEqual({
      decline_advice: 'do_not_try_again',
      scheme_code: 'Mastercard 03',
    });
    answer = () => Promise.resolve(APPROVED);
    expect((await give(id, newCard())).order).toMatchObject({ status: 'SUCCESS' });
    expect((await pay(card, answer)).order).toMatchObject(REFUSED);
  });

  it('is refused on the payment page, and the order stays open for another card', async () => {
    const card = newCard();
    const { id } = await pay(card, () => declined(NOT_AGAIN));
    answer = () => Promise.resolve(APPROVED);
    const page = running.clientFor(pageKey());
    const { given, order } = await give(id, card, page);
    expect(given).toMatchObject({ ok: false, status: 422 });
    expect(given.ok ? '' : given.problem?.type).toContain('#another-card');
    expect(order).toMatchObject({ status: 'CREATED' });
    expect((await give(id, newCard(), page)).order).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('a card that is declined at a merchant', () => {
  it('is refused at the daily limit, until the oldest decline is a day old', async () => {
    await limit({ retry_rules: 'on', card_declines_per_day: 3 });
    const card = newCard();
    for (let times = 0; times < 3; times += 1) {
      expect((await pay(card)).order).toMatchObject({ status: 'CREATED' });
    }
    const before = await counted('card_declines_per_day', 'refused');
    expect((await pay(card)).order).toMatchObject(REFUSED);
    expect(await counted('card_declines_per_day', 'refused')).toBe(before + 1);
    clock.advance(DAY_MS);
    expect((await pay(card)).order).toMatchObject({ status: 'CREATED' });
  });

  it('is refused at the 30-day limit', async () => {
    await limit({ retry_rules: 'on', card_declines_per_day: 3, card_declines_per_30_days: 4 });
    const card = newCard();
    for (let times = 0; times < 4; times += 1) {
      expect((await pay(card)).order).toMatchObject({ status: 'CREATED' });
      clock.advance(DAY_MS);
    }
    expect((await pay(card)).order).toMatchObject(REFUSED);
    clock.advance(27 * DAY_MS);
    expect((await pay(card)).order).toMatchObject({ status: 'CREATED' });
  });

  it('is only counted in a dry run, and not at all when the rules are off', async () => {
    await limit({ retry_rules: 'dry_run', card_declines_per_day: 1 });
    const card = newCard();
    await pay(card);
    const before = await counted('card_declines_per_day', 'would_refuse');
    expect((await pay(card)).order).toMatchObject({ status: 'CREATED' });
    expect(await counted('card_declines_per_day', 'would_refuse')).toBe(before + 1);
    const merchant = running.sandbox.merchant_id;
    expect(await running.operator('limits show', { merchant })).toMatchObject({
      body: {
        would_refuse: expect.arrayContaining([
          { limit: 'card_declines_per_day', day: 1, week: 1 },
        ]) as unknown[],
        attempts: [{ limits: ['card_declines_per_day'] }],
      },
    });
    await limit({ retry_rules: 'off' });
    await pay(card);
    expect(await counted('card_declines_per_day', 'would_refuse')).toBe(before + 1);
  });

  it('counts for this merchant only', async () => {
    await limit({ retry_rules: 'on', card_declines_per_day: 1 });
    const card = newCard();
    const { id } = await pay(card);
    const belongTo = (merchant_id: string) =>
      running.db.updateTable('payins').set({ merchant_id }).where('id', '=', id).execute();
    await belongTo(randomUUID());
    expect((await pay(card, () => Promise.resolve(APPROVED))).order).toMatchObject({
      status: 'SUCCESS',
    });
    await belongTo(running.sandbox.merchant_id);
  });

  it('stays within the limit when sent many times at once', async () => {
    await limit({ retry_rules: 'on', card_declines_per_day: 3, card_declines_per_30_days: 9 });
    const card = newCard();
    let asked = 0;
    answer = () => {
      asked += 1;
      return declined();
    };
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        createdPayin(running, { merchant_gate_method_id: methodId }),
      ),
    );
    await Promise.all(
      made.map(({ id }) => running.client.submitCardData(cardDataBody(id, { card_number: card }))),
    );
    const rows = await running.db
      .selectFrom('payins')
      .select('status')
      .where(
        'id',
        'in',
        made.map(({ id }) => id),
      )
      .execute();
    expect(asked).toBe(3);
    expect(rows.filter(({ status }) => status === 'CREATED')).toHaveLength(3);
    expect(rows.filter(({ status }) => status === 'FAILED')).toHaveLength(9);
  });

  it('is not blocked when the acquirer does not answer', async () => {
    await limit({ retry_rules: 'on', card_declines_per_day: 2, card_declines_per_30_days: 2 });
    const card = newCard();
    for (let times = 0; times < 4; times += 1) {
      await pay(card, silence);
      clock.advance(60_000);
    }
    expect((await pay(card, () => Promise.resolve(APPROVED))).order).toMatchObject({
      status: 'SUCCESS',
    });
  });
});
