/** Operators' views of the ledger: balances, movements, retentions and the last verification. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eurGate } from './changes.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const DAY_MS = 86_400_000;

const running = serviceForTests({ now: clock.now });
let gate: string;
let order: string;

beforeAll(async () => {
  gate = await eurGate(running);
  ({ id: order } = await createdPayin(running, { method: 'card_eur', amount: 100 }));
  await running.client.submitCardData(cardDataBody(order));
  await createdPayout(running);
  await running.operator('money move', { gate, to: 'wallet', currency: 'EUR', amount: '1.00' });
});

const looseItems = z.object({ items: z.array(z.looseObject({})), next: z.string().optional() });

async function list(command: string, input: object = {}) {
  const { status, body } = await running.operator(command, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return looseItems.parse(body);
}

/** Reads a whole list, one item per page. */
async function oneByOne(command: string, input: object) {
  const items: object[] = [];
  for (let after: string | undefined; ;) {
    const page = await list(command, { ...input, limit: 1, after });
    items.push(...page.items);
    if (page.next === undefined) return items;
    after = page.next;
  }
}

describe('balances', () => {
  it('show gates and wallets, component by component', async () => {
    const { items } = await list('ledger balances', { merchant: running.sandbox.merchant_id });
    const own = items.filter((item) => item['gate_id'] === gate);
    expect(own).toContainEqual(
      expect.objectContaining({
        account: `${gate}/EUR`,
        kind: 'gate',
        currency: 'EUR',
        frozen: false,
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'wallet', gate: null, currency: 'EUR', total: '1.00' }),
    );
    const { items: ofGate } = await list('ledger balances', { gate });
    expect(ofGate).toEqual(own);
  });

  it('come in pages', async () => {
    const { items } = await list('ledger balances', { limit: 200 });
    expect(await oneByOne('ledger balances', {})).toEqual(items);
  });
});

describe('movements', () => {
  it('show their entries, newest first, in pages', async () => {
    const { items } = await list('ledger movements', { limit: 200 });
    expect(items[0]).toMatchObject({
      kind: 'transfer',
      order: null,
      entries: [
        { account: 'available', gate_id: gate, gate: 'main', currency: 'EUR', amount: '-1.00' },
        { account: 'wallet', gate_id: null, amount: '1.00' },
      ],
    });
    expect(await oneByOne('ledger movements', {})).toEqual(items);
  });

  it.each<[string, () => object, string[]]>([
    ['an order', () => ({ order }), ['payin_success']],
    ['a kind', () => ({ kind: 'transfer' }), ['transfer']],
    [
      'a gate, a currency and a kind',
      () => ({ gate, currency: 'EUR', kind: 'transfer' }),
      ['transfer'],
    ],
    ['another currency', () => ({ gate, currency: 'KZT', kind: 'transfer' }), []],
    ['a time', () => ({ to: new Date(0).toISOString() }), []],
    [
      'a currency and a time',
      () => ({ currency: 'EUR', kind: 'transfer', from: '2020-01-01T00:00:00Z' }),
      ['transfer'],
    ],
    ['another merchant', () => ({ merchant: running.sandbox.other_merchant.merchant_id }), []],
  ])('are found by %s', async (_by, input, kinds) => {
    const { items } = await list('ledger movements', input());
    expect([...new Set(items.map(({ kind }) => kind))]).toEqual(kinds);
  });
});

describe('retentions', () => {
  it('are shown by due day, with a total for later days', async () => {
    const holds = z.object({
      days: z.array(z.looseObject({ day: z.string(), bucket: z.string(), amount: z.string() })),
      later: z.array(z.looseObject({ bucket: z.string(), amount: z.string() })),
    });
    const { body } = await running.operator('ledger holds', { gate, days: 92 });
    const near = await running.operator('ledger holds', { gate, days: 1 });
    const rows = await running.db
      .selectFrom('retentions')
      .select(['bucket', 'amount_minor', 'due_at'])
      .where('gate_id', '=', gate)
      .execute();
    const total = rows.reduce((sum, row) => sum + row.amount_minor, 0n);
    const minor = (items: { amount: string }[]) =>
      items.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
    for (const answer of [body, near.body]) {
      const { days, later } = holds.parse(answer);
      expect(minor(days) + minor(later)).toBe(total);
    }
    const { days } = holds.parse(body);
    expect(total).toBeGreaterThan(0n);
    for (const { due_at: at } of rows.filter(
      (row) => row.due_at < new Date(clock.now().getTime() + 91 * DAY_MS),
    )) {
      expect(days.map(({ day }) => day)).toContain(at.toISOString().slice(0, 10));
    }
  });
});

describe('ledger verification', () => {
  const status = z.object({
    last: z.object({ at: z.iso.datetime(), ok: z.boolean(), movements: z.int() }).nullable(),
    due_at: z.iso.datetime(),
  });
  const shown = async () => status.parse((await running.operator('ledger status')).body);

  it('runs automatically, a day after the last', async () => {
    await expect
      .poll(async () => (await shown()).last, { timeout: PATIENCE_MS })
      .toMatchObject({ ok: true });
    const before = await shown();
    clock.advance(DAY_MS + 60_000);
    await expect
      .poll(async () => (await shown()).last?.at, { timeout: PATIENCE_MS })
      .toBe(clock.now().toISOString());
    const after = await shown();
    expect(before.due_at).not.toBe(after.due_at);
    expect(after.last?.movements).toBeGreaterThan(2);
  });
});

it("a merchant's people see only their own ledger", async () => {
  const { other_merchant: other, merchant_id: first } = running.sandbox;
  const cookieOf = async (merchant: string) =>
    (await newPerson(running, { role: 'merchant', merchant })).cookie;
  const [own, stranger] = [await cookieOf(first), await cookieOf(other.merchant_id)];
  for (const command of ['ledger balances', 'ledger movements']) {
    const mine = looseItems.parse((await commandAs(running, own, command, { gate })).body);
    const theirs = looseItems.parse((await commandAs(running, stranger, command, { gate })).body);
    expect([mine.items.length > 0, theirs.items]).toEqual([true, []]);
  }
});
