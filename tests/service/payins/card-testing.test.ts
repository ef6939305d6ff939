import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { valueIn } from '#contract/client/result.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { deleteOldFailedCards } from '#service/payins/store/authorize.ts';
import type { AcquirerAnswer } from '#service/acquirers/port.ts';
import { APPROVED } from '../../support/acquirers/acquirer-doubles.ts';
import { scriptedAdapter } from '../../support/acquirers/scripted-adapter.ts';
import { newCard } from './cards.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { methodTo } from '../routing/terminals-and-routes.ts';

const HOUR_MS = 3_600_000;
const { adapter, behaviours } = scriptedAdapter();
const clock = frozenClock();
const running = serviceForTests({ adapters: [adapter], now: clock.now });
let methodId: string;
let answer: () => Promise<AcquirerAnswer>;

const SOFT = { outcome: 'soft_decline', reference: 'r', message: 'no', reason: 'other' } as const;

beforeAll(async () => {
  const terminal = { does: { cards: { authorize: () => answer() } } };
  ({ methodId } = await methodTo(running, behaviours, [terminal]));
});

beforeEach(async () => {
  answer = declined;
  clock.advance(25 * HOUR_MS);
  await limit({
    card_testing: 'on',
    failed_cards_per_address: 100,
    failed_cards_per_bin: 100,
    failed_cards_per_email: 100,
    failed_cards_per_order: 100,
  });
});

function declined(): Promise<AcquirerAnswer> {
  return Promise.resolve(SOFT);
}

function approved(): Promise<AcquirerAnswer> {
  return Promise.resolve(APPROVED);
}

async function limit(changes: object) {
  const merchant = running.sandbox.merchant_id;
  const { status } = await running.operator('limits change', { merchant, ...changes });
  expect(status).toBe(200);
}

interface Payer {
  card?: string;
  address?: string;
  email?: string;
  /** The order's own e-mail address. */
  orderEmail?: string;
  id?: string;
}

function onPage() {
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  return running.clientFor({ apiKeyId, apiSecret });
}

async function pay(
  { card = newCard(), address, email, orderEmail, id: known }: Payer,
  client = running.client,
) {
  clock.advance(1_000);
  const made = { merchant_gate_method_id: methodId };
  const customer = orderEmail === undefined ? {} : { customer: { email: orderEmail } };
  const id = known ?? (await createdPayin(running, { ...made, ...customer })).id;
  const body = cardDataBody(id, { card_number: card });
  const given = await client.submitCardData(
    { ...body, customer: email === undefined ? {} : { email } },
    address === undefined ? {} : { 'X-Payer-Address': address },
  );
  const read = await running.client.getPayin(id);
  if (!read.ok) throw new Error('The order was not read');
  return { id, given, order: read.value };
}

const shownLimits = z.object({
  would_refuse: z.array(z.object({ limit: z.string(), day: z.int(), week: z.int() })),
  attempts: z.array(z.object({ order_id: z.uuid(), limits: z.array(z.string()) })),
});

async function shown() {
  const merchant = running.sandbox.merchant_id;
  const { body } = await running.operator('limits show', { merchant });
  return shownLimits.parse(body);
}

async function counted(limitName: string, result: string): Promise<number> {
  const labels = { limit: limitName, result, merchant: running.sandbox.merchant_id };
  return valueOf(await scrape(running), 'tollgate_attempt_limits_total', labels) ?? 0;
}

const WAITS = { status: 'CREATED' };
const REFUSED = { status: 'FAILED', resolution_code: 'BLACKLISTED_INPUT_DATA' };

