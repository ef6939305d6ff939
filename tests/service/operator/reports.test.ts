import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  MOST_UNDER_WAY,
  makeDueReport,
  openReport,
  showReport,
} from '#service/operator/reports/reports.ts';
import { endLease, leaseReport } from '#service/operator/reports/report-queries.ts';
import { createPayin, payWith, payinWhen } from '../../../packages/tollgate/conformance/orders.ts';
import {
  createPayout,
  isFinal,
  payoutWhen,
} from '../../../packages/tollgate/conformance/payouts.ts';
import { operate } from '../../../scripts/operator/operate.ts';
import { addMethod, gateOf } from '../../support/database/seeds/methods.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import { createdRefund, paidPayin } from '../../support/orders/orders.ts';
import { refundMadeAfterEnd, RETURNED_REFUND } from '../../support/orders/refunds.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { operatorKeyOf } from '../../support/process/operate.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DAY_MS = 86_400_000;

function dayOf(ms: number) {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A period that contains the tests' run, even if it passes midnight. */
const PERIOD = { from: dayOf(Date.now() - DAY_MS), to: dayOf(Date.now() + DAY_MS) };

const running = serviceForTests();
const target = targetOf(running);
let paid: string;

beforeAll(async () => {
  const order = await createPayin(target, { amount: 100, reference_id: `-${randomUUID()}` });
  await payWith(target, order.id, '4242424242424242');
  paid = (await payinWhen(target, order.id, 'SUCCESS')).id;
  const payout = await createPayout(target, { destination_account: '4242424242424242' });
  await payoutWhen(target, payout.id, isFinal);
});

const created = z.object({ report: z.uuid() });
const shown = z.object({ state: z.string(), rows: z.number().nullable() }).loose();

async function create(input: object): Promise<string> {
  const { status, body } = await running.operator('reports create', { ...PERIOD, ...input });
  expect(status, JSON.stringify(body)).toBe(200);
  return created.parse(body).report;
}

/** Generates a report now, or waits if the service's sweep has claimed it. @returns the ended report */
async function ended(report: string) {
  await makeDueReport(running.context);
  const show = async () => shown.parse((await running.operator('reports show', { report })).body);
  const isOver = ({ state }: { state: string }) => state === 'ready' || state === 'failed';
  await expect.poll(async () => isOver(await show()), { timeout: PATIENCE_MS }).toBe(true);
  return show();
}

async function download(report: string): Promise<Response> {
  const authorization = `Bearer ${await operatorKeyOf(running.dataDirectory)}`;
  const url = `${running.operatorUrl}/api/operator/v1/reports/${report}/file`;
  return fetch(url, { headers: { authorization } });
}

async function rowsOf(input: object): Promise<Record<string, string>[]> {
  const report = await create(input);
  const { state, rows } = await ended(report);
  expect(state).toBe('ready');
  const records = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(await (await download(report)).text(), { columns: true }));
  expect(records).toHaveLength(rows ?? -1);
  return records;
}

