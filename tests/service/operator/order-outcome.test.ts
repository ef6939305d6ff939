import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatMinor } from '#domain/money.ts';
import { isReversed } from '#service/operator/orders/outcome.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { openedDispute, toldOf } from '../../support/orders/disputes.ts';
import {
  createdPayin,
  createdPayout,
  createdRefund,
  paidPayin,
} from '../../support/orders/orders.ts';
import { refundMadeAfterEnd, refusedRefund } from '../../support/orders/refunds.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { readReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const DAY_MS = 86_400_000;

type Name =
  | 'paid'
  | 'waiting'
  | 'refunded'
  | 'refused'
  | 'madeLate'
  | 'debited'
  | 'inquired'
  | 'open'
  | 'lost'
  | 'won'
  | 'both';
const ids = new Map<Name, string>();
let madeLate: string;

beforeAll(async () => {
  const method = await addMethod(running, {
    method: { refund_fee: 'returned', refund_fixed_fee_minor: 30n, dispute_fee_minor: 500n },
  });
  const waiting = { merchant_gate_method_id: method, amount: 100 };
  ids.set('waiting', (await createdPayin(running, waiting)).id);
  const names = ['paid', 'refunded', 'refused', 'madeLate', 'debited', 'inquired'] as const;
  for (const name of [...names, 'open', 'lost', 'won', 'both'] as const) {
    ids.set(name, (await paidPayin(running, waiting)).id);
  }
  const id = (name: Name) => ids.get(name) ?? '';
  await createdRefund(running, id('refunded'), { amount: 25 });
  await createdRefund(running, id('refunded'), { amount: 15.5 });
  await refusedRefund(running, id('refused'), { amount: 10 });
  madeLate = (await refundMadeAfterEnd(running, id('madeLate'), { amount: 10 })).id;
  const debited = await refundMadeAfterEnd(running, id('debited'), { amount: 10 });
  await running.operator('refunds take', { refund: debited.id });
  await toldOf(running, id('inquired'), 'inquiry_opened');
  await openedDispute(running, id('open'));
  await openedDispute(running, id('lost'));
  await toldOf(running, id('lost'), 'lost');
  await openedDispute(running, id('won'));
  await toldOf(running, id('won'), 'won');
  await createdRefund(running, id('both'), { amount: 40 });
  await openedDispute(running, id('both'));
  await createdPayout(running, { amount: 10 });
});

/** A refund that was made after its end is a finding of the ledger until it is taken. */
afterAll(async () => {
  await running.operator('refunds take', { refund: madeLate });
});

const outcome = z.object({
  id: z.string(),
  fee: z.string(),
  net: z.string().nullable(),
  refunded: z.string().nullable(),
  dispute: z.string().nullable(),
  provider_reference: z.string().nullable(),
  card_brand: z.string().nullable().optional(),
});
type Outcome = z.infer<typeof outcome>;
const page = z.object({ orders: z.array(outcome) });

async function search(input: object): Promise<Outcome[]> {
  const { status, body } = await running.operator('orders search', { limit: 200, ...input });
  expect(status, JSON.stringify(body)).toBe(200);
  return page.parse(body).orders;
}

const namesOf = (orders: readonly { id: string }[]) =>
  orders.map(({ id }) => [...ids].find(([, known]) => known === id)?.[0]).toSorted();

interface Figures {
  id: string;
  refunded: bigint | null;
  refunds: bigint;
  disputes: bigint;
  total: bigint;
}