describe('different declined cards', () => {
  it('are counted by payer address, a /64 for IPv6, for an hour', async () => {
    await limit({ failed_cards_per_address: 2 });
    expect((await pay({ address: '2001:db8:7::1' })).order).toMatchObject(WAITS);
    expect((await pay({ address: '2001:db8:7::2' })).order).toMatchObject(WAITS);
    const before = await counted('failed_cards_per_address', 'refused');
    answer = approved;
    expect((await pay({ address: '2001:db8:7::3' })).order).toMatchObject(REFUSED);
    expect(await counted('failed_cards_per_address', 'refused')).toBe(before + 1);
    expect((await pay({ address: '2001:db8:8::1' })).order).toMatchObject({ status: 'SUCCESS' });
    clock.advance(HOUR_MS);
    expect((await pay({ address: '2001:db8:7::4' })).order).toMatchObject({ status: 'SUCCESS' });
  });

  it('are counted by BIN, the first eight digits', async () => {
    await limit({ failed_cards_per_bin: 2 });
    await pay({ card: newCard('41111111') });
    await pay({ card: newCard('41111111') });
    answer = approved;
    expect((await pay({ card: newCard('41111111') })).order).toMatchObject(REFUSED);
    expect((await pay({ card: newCard('41111112') })).order).toMatchObject({ status: 'SUCCESS' });
  });

  it("are counted by e-mail address, the order's or the payer's, for a day", async () => {
    await limit({ failed_cards_per_email: 2 });
    const email = `${randomUUID()}@shop.example`;
    await pay({ email: email.toUpperCase() });
    await pay({ orderEmail: email });
    clock.advance(23 * HOUR_MS);
    answer = approved;
    expect((await pay({ orderEmail: email })).order).toMatchObject(REFUSED);
    clock.advance(HOUR_MS);
    expect((await pay({ orderEmail: email })).order).toMatchObject({ status: 'SUCCESS' });
  });

  it('are counted by order', async () => {
    await limit({ failed_cards_per_order: 2 });
    const { id } = await pay({});
    expect((await pay({ id })).order).toMatchObject(WAITS);
    expect((await pay({ id })).order).toMatchObject(REFUSED);
  });

  it('are counted by link as by order, for an hour', async () => {
    await limit({ failed_cards_per_order: 2 });
    const link = { merchant_gate_method_id: methodId, amount: 12.5, reference_prefix: 'link' };
    const { id } = valueIn(await running.client.createLink({ ...link, use: 'many' }));
    const payLink = async () => {
      const made = await onPage().call(ENDPOINTS.payLink, { params: { id }, body: {} });
      return pay({ id: valueIn(made).pay_url.slice(-36) });
    };
    const before = await counted('failed_cards_per_order', 'refused');
    expect((await payLink()).order).toMatchObject(WAITS);
    expect((await payLink()).order).toMatchObject(WAITS);
    answer = approved;
    expect((await payLink()).order).toMatchObject(REFUSED);
    expect(await counted('failed_cards_per_order', 'refused')).toBe(before + 1);
    expect((await pay({})).order).toMatchObject({ status: 'SUCCESS' });
    clock.advance(HOUR_MS);
    expect((await payLink()).order).toMatchObject({ status: 'SUCCESS' });
  });

  it('are shown once in a dry run, of an order and its link', async () => {
    await limit({ card_testing: 'dry_run', failed_cards_per_order: 1 });
    const link = { merchant_gate_method_id: methodId, amount: 12.5, reference_prefix: 'link' };
    const { id } = valueIn(await running.client.createLink({ ...link, use: 'once' }));
    const made = await onPage().call(ENDPOINTS.payLink, { params: { id }, body: {} });
    const order = { id: valueIn(made).pay_url.slice(-36) };
    await pay(order);
    await pay(order);
    const { attempts } = await shown();
    const ofOrder = attempts.filter(({ order_id }) => order_id === order.id);
    expect(ofOrder.map(({ limits }) => limits)).toEqual([['failed_cards_per_order']]);
  });

  it('count one card once, however often it is declined', async () => {
    await limit({ failed_cards_per_address: 2 });
    const card = newCard();
    for (let times = 0; times < 3; times += 1) {
      expect((await pay({ address: '192.0.2.1', card })).order).toMatchObject(WAITS);
    }
    expect((await pay({ address: '192.0.2.1' })).order).toMatchObject(WAITS);
    expect((await pay({ address: '192.0.2.1' })).order).toMatchObject(REFUSED);
  });

  it('beyond the limit get 429 on the payment page, and the order stays open', async () => {
    await limit({ failed_cards_per_address: 1 });
    await pay({ address: '192.0.2.2' });
    const { given, order } = await pay({ address: '192.0.2.2' }, onPage());
    expect(given).toMatchObject({ ok: false, status: 429 });
    expect(given.ok ? '' : given.problem?.type).toContain('#too-many-cards');
    expect(order).toMatchObject(WAITS);
  });

  it('are only counted in a dry run, and not at all when it is off', async () => {
    await limit({ card_testing: 'dry_run', failed_cards_per_address: 1 });
    await pay({ address: '192.0.2.3' });
    const before = await counted('failed_cards_per_address', 'would_refuse');
    expect((await pay({ address: '192.0.2.3' })).order).toMatchObject(WAITS);
    expect(await counted('failed_cards_per_address', 'would_refuse')).toBe(before + 1);
    const limitsShown = async () => (await shown()).would_refuse.map(({ limit: name }) => name);
    expect(await limitsShown()).toContain('failed_cards_per_address');
    await limit({ card_testing: 'off' });
    expect(await limitsShown()).not.toContain('failed_cards_per_address');
    await pay({ address: '192.0.2.3' });
    expect(await counted('failed_cards_per_address', 'would_refuse')).toBe(before + 1);
  });

  it("are shown in a dry run with each limit's would-be refusals in 24 hours and in 7 days", async () => {
    await limit({
      card_testing: 'dry_run',
      failed_cards_per_address: 1,
      failed_cards_per_order: 1,
    });
    const address = '198.51.100.1';
    const countsOf = async (name: string) => {
      const { would_refuse: all } = await shown();
      const { day, week } = all.find(({ limit: each }) => each === name) ?? { day: -1, week: -1 };
      return [day, week];
    };
    clock.advance(8 * 24 * HOUR_MS);
    expect(await countsOf('failed_cards_per_address')).toEqual([0, 0]);
    const first = await pay({ address });
    expect((await shown()).attempts).toEqual([]);
    await pay({ id: first.id, address });
    const other = await pay({ address });
    expect(await countsOf('failed_cards_per_address')).toEqual([2, 2]);
    expect(await countsOf('failed_cards_per_order')).toEqual([1, 1]);
    expect(await countsOf('failed_cards_per_email')).toEqual([0, 0]);
    expect((await shown()).attempts).toMatchObject([
      { order_id: other.id, limits: ['failed_cards_per_address'] },
      { order_id: first.id, limits: ['failed_cards_per_order', 'failed_cards_per_address'] },
    ]);
    clock.advance(25 * HOUR_MS);
    expect(await countsOf('failed_cards_per_address')).toEqual([0, 2]);
    clock.advance(6 * 24 * HOUR_MS);
    expect(await countsOf('failed_cards_per_address')).toEqual([0, 0]);
  });

  it('are counted exactly under concurrent declines', async () => {
    await limit({ failed_cards_per_address: 20, failed_cards_per_bin: 20 });
    const address = '192.0.2.4';
    await Promise.all(
      Array.from({ length: 20 }, () => pay({ address, card: newCard('42222222') })),
    );
    answer = approved;
    expect((await pay({ address })).order).toMatchObject(REFUSED);
    expect((await pay({ card: newCard('42222222') })).order).toMatchObject(REFUSED);
    expect((await pay({})).order).toMatchObject({ status: 'SUCCESS' });
  });
});

it('an ended attempt keeps no payer data, and cards are forgotten after a day', async () => {
  const { id } = await pay({ address: '192.0.2.6' });
  const attempt = await running.db
    .selectFrom('payin_attempts')
    .select('failure_keys')
    .where('payin_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(attempt.failure_keys).toBeNull();
  const kept = async () =>
    (await running.db.selectFrom('failed_cards').select('key').execute()).length;
  expect(await kept()).toBeGreaterThan(0);
  clock.advance(24 * HOUR_MS + 1);
  while (
    (await deleteOldFailedCards(running.db, new Date(clock.now().getTime() - 24 * HOUR_MS))) > 0
  );
  expect(await kept()).toBe(0);
});