describe('a report', () => {
  it('of orders lists each, of one merchant or of all, and contains no formula', async () => {
    const all = await rowsOf({ kind: 'orders' });
    const own = all.find(({ id }) => id === paid);
    expect(own).toMatchObject({
      direction: 'payin',
      method: 'card_eur',
      status: 'SUCCESS',
      amount: '100.00',
      account: '424242******4242',
      terminal: 'sandbox',
      reason: '',
    });
    expect(own?.['reference_id']).toMatch(/^'-/);
    expect(all.some(({ direction }) => direction === 'payout')).toBe(true);
    expect(await rowsOf({ kind: 'orders', merchant: 'Other Sandbox Merchant' })).toEqual([]);
  });

  it('of fees shows the earnings of each method', async () => {
    const rows = await rowsOf({ kind: 'fees' });
    const card = rows.find(({ method }) => method === 'card_eur');
    expect(card).toMatchObject({ direction: 'payin', orders: '1', amount: '100.00', fees: '3.20' });
    expect(rows.some(({ direction }) => direction === 'payout')).toBe(true);
  });

  it("of settlements adds up in cents, and ends with the gate's balance", async () => {
    const rows = await rowsOf({ kind: 'settlement', merchant: running.sandbox.merchant_id });
    const day = rows.find(({ currency }) => currency === 'EUR') ?? {};
    const cents = (name: string) => BigInt((day[name] ?? '').replace('.', ''));
    const parts = [
      'opening',
      'payins',
      'fees',
      'holds',
      'releases',
      'payouts',
      'refunds',
      'disputes',
      'shortfalls',
      'corrections',
    ];
    expect(parts.reduce((sum, name) => sum + cents(name), 0n)).toBe(cents('closing'));
    expect(cents('payins')).toBe(10_000n);
    expect(cents('payouts')).toBe(-150n);
    const { available_minor: available } = await running.db
      .selectFrom('gate_accounts')
      .innerJoin('gates', 'gates.id', 'gate_accounts.gate_id')
      .select('available_minor')
      .where('gates.name', '=', day['gate'] ?? '')
      .where('currency', '=', 'EUR')
      .executeTakeFirstOrThrow();
    expect(cents('closing')).toBe(available);
  });

  it('of fees includes those of refunds and disputes, and adds up to the earnings', async () => {
    const method = await addMethod(running, {
      method: {
        fee_percent: '10',
        fee_fixed_minor: 0n,
        fee_min_minor: null,
        fee_max_minor: null,
        refund_fee: 'returned',
        refund_fixed_fee_minor: 30n,
        dispute_fee_minor: 500n,
      },
    });
    const pay = () => paidPayin(running, { merchant_gate_method_id: method, amount: 100 });
    const { id: refunded } = await pay();
    await createdRefund(running, refunded, { amount: 50 });
    const taken = await refundMadeAfterEnd(running, refunded, { amount: 30 });
    await running.operator('refunds take', { refund: taken.id });
    const returned = await refundMadeAfterEnd(running, refunded, { amount: 20 });
    await running.operator('refunds take', { refund: returned.id });
    await returned.report(RETURNED_REFUND);
    const [{ id: lost }, { id: won }] = [await pay(), await pay()];
    for (const id of [lost, won]) {
      await toldOf(running, id, 'charged_back');
      await toldOf(running, id, 'lost');
    }
    await toldOf(running, won, 'won');
    const gate = await gateOf(running, method);
    const rows = (await rowsOf({ kind: 'fees' })).filter((row) => row['gate'] === gate);
    const own = (direction: string) => rows.find((row) => row['direction'] === direction);
    expect(own('payin')).toMatchObject({ orders: '3', amount: '300.00', fees: '30.00' });
    expect(own('refund')).toMatchObject({ orders: '2', amount: '80.00', fees: '-7.40' });
    expect(own('dispute')).toMatchObject({ orders: '1', amount: '100.00', fees: '5.00' });
    const { earned } = await running.db
      .selectFrom('ledger_entries')
      .select(({ fn }) => fn.sum<string>('amount_minor').as('earned'))
      .where('account', '=', 'fee_income')
      .where('currency', '=', 'EUR')
      .where('movement_id', 'in', (query) =>
        query.selectFrom('ledger_entries').select('movement_id').where('owner_id', '=', gate),
      )
      .executeTakeFirstOrThrow();
    const cents = rows.map((row) => BigInt((row['fees'] ?? '').replace('.', '')));
    expect(cents.reduce((sum, fee) => sum + fee, 0n)).toBe(BigInt(earned));
  });

  it('that fails shows its resolution code, and leaves no partial file', async () => {
    const { db } = running;
    await sql`alter table report_chunks add constraint full_disk check (number < 0) not valid`.execute(
      db,
    );
    const report = await create({ kind: 'orders' });
    expect(await ended(report)).toMatchObject({
      state: 'failed',
      rows: null,
      resolution_code: 'REPORT_GENERATION_FAILED',
    });
    await sql`alter table report_chunks drop constraint full_disk`.execute(db);
    const answer = await download(report);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ resolution_code: 'REPORT_GENERATION_FAILED' });
    const chunks = await db
      .selectFrom('report_chunks')
      .select('number')
      .where('report_id', '=', report)
      .execute();
    expect(chunks).toEqual([]);
  });

  it('is written to a file completely, or not at all', async () => {
    vi.stubEnv('DATA_DIR', running.dataDirectory);
    vi.stubEnv('OPERATOR_URL', running.operatorUrl);
    const report = await create({ kind: 'fees' });
    await ended(report);
    const file = join(running.dataDirectory, 'fees.csv');
    const write = (id: string, to: string) => operate(['reports', 'download', id, to]);
    expect(await write(report, file)).toEqual({ ok: true, text: `Written to ${file}.` });
    expect(await readFile(file, 'utf8')).toMatch(/^\ufeffmerchant,gate,method,/);
    expect(await write(report, '/dev/full/x.csv')).toMatchObject({
      text: '/dev/full/x.csv could not be written (ENOTDIR).',
    });
    expect(await write(randomUUID(), file)).toMatchObject({
      text: 'There is no such report. Reports are kept for a week.',
    });
    expect(await write('x', file)).toMatchObject({ exitCode: 2 });
    vi.unstubAllEnvs();
  });

  it('whose worker is gone is generated by another, and abandoned after three tries', async () => {
    const gone = { state: 'running', lease_id: randomUUID(), leased_until: new Date(0) } as const;
    const reports = [await create({ kind: 'fees' }), await create({ kind: 'fees' })] as const;
    await Promise.all(reports.map(ended));
    const [again, hopeless] = reports;
    const leave = (id: string, tries: number) =>
      running.db
        .updateTable('reports')
        .set({ ...gone, ended_at: null, tries })
        .where('id', '=', id)
        .execute();
    await leave(again, 2);
    await leave(hopeless, 3);
    expect(await ended(again)).toMatchObject({ state: 'ready' });
    expect(await ended(hopeless)).toMatchObject({ state: 'failed' });
    expect(await makeDueReport(running.context)).toBe(false);
  });

  it('is deleted after a week', async () => {
    const report = await create({ kind: 'fees' });
    await ended(report);
    const weekAgo = new Date(Date.now() - 7 * DAY_MS - 1_000);
    await running.db
      .updateTable('reports')
      .set({ ended_at: weekAgo })
      .where('id', '=', report)
      .execute();
    await expect
      .poll(async () => (await download(report)).status, { timeout: PATIENCE_MS })
      .toBe(404);
  });

  it.each([
    [{ kind: 'everything' }, /--kind/],
    [{ kind: 'orders', from: '2026-02-30' }, /--from: must be a day/],
    [{ kind: 'orders', from: '2026-03-02', to: '2026-03-01' }, /--to: must not lie before/],
    [
      { kind: 'orders', from: '2025-01-01', to: '2026-01-02' },
      /--to: a report can cover at most 366 days/,
    ],
  ])('by %j is refused with an explanation', async (input, said) => {
    const { status, body } = await running.operator('reports create', { ...PERIOD, ...input });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(said);
  });

  it('is not visible to another merchant', async () => {
    const report = await create({ kind: 'fees', merchant: running.sandbox.merchant_id });
    const scope = { merchantId: randomUUID() };
    expect(await showReport(running.context, report, scope)).toBeUndefined();
    expect(await openReport(running.context, report, scope)).toMatchObject({
      problem: 'not_found',
    });
    expect((await download('x')).status).toBe(404);
  });
});

