import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOrders, selectInSpans } from '#service/operator/orders/search.ts';
import type { Place } from '#service/operator/orders/search-queries.ts';
import { showOrder } from '#service/operator/orders/timeline.ts';
import { createPayin, payWith, payinWhen } from '../../../packages/tollgate/conformance/orders.ts';
import {
  createPayout,
  isFinal,
  payoutWhen,
} from '../../../packages/tollgate/conformance/payouts.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const CARD = '5555555555554444';
const CHALLENGED_CARD = '4000000000003220';
/** A time limit in which no second span is searched. */
const NO_TIME_MS = 0;
const EMAIL = 'Anna.Search@shop.example';

const running = serviceForTests();
const target = targetOf(running);
let paid: { id: string; reference: string; rrn: string };
let waiting: string;
let challenged: string;
let payout: string;

beforeAll(async () => {
  const reference = `search-${randomUUID()}`;
  const order = await createPayin(target, {
    reference_id: reference,
    amount: 77.31,
    customer: { email: EMAIL },
  });
  await payWith(target, order.id, CARD);
  const { rrn } = await payinWhen(target, order.id, 'SUCCESS');
  paid = { id: order.id, reference, rrn: rrn ?? 'no rrn' };
  waiting = (await createPayin(target, { amount: 77.31 })).id;
  challenged = (await createPayin(target)).id;
  await payWith(target, challenged, CHALLENGED_CARD);
  const { id } = await createPayout(target, { amount: 77.31 });
  payout = (await payoutWhen(target, id, isFinal)).id;
});

const ANY_NUMBER: unknown = expect.any(Number);
const ANY_TEXT: unknown = expect.any(String);

const page = z.object({
  orders: z.array(z.object({ id: z.string(), direction: z.string() }).loose()),
  next: z.string().optional(),
});

async function search(input: object) {
  const { status, body } = await running.operator('orders search', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return page.parse(body);
}

async function found(input: object) {
  return (await search(input)).orders.map(({ id }) => id);
}

const story = z
  .object({
    why: z.string(),
    attempts: z.array(z.object({ provider_reference: z.string().nullable() }).loose()),
  })
  .loose();

async function show(order: string) {
  const { status, body } = await running.operator('orders show', { order });
  expect(status).toBe(200);
  return { body, ...story.parse(body) };
}

describe('orders are found', () => {
  it.each([
    ['its id', () => ({ id: paid.id })],
    ['its reference', () => ({ reference: paid.reference })],
    ['the e-mail address, in any case', () => ({ email: EMAIL.toLowerCase() })],
    ["its card's last four digits", () => ({ last_four: CARD.slice(-4) })],
    ['its masked card number', () => ({ card: `${CARD.slice(0, 6)}******${CARD.slice(-4)}` })],
    ['the rrn', () => ({ rrn: paid.rrn })],
    ['amount and status', () => ({ amount: '77.31', status: 'SUCCESS' })],
    [
      'many things at once',
      () => ({
        email: EMAIL,
        currency: 'EUR',
        direction: 'payin',
        terminal: 'sandbox',
        merchant: running.sandbox.merchant_id,
        from: '2020-01-01T00:00:00Z',
        method: running.sandbox.methods['card_eur'],
        to: '2990-01-01T00:00:00Z',
      }),
    ],
  ])('by %s', async (_by, input) => {
    expect(await found(input())).toEqual([paid.id]);
  });

  it.each([
    ['its id', () => paid.id],
    ['the first eight characters of its id', () => paid.id.slice(0, 8).toUpperCase()],
    ['its reference', () => ` ${paid.reference} `],
    ['its e-mail', () => EMAIL],
    ['its rrn', () => paid.rrn],
  ])('by a text that is %s', async (_what, text) => {
    expect(await found({ text: text() })).toEqual([paid.id]);
  });

  it('by a text that is an amount, or the name of a merchant or a terminal', async () => {
    expect(await found({ text: '€77.31' })).toContain(paid.id);
    expect(await found({ text: '€77.32' })).toEqual([]);
    expect(await found({ text: 'sandbox', status: 'SUCCESS' })).toContain(paid.id);
    const { name } = await running.db
      .selectFrom('merchants')
      .select('name')
      .where('id', '=', running.sandbox.merchant_id)
      .executeTakeFirstOrThrow();
    expect(await found({ text: name })).toContain(paid.id);
    expect(await found({ text: 'Other Sandbox Merchant' })).toEqual([]);
    expect(await found({ text: payout.slice(0, 8) })).toEqual([payout]);
    expect(await found({ text: 'nothing like this' })).toEqual([]);
  });

  it("by the acquirer's reference, alone or with other criteria", async () => {
    const [attempt] = (await show(paid.id)).attempts;
    const reference = attempt?.provider_reference ?? '';
    expect(await found({ provider_reference: reference })).toEqual([paid.id]);
    expect(await found({ text: reference })).toEqual([paid.id]);
    const remembered = { provider_reference: `authorised ${reference}` };
    await running.db
      .updateTable('payin_attempts')
      .set(remembered)
      .where('payin_id', '=', paid.id)
      .execute();
    expect(await found({ provider_reference: reference })).toEqual([paid.id]);
  });

  it('by their displayed time, to the millisecond or second, as start and end', async () => {
    const shown = z.object({ created_at: z.string() });
    const { body } = await running.operator('orders show', { order: paid.id });
    const moment = shown.parse(body).created_at;
    const second = moment.replace(/\.\d+/, '');
    expect(await found({ id: paid.id, from: moment, to: moment })).toEqual([paid.id]);
    expect(await found({ id: paid.id, from: second, to: second })).toEqual([paid.id]);
  });

  it('with payins and payouts together, newest first', async () => {
    expect(await found({ amount: '77.31' })).toEqual([payout, waiting, paid.id]);
    expect(await found({ amount: '77.31', direction: 'payout' })).toEqual([payout]);
    expect(await found({ last_four: '0002', terminal: 'sandbox' })).toEqual([payout]);
    expect(await found({ resolution_code: 'ORDER_CANNOT_BE_PROCESSED' })).toEqual([payout]);
  });

  it('page by page, each once', async () => {
    const all = await found({ limit: 200 });
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const { orders, next } = await search({ limit: 1, ...(after !== undefined && { after }) });
      expect(orders).toHaveLength(1);
      paged.push(...orders.map(({ id }) => id));
      after = next;
    } while (after !== undefined);
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(paged).toEqual(all);
  });

  it('back in time span by span within a time limit, and onward from there', async () => {
    const merchantId = running.sandbox.merchant_id;
    const old = (await createPayin(target, { amount: 77.32 })).id;
    const created_at = new Date(Date.now() - 90 * 86_400_000);
    await running.db.updateTable('payins').set({ created_at }).where('id', '=', old).execute();
    const filter = { merchantId, amountMinor: 7732n };
    const steps: string[][] = [];
    let after: Place | undefined;
    do {
      const part = { after, size: 3 };
      const { orders, until } = await selectInSpans(running.db, filter, part, NO_TIME_MS);
      steps.push(orders.map(({ id }) => id));
      after = until;
    } while (after !== undefined);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.flat()).toEqual([old]);
    const whole = await findOrders(running.context, { limit: 50, amount: '77.32' });
    expect(whole).toMatchObject({ result: { orders: [{ id: old }] } });
  });

  it.each([
    [{ last_four: '44' }, 400],
    [{ card: '4242424242424242' }, 400],
    [{ amount: '1,50' }, 400],
    [{ after: 'nowhere' }, 400],
    [{ limit: 0 }, 400],
    [{ limit: 201 }, 400],
    [{ merchant: 'nobody' }, 404],
    [{ terminal: 'nowhere' }, 404],
  ])('but %j is refused', async (input, status) => {
    expect(await running.operator('orders search', input)).toMatchObject({ status });
  });

  it('of one merchant only, for a person who may see no others', async () => {
    const scope = { merchantId: randomUUID() };
    expect(await findOrders(running.context, { limit: 50 }, scope)).toMatchObject({
      result: { orders: [] },
    });
    expect(await showOrder(running.context, paid.id, scope)).toBeUndefined();
    const own = { merchantId: running.sandbox.merchant_id };
    expect(await showOrder(running.context, paid.id, own)).toMatchObject({
      id: paid.id,
      actions: [],
      attention: [],
    });
  });
});

