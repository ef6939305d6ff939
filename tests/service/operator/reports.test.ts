import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
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
import { newPerson } from '../../support/operator/people.ts';
import { askReport, readReport } from '../../support/process/reports.ts';
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

const rowsOf = (kind: string, query: Readonly<Record<string, string>> = {}) =>
  readReport(running, kind, { ...PERIOD, ...query });
const ask = (kind: string, query: Readonly<Record<string, string>> = {}, init?: RequestInit) =>
  askReport(running, kind, { ...PERIOD, ...query }, init);

describe('a report', () => {
  it('of orders lists each, of one merchant or of all, and contains no formula', async () => {
    const all = await rowsOf('orders');
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
    expect(await rowsOf('orders', { merchant: 'Other Sandbox Merchant' })).toEqual([]);
  });

  it('of fees shows the earnings of each method', async () => {
    const rows = await rowsOf('fees');
    const card = rows.find(({ method }) => method === 'card_eur');
    expect(card).toMatchObject({ direction: 'payin', orders: '1', amount: '100.00', fees: '3.20' });
    expect(rows.some(({ direction }) => direction === 'payout')).toBe(true);
  });

  it("of settlements adds up in cents, and ends with the gate's balance", async () => {
    const rows = await rowsOf('settlement', { merchant: running.sandbox.merchant_id });
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
    const rows = (await rowsOf('fees')).filter((row) => row['gate'] === gate);
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

  it('covers a time to the second, or a day, and nothing outside', async () => {
    const [first] = (await rowsOf('orders')).filter(({ id }) => id === paid);
    const at = first?.['created_at'] ?? '';
    const second = `${at.slice(0, 19)}Z`;
    const before = new Date(Date.parse(second) - 1_000).toISOString();
    const idsIn = async (from: string, to: string) =>
      (await rowsOf('orders', { from, to })).map(({ id }) => id);
    expect(await idsIn(second, second)).toContain(paid);
    expect(await idsIn(at, at)).toContain(paid);
    expect(await idsIn(at.slice(0, 10), at.slice(0, 10))).toContain(paid);
    expect(await idsIn(before, before)).not.toContain(paid);
    const offset = `${new Date(Date.parse(second) + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    expect(await idsIn(offset, offset)).toContain(paid);
  });

  it('is a CSV file with a name', async () => {
    const day = '2026-03-01';
    const answer = await ask('fees', { from: day, to: day });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="fees-${day}-${day}.csv"`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer()).toString();
    expect(bytes).toMatch(/^\ufeffmerchant,gate,method,.+\n#END,0\n$/);
  });

  it('that fails before its first byte is answered with its resolution code, and frees its slot', async () => {
    await sql`alter table payins rename to payins_away`.execute(running.db);
    try {
      for (let times = 0; times < 5; times += 1) {
        const answer = await ask('orders', { merchant: running.sandbox.merchant_id });
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({
          resolution_code: 'REPORT_GENERATION_FAILED',
          request_id: answer.headers.get('x-request-id'),
        });
      }
    } finally {
      await sql`alter table payins_away rename to payins`.execute(running.db);
    }
    expect(running.logs()).toContain('A report failed');
  });

  it('is printed or written to a file, which appears once it is whole', async () => {
    vi.stubEnv('DATA_DIR', running.dataDirectory);
    vi.stubEnv('OPERATOR_URL', running.operatorUrl);
    const file = join(running.dataDirectory, 'fees.csv');
    const days = ['--from', PERIOD.from, '--to', PERIOD.to];
    const write = (to: string, ...more: string[]) =>
      operate(['reports', 'fees', ...days, '--file', to, ...more]);
    expect(await write(file)).toEqual({ ok: true, text: `Written to ${file}.` });
    expect(await readFile(file, 'utf8')).toMatch(/^\ufeffmerchant,gate,method,.+\n#END,\d+\n$/s);
    expect(await write('/dev/full/x.csv')).toMatchObject({
      text: '/dev/full/x.csv could not be written (ENOTDIR).',
    });
    expect(await write(file, '--merchant', randomUUID())).toMatchObject({
      ok: false,
      text: 'It does not exist. Check the id or name.',
    });
    expect((await write(file, '--merchant', `$\{UNSET_SHOP}`)).text).toContain(
      'UNSET_SHOP, for merchant',
    );
    expect(await operate(['reports', 'fees'])).toMatchObject({ exitCode: 2 });
    vi.unstubAllEnvs();
  });

  it.each([
    [{ from: '2026-02-30' }, '/from'],
    [{ from: 'yesterday' }, '/from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, '/to'],
    [{ kind: 'orders' }, '/kind'],
  ])('by %j is refused with an explanation', async (query, pointer) => {
    const answer = await ask('orders', query);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer }] });
  });

  it('names each option once, and is read by GET alone', async () => {
    const url = `${running.operatorUrl}/api/operator/v1/reports/fees`;
    const authorization = `Bearer ${await operatorKeyOf(running.dataDirectory)}`;
    const get = (query: string) => fetch(`${url}?${query}`, { headers: { authorization } });
    const twice = await get('from=2026-01-01&from=2026-01-02&to=2026-01-03');
    expect(await twice.text()).toContain('Must be given once');
    expect(await (await get('to=2026-01-01')).json()).toMatchObject({
      errors: [{ pointer: '/from', code: 'required' }],
    });
    const post = await fetch(url, { method: 'POST', headers: { authorization }, body: '{}' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET');
  });

  it('is for finance, admins and the people of its merchant', async () => {
    const get = async (cookie: string, query = {}) =>
      (await ask('orders', query, { headers: { cookie } })).status;
    const own = { role: 'merchant', merchant: running.sandbox.merchant_id } as const;
    const { cookie: theirs } = await newPerson(running, own);
    const other = running.sandbox.other_merchant.merchant_id;
    expect(await get(theirs)).toBe(200);
    expect(await get(theirs, { merchant: own.merchant })).toBe(200);
    expect(await get(theirs, { merchant: other })).toBe(404);
    for (const [role, status] of Object.entries({
      viewer: 403,
      support: 403,
      finance: 200,
      admin: 200,
    })) {
      const { cookie } = await newPerson(running, { role });
      expect(await get(cookie), role).toBe(status);
    }
    expect(await get('')).toBe(401);
  });

  it('of a merchant shows nothing of others', async () => {
    const { cookie } = await newPerson(running, {
      role: 'merchant',
      merchant: running.sandbox.other_merchant.merchant_id,
    });
    const text = await (await ask('orders', {}, { headers: { cookie } })).text();
    expect(text).toMatch(/\n#END,0\n$/);
  });
});