describe('waiting reports', () => {
  const merchants = () => [running.sandbox.merchant_id, running.sandbox.other_merchant.merchant_id];
  const at = (seconds: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, seconds));

  it('are generated in turn for each merchant, however many one merchant requests', async () => {
    const [many = '', few = ''] = merchants();
    await running.db.transaction().execute(async (trx) => {
      // Within this transaction, so that the service's sweep does not see the rows.
      const order: string[] = [];
      await trx.deleteFrom('reports').execute();
      const rows = [many, many, many, few].map((merchantId, index) => ({
        id: randomUUID(),
        kind: 'fees' as const,
        merchant_id: merchantId,
        first_day: '2020-01-01',
        last_day: '2020-01-01',
        state: 'waiting' as const,
        created_at: at(index),
      }));
      await trx.insertInto('reports').values(rows).execute();
      for (let made = 0; made < rows.length; made += 1) {
        const lease = { leaseId: randomUUID(), at: at(10 + made), until: at(1_000) };
        const report = await leaseReport(trx, lease);
        if (report === undefined) break;
        order.push(report.merchant_id === few ? 'few' : 'many');
        await endLease(trx, report, { state: 'ready', ended_at: at(10 + made) });
      }
      expect(order).toEqual(['many', 'few', 'many', 'many']);
      await trx.deleteFrom('reports').execute();
    });
  });

  it('are limited for each merchant', async () => {
    const [merchant = '', other = ''] = merchants();
    const days = { first_day: '2020-01-01', last_day: '2020-01-01' };
    const making = Array.from({ length: MOST_UNDER_WAY }, () => ({
      id: randomUUID(),
      kind: 'fees' as const,
      merchant_id: merchant,
      ...days,
      state: 'running' as const,
      lease_id: randomUUID(),
      leased_until: new Date(Date.UTC(2990, 0)),
      created_at: at(0),
    }));
    await running.db.insertInto('reports').values(making).execute();
    const refused = await running.operator('reports create', { kind: 'fees', ...PERIOD, merchant });
    expect(refused.status).toBe(409);
    await create({ kind: 'fees', merchant: other });
    const ids = making.map(({ id }) => id);
    await running.db.deleteFrom('reports').where('id', 'in', ids).execute();
    await create({ kind: 'fees', merchant });
  });
});