describe("an order's timeline", () => {
  it('shows a payin from its creation to its webhook, without a card number', async () => {
    await running.operator('payins comment', {
      order: paid.id,
      text: 'a regular',
      reason: 'asked',
    });
    const { body, why } = await show(paid.id);
    expect(why).toMatch(
      /^sandbox approved 77\.31 EUR at .+\. The net to the merchant is .+, the fee .+\.$/,
    );
    expect(body).toMatchObject({
      method: 'card_eur',
      account: '555555******4444',
      transitions: [
        { to_status: 'CREATED' },
        { to_status: 'IN_PROGRESS' },
        { to_status: 'SUCCESS' },
      ],
      attempts: [{ terminal: 'sandbox', outcome: 'approved', latency_ms: ANY_NUMBER }],
      movements: [{ kind: 'payin_success' }],
      retentions: [{ bucket: 'hold' }, { bucket: 'rolling' }],
      events: [{ state: ANY_TEXT, orders: [paid.id] }],
      comments: { internal: 'a regular' },
      actions: [{ command: 'payins comment', reason: 'asked' }],
    });
    expect(JSON.stringify(body)).not.toContain(CARD);
  });

  it('says what an order waits for', async () => {
    expect((await show(waiting)).why).toMatch(
      /^It awaits its payer until .+ No attempt was made yet\.$/,
    );
    const story = await show(challenged);
    expect(story.why).toMatch(/^sandbox requested a 3-D Secure challenge at /);
    expect(story.body).toMatchObject({ attempts: [{ challenged_at: ANY_TEXT, outcome: null }] });
  });

  it('shows a refused payout, whose reserve was released', async () => {
    const { body, why } = await show(payout);
    expect(why).toMatch(/^sandbox refused it\. Its message: /);
    expect(body).toMatchObject({
      direction: 'payout',
      account: '400000******0002',
      movements: [{ kind: 'payout_reserve' }, { kind: 'payout_release' }],
    });
  });

  it('requires an existing order', async () => {
    expect(await running.operator('orders show', { order: randomUUID() })).toMatchObject({
      status: 404,
    });
  });
});