/** Adds up what refunds and disputes cost from their own rows, without the ledger. */
async function figures(): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select payins.id, payins.total_minor as total,
      (select sum(amount_minor)::bigint from refunds where payin_id = payins.id
        and (status in ('CREATED', 'IN_PROGRESS', 'PROCESS_PENDING', 'SUCCESS') or made_after_end)) as refunded,
      (select coalesce(sum(cost_minor), 0)::bigint from refunds where payin_id = payins.id
        and (status <> 'FAILED' or taken_at is not null)) as refunds,
      (select coalesce(sum(amount_minor + fee_minor), 0)::bigint from disputes
        where payin_id = payins.id and money in ('reserved', 'lost')) as disputes
    from payins where status = 'SUCCESS'`.execute(running.db);
  return rows;
}

describe('what came of an order', () => {
  it('is its net after refunds and disputes, to the cent, in the list, the page and the report', async () => {
    const listed = await search({ direction: 'payin' });
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const period = { from: day(Date.now() - DAY_MS), to: day(Date.now() + DAY_MS) };
    const reported = await readReport(running, 'orders', period);
    const expected = await figures();
    expect(expected).toHaveLength(10);
    for (const { id, refunded, refunds, disputes, total } of expected) {
      const name = namesOf([{ id }])[0];
      const order = listed.find((each) => each.id === id);
      const net = formatMinor(total - refunds - disputes);
      const back = refunded === null ? null : formatMinor(refunded);
      expect(order, name).toMatchObject({ net, refunded: back, card_brand: 'visa' });
      const { body } = await running.operator('orders show', { order: id });
      expect(body, name).toMatchObject({ net, refunded: back, dispute: order?.dispute });
      expect(
        reported.find((row) => row['id'] === id),
        name,
      ).toMatchObject({
        net,
        refunded: back ?? '',
        dispute: order?.dispute ?? '',
        fee: order?.fee,
        card_brand: 'visa',
        provider_reference: order?.provider_reference,
      });
    }
  });

  it('is the status of its dispute, and null where there is nothing', async () => {
    const listed = new Map((await search({})).map((order) => [order.id, order]));
    const dispute = (name: Name) => listed.get(ids.get(name) ?? '')?.dispute;
    expect([dispute('inquired'), dispute('open')]).toEqual(['INQUIRY', 'OPEN']);
    expect([dispute('lost'), dispute('won')]).toEqual(['LOST', 'WON']);
    expect(listed.get(ids.get('waiting') ?? '')).toMatchObject({
      net: null,
      refunded: null,
      dispute: null,
      provider_reference: null,
    });
  });

  it('is explained in the sentence about its status', async () => {
    const { body } = await running.operator('orders show', { order: ids.get('both') });
    expect(JSON.stringify(body)).toMatch(
      /Refunded: 40\.00 EUR\. It is disputed, and the dispute awaits an answer\./,
    );
  });

  it('is searched for, by an operator and by a person of its merchant', async () => {
    const merchant = running.sandbox.merchant_id;
    const { cookie } = await newPerson(running, { role: 'merchant', merchant });
    const other = running.sandbox.other_merchant.merchant_id;
    const { cookie: stranger } = await newPerson(running, { role: 'merchant', merchant: other });
    for (const [reversal, names] of [
      ['refunded', ['both', 'debited', 'madeLate', 'refunded']],
      ['disputed', ['both', 'inquired', 'lost', 'open', 'won']],
    ] as const) {
      expect(namesOf(await search({ reversal })), reversal).toEqual(names);
      expect(namesOf(await search({ reversal, merchant, brand: 'visa' }))).toEqual(names);
      const own = await commandAs(running, cookie, 'orders search', { reversal });
      const { orders } = page.parse(own.body);
      expect(namesOf(orders)).toEqual(names);
      expect(orders.every(({ net }) => net !== null)).toBe(true);
      const foreign = await commandAs(running, stranger, 'orders search', { reversal });
      expect(page.parse(foreign.body).orders).toEqual([]);
    }
    expect(await search({ reversal: 'refunded', direction: 'payout' })).toEqual([]);
  });

  it('is found by its own index, which has no other orders', async () => {
    const plan = await running.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain select id from payins
        where ${isReversed('disputed')} order by created_at desc, id desc limit 50`.execute(trx);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('payins_disputed');
    const { rows } = await sql<{ orders: number }>`
      select count(*)::integer as orders from payins where refundable_version > 0`.execute(
      running.db,
    );
    // A refund that was refused has touched its payin as well.
    expect(rows[0]?.orders).toBe(9);
  });
});
