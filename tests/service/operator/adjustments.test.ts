/** Credits and debits that put a wrong fee right: who decides, what is posted, and what refunds return afterwards. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feeTotal } from '#domain/order/fees.ts';
import { formatMinor } from '#domain/money.ts';
import { unbatched } from '#service/platform/database/batch.ts';
import { settleRefund } from '#service/refunds/settle.ts';
import { createRefund, type MakingRunner } from '#service/refunds/create.ts';
import { acquireBy } from '../../support/acquirers/acquirer-doubles.ts';
import { commandAs, newPerson, type Person } from '../../support/operator/people.ts';
import {
  attemptOf,
  createdPayin,
  createdPayout,
  createdRefund,
  gateBalance,
  paidPayin,
  payoutWhen,
  refundWhen,
} from '../../support/orders/orders.ts';
import { REFUSED_REFUND } from '../../support/orders/refunds.ts';
import { readReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { eurGate } from './changes.ts';

const running = serviceForTests();

let asker: Person;
let other: Person;
let gate: string;

beforeAll(async () => {
  asker = await newPerson(running, { role: 'finance' });
  other = await newPerson(running, { role: 'finance' });
  gate = await eurGate(running);
});

const requested = z.object({ adjustment: z.uuid(), state: z.string() });
const token = z.object({ token: z.string() });

function adjust(amount: string, who = asker) {
  const input = { gate, currency: 'EUR', amount, evidence: 'Ticket 7', reason: 'A wrong fee' };
  return commandAs(running, who.cookie, 'ledger adjust', input);
}

async function waiting(amount = '1.00', who = asker): Promise<string> {
  const { body } = await adjust(amount, who);
  const { adjustment, state } = requested.parse(body);
  expect(state).toBe('waiting');
  return adjustment;
}

function confirm(adjustment: string, who = other, more = {}) {
  return commandAs(running, who.cookie, 'adjustments confirm', { adjustment, ...more });
}

async function available(): Promise<number> {
  return (await gateBalance(running.client, 'EUR')).available_balance;
}

async function stateOf(id: string) {
  const { body } = await running.operator('adjustments list');
  const { items } = z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(body);
  return items.find((item) => item.id === id)?.['state'];
}

describe('an adjustment', () => {
  it('waits, and moves the money when another person confirms it', async () => {
    const before = await available();
    const id = await waiting('2.50');
    expect(await available()).toBe(before);
    const row = expect.objectContaining({ kind: 'adjustment_waits', subject: id }) as unknown;
    const attention = async () => (await running.operator('attention conditions')).body;
    expect(await attention()).toContainEqual(row);
    expect(await confirm(id)).toMatchObject({ status: 200 });
    expect(await attention()).not.toContainEqual(row);
    expect(await available()).toBeCloseTo(before + 2.5, 2);
    const { body } = await running.operator('adjustments list', { state: 'posted' });
    expect(body).toMatchObject({
      items: [
        {
          id,
          amount: '2.50',
          requested_by: `person ${asker.email}`,
          decided_by: `person ${other.email}`,
          reason: 'A wrong fee',
          evidence: 'Ticket 7',
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('requested_by_person');
    const movements = await running.operator('ledger movements', { kind: 'adjustment' });
    expect(movements.body).toMatchObject({
      items: [
        {
          order: null,
          entries: [
            { account: 'available', amount: '2.50' },
            { account: 'fee_income', amount: '-2.50' },
          ],
        },
      ],
    });
    const audit = await running.operator('audit list', { command: 'adjustments confirm' });
    expect(JSON.stringify(audit.body)).toContain(`adjustment ${id}`);
  });

  it('is not decided by the person who asked, a token or the operator key', async () => {
    const id = await waiting();
    const issued = await running.operator('tokens issue', { name: randomUUID(), role: 'admin' });
    const { token: bearer } = token.parse(issued.body);
    const authorization = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    for (const verdict of ['confirm', 'reject']) {
      const body = { adjustment: id };
      expect(await commandAs(running, asker.cookie, `adjustments ${verdict}`, body)).toMatchObject({
        status: 409,
        body: { detail: 'You asked for this adjustment: another person must decide.' },
      });
      expect(await running.operator(`adjustments ${verdict}`, body)).toMatchObject({ status: 409 });
      const byToken = await fetch(`${running.operatorUrl}/api/operator/v1/adjustments/${verdict}`, {
        method: 'POST',
        headers: authorization,
        body: JSON.stringify(body),
      });
      expect(byToken.status).toBe(409);
    }
    expect(await stateOf(id)).toBe('waiting');
  });

  it('is confirmed by any person if a token or the operator key asked for it', async () => {
    const input = { gate, currency: 'EUR', amount: '0.10', evidence: 'x', reason: 'x' };
    const { body } = await running.operator('ledger adjust', input);
    expect(await confirm(requested.parse(body).adjustment, asker)).toMatchObject({ status: 200 });
  });

  it('expires after 7 days', async () => {
    const id = await waiting();
    await running.db
      .updateTable('adjustments')
      .set({ requested_at: new Date(Date.now() - 7 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    expect(await confirm(id)).toMatchObject({ status: 409 });
    expect(await stateOf(id)).toBe('expired');
  });

  it('is posted once by two confirmations at the same time', async () => {
    const third = await newPerson(running, { role: 'admin' });
    const before = await available();
    const id = await waiting('3.00');
    const answers = await Promise.all([confirm(id), confirm(id, third)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await available()).toBeCloseTo(before + 3, 2);
    expect(await confirm(id, third)).toMatchObject({ status: 409 });
  });

  it('moves nothing once it is rejected', async () => {
    const before = await available();
    const id = await waiting();
    const rejected = await commandAs(running, other.cookie, 'adjustments reject', {
      adjustment: id,
    });
    expect(rejected.status).toBe(200);
    expect(await confirm(id)).toMatchObject({ status: 409 });
    expect(await available()).toBe(before);
  });

  it('takes the balance below zero only if the person who confirms allows it', async () => {
    const before = await available();
    const id = await waiting(`-${(before + 5).toFixed(2)}`);
    expect(await confirm(id)).toMatchObject({ status: 409 });
    expect(await stateOf(id)).toBe('waiting');
    expect(await available()).toBe(before);
    expect(await confirm(id, other, { allow_negative: true })).toMatchObject({ status: 200 });
    expect(await available()).toBeCloseTo(-5, 2);
    expect((await running.operator('ledger check')).body).toMatchObject({ ok: true });
    await confirm(await waiting((before + 5).toFixed(2)));
    expect(await available()).toBeCloseTo(before, 2);
  });

  it('is refused without a reason, with a card number, for zero and without an account', async () => {
    const input = { gate, currency: 'EUR', amount: '1.00', evidence: 'x', reason: 'x' };
    const ask = (over: object) => running.operator('ledger adjust', { ...input, ...over });
    expect(await ask({ reason: undefined })).toMatchObject({ status: 400 });
    expect(await ask({ reason: '4242424242424242' })).toMatchObject({ status: 400 });
    expect(await ask({ evidence: '4242424242424242' })).toMatchObject({ status: 400 });
    for (const amount of ['0.00', '-0', 'x', '--1', '1.234']) {
      expect(await ask({ amount })).toMatchObject({ status: 400 });
    }
    expect(await ask({ gate: randomUUID() })).toMatchObject({ status: 404 });
    const merchant = running.sandbox.merchant_id;
    const named = { merchant, name: randomUUID(), accounts: ['KZT'] };
    const { body } = await running.operator('gates create', named);
    expect(await ask({ gate: z.object({ id: z.uuid() }).parse(body).id })).toMatchObject({
      status: 404,
    });
  });

  it('may name a ticket whose number passes for that of no known card', async () => {
    const input = { gate, currency: 'EUR', amount: '1.00', reason: 'x' };
    const asked = { ...input, evidence: 'Ticket 1795907438612' };
    expect((await running.operator('ledger adjust', asked)).status).toBe(200);
  });

  it('is not for support, and is only listed for viewers', async () => {
    const viewer = await newPerson(running, { role: 'viewer' });
    expect((await adjust('1.00', viewer)).status).toBe(403);
    expect((await confirm(await waiting(), viewer)).status).toBe(403);
    expect((await commandAs(running, viewer.cookie, 'adjustments list')).status).toBe(200);
  });
});

describe('an adjustment up to ADJUST_CONFIRM_ABOVE', () => {
  const relaxed = serviceForTests({ env: { ADJUST_CONFIRM_ABOVE: '10.00' } });

  it('is posted at once, unless the balance would fall below zero', async () => {
    const at = { gate: await eurGate(relaxed), currency: 'EUR', evidence: 'x', reason: 'x' };
    const ask = async (amount: string) =>
      requested.parse((await relaxed.operator('ledger adjust', { ...at, amount })).body).state;
    expect(await ask('10.00')).toBe('posted');
    expect(await ask('-10.00')).toBe('posted');
    expect(await ask('10.01')).toBe('waiting');
    expect(await ask('-10.01')).toBe('waiting');
    const { available_balance: left } = await gateBalance(relaxed.client, 'EUR');
    await relaxed.operator('money move', {
      gate: at.gate,
      to: 'wallet',
      currency: 'EUR',
      amount: left.toFixed(2),
    });
    expect(await ask('-0.01')).toBe('waiting');
  });
});

const shown = z.object({
  orders: z.number(),
  open: z.number(),
  charged: z.string(),
  correct: z.string(),
  difference: z.string(),
  adjustment: z.uuid().optional(),
  state: z.string().optional(),
});

describe('a correction of fees', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  /** Creates a method of the sandbox's gate with a wrong fee, and returns its id. */
  async function wrongMethod(direction: 'payin' | 'payout', more: object = {}): Promise<string> {
    const name = randomUUID();
    const created = await running.operator('methods create', {
      gate,
      name,
      direction,
      payment_source: 'CARD',
      currency: 'EUR',
      fee_percent: '29',
      fee_fixed: '0.30',
      ...(direction === 'payin' && { refund_fee: 'returned' }),
      amount_min: '1.00',
      amount_max: '5000.00',
      waiting_seconds: 900,
      ...more,
    });
    const { id: method } = z.object({ id: z.uuid() }).parse(created.body);
    const route = { method, terminal: 'sandbox', priority: 1 };
    expect((await running.operator('routes create', route)).status).toBe(200);
    running.sandbox.methods[name] = method;
    return name;
  }

  async function correct(method: string, more: object = {}) {
    const input = {
      method: running.sandbox.methods[method],
      from: today(),
      to: today(),
      percent: '2.9',
    };
    return commandAs(running, asker.cookie, 'fees correct', { ...input, ...more });
  }

  it('shows what each order was charged and should have been, and credits the difference', async () => {
    const method = await wrongMethod('payin', { fee_min: '0.50', fee_max: '40.00' });
    const amounts = [1, 3.33, 12.5, 99.99, 1000.05, 4999.99];
    for (const amount of amounts) await paidPayin(running, { method, amount });
    const fees = amounts
      .map((amount) =>
        feeTotal(BigInt(Math.round(amount * 100)), {
          percent: '2.9',
          fixedMinor: 25n,
          minMinor: 50n,
          maxMinor: 4_000n,
        }),
      )
      .reduce((sum, fee) => sum + fee, 0n);
    const first = shown.parse((await correct(method, { fixed: '0.25' })).body);
    expect(first).toMatchObject({ orders: amounts.length, open: 0, correct: formatMinor(fees) });
    expect(first.adjustment).toBeUndefined();
    const before = await available();
    const made = shown.parse((await correct(method, { fixed: '0.25', confirm: true })).body);
    expect(made).toMatchObject({ ...first, state: 'waiting' });
    expect(await confirm(made.adjustment!)).toMatchObject({ status: 200 });
    expect(await available()).toBeCloseTo(before + Number(first.difference), 2);
    expect(await correct(method, { confirm: true })).toMatchObject({ status: 409 });
    const reported = await readReport(running, 'fees', { from: today(), to: today() });
    const negated = first.difference.startsWith('-')
      ? first.difference.slice(1)
      : `-${first.difference}`;
    expect(reported).toContainEqual(
      expect.objectContaining({ method, direction: 'correction', orders: '1', fees: negated }),
    );
  });

  it('counts what refunds returned, and later refunds return the corrected fee', async () => {
    const method = await wrongMethod('payin');
    const { id } = await paidPayin(running, { method, amount: 100 });
    const refund = async (amount: number) => {
      const { id: refundId } = await createdRefund(running, id, { amount });
      await refundWhen(running, refundId, 'SUCCESS');
      const row = await running.db
        .selectFrom('refunds')
        .select('fee_returned_minor')
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow();
      return row.fee_returned_minor;
    };
    expect(await refund(50)).toBe(1_465n);
    const made = shown.parse((await correct(method, { confirm: true })).body);
    // Charged 29.30 and returned 14.65; 3.20 is right, of which 1.60 would have been returned.
    expect(made).toMatchObject({ charged: '14.65', correct: '1.60', difference: '13.05' });
    expect((await confirm(made.adjustment!)).status).toBe(200);
    expect(await refund(50)).toBe(160n);
    expect((await running.operator('ledger check')).body).toMatchObject({ ok: true });
  });

  it('leaves the fees of orders that are created after it', async () => {
    const method = await wrongMethod('payin');
    await paidPayin(running, { method, amount: 100 });
    const made = shown.parse((await correct(method, { confirm: true })).body);
    expect((await confirm(made.adjustment!)).status).toBe(200);
    const { id } = await paidPayin(running, { method, amount: 100 });
    const { id: refund } = await createdRefund(running, id);
    const { body } = await running.operator('refunds show', { refund });
    expect(body).toMatchObject({ fee_returned: '29.30' });
  });

  it('is asked for again if a refund has changed the difference', async () => {
    const method = await wrongMethod('payin');
    const { id } = await paidPayin(running, { method, amount: 100 });
    const made = shown.parse((await correct(method, { confirm: true })).body);
    await refundWhen(running, (await createdRefund(running, id, { amount: 10 })).id, 'SUCCESS');
    expect(await confirm(made.adjustment!)).toMatchObject({ status: 409 });
    const adjustment = made.adjustment!;
    await commandAs(running, other.cookie, 'adjustments reject', { adjustment });
    expect((await correct(method, { confirm: true })).status).toBe(200);
  });

  /** Corrects the fee of a payin of 100.00 from 29.30 to 3.20, and refunds 50.00 of it. */
  async function correctAndRefund() {
    const method = await wrongMethod('payin');
    const { id } = await paidPayin(running, { method, amount: 100 });
    const made = shown.parse((await correct(method, { confirm: true })).body);
    return {
      confirming: () => confirm(made.adjustment!),
      /** Returns the share of the fee that the refund returns. */
      async refund(runMaking?: MakingRunner) {
        const request = { payin_id: id, reference_id: randomUUID(), amount: 5_000n };
        const merchantId = running.sandbox.merchant_id;
        const result = await createRefund(running.context, { merchantId }, request, runMaking);
        return result.ok ? result.value.order.fee_returned_minor : result.problem;
      },
    };
  }

  it('is in a refund that was decided before it and written after it', async () => {
    const { confirming, refund } = await correctAndRefund();
    const returned = await refund(async (make) => {
      expect((await confirming()).status).toBe(200);
      return make(running.context);
    });
    expect(returned).toBe(160n);
  });

  describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('and a refund at once', () => {
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(running.db);
      return rows.length;
    };

    it('return the corrected fee if the correction comes first', async () => {
      const { confirming, refund } = await correctAndRefund();
      const { promise: both, resolve } = Promise.withResolvers<unknown[]>();
      await running.db.transaction().execute(async (trx) => {
        await sql`select from exclusive_work where name = 'append-audit' for update`.execute(trx);
        const confirmed = confirming().then(({ status }) => status);
        await expect.poll(waiting).toBe(1);
        resolve(Promise.all([confirmed, refund()]));
        await expect.poll(waiting).toBe(2);
      });
      expect(await both).toEqual([200, 160n]);
    });

    it('refuse the correction if the refund comes first', async () => {
      const { confirming, refund } = await correctAndRefund();
      let confirmed: ReturnType<typeof confirming> | undefined;
      const returned = await refund((make) =>
        running.db.transaction().execute(async (trx) => {
          const created = await make({ db: trx, batches: unbatched(trx) });
          confirmed = confirming();
          await expect.poll(waiting).toBe(1);
          return created;
        }),
      );
      expect(returned).toBe(1_465n);
      expect(await confirmed).toMatchObject({ status: 409 });
    });

    it('refuse the correction if the refund was pending and fails first', async () => {
      const method = await wrongMethod('payin');
      const { id } = await paidPayin(running, { method, amount: 100 });
      const { terminals } = running.context;
      const pending = { outcome: 'pending', reference: 'r' } as const;
      acquireBy(running, 'refunds', { refund: () => Promise.resolve(pending) });
      const { id: refundId } = await createdRefund(running, id, { amount: 50 });
      running.context.terminals = terminals;
      const attempt = await attemptOf(running, 'refund', refundId);
      const made = shown.parse((await correct(method, { confirm: true })).body);
      let confirmed: ReturnType<typeof confirm> | undefined;
      await running.db.transaction().execute(async (trx) => {
        const within = { ...running.context, db: trx, batches: unbatched(trx) };
        await settleRefund(within, attempt, REFUSED_REFUND);
        confirmed = confirm(made.adjustment!);
        await expect.poll(waiting).toBe(1);
      });
      expect(await confirmed).toMatchObject({ status: 409 });
    });
  });

  it('waits until the orders have ended', async () => {
    const method = await wrongMethod('payin');
    await paidPayin(running, { method, amount: 100 });
    await createdPayin(running, { method });
    expect(shown.parse((await correct(method)).body)).toMatchObject({ orders: 1, open: 1 });
    expect(await correct(method, { confirm: true })).toMatchObject({ status: 409 });
  });

  it('shares the fee of a payout among its parts', async () => {
    const method = await wrongMethod('payout', { max_part_amount: '33.00' });
    const { id } = await createdPayout(running, { method, amount: 100 });
    await payoutWhen(running, id, 'SUCCESS');
    const ended = async () => shown.parse((await correct(method)).body).open;
    await expect.poll(ended).toBe(0);
    expect(shown.parse((await correct(method)).body)).toMatchObject({
      orders: 4,
      charged: '29.30',
      correct: '3.20',
    });
  });

  it('is refused for a wrong time, and for fees that are right', async () => {
    const method = await wrongMethod('payin');
    expect(await correct(method, { from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      status: 400,
    });
    expect(await correct(method, { from: 'x' })).toMatchObject({ status: 400 });
    expect(await correct(method, { percent: '101' })).toMatchObject({ status: 400 });
    expect(await correct(method, { confirm: true })).toMatchObject({ status: 409 });
  });
});

describe('a fee that changes to more than double or less than half', () => {
  const gateIn = (over: object) => ({
    name: 'main',
    accounts: ['EUR'],
    methods: [
      {
        name: 'card',
        direction: 'payin',
        payment_source: 'CARD',
        currency: 'EUR',
        fee_percent: '2.9',
        fee_fixed: '0.30',
        amount_min: '1.00',
        amount_max: '100.00',
        waiting_seconds: 900,
        ...over,
      },
    ],
  });
  const name = `Fees ${randomUUID()}`;
  const apply = (over: object, more: object = {}) => {
    const deployment = { merchants: [{ name, gates: [gateIn(over)] }] };
    return running.operator('apply', { deployment, ...more });
  };

  it('is refused by apply, naming the fee, unless it is confirmed', async () => {
    expect((await apply({})).status).toBe(200);
    const refused = await apply({ fee_percent: '29', fee_fixed: '0.10' });
    const place = `merchants[${name}].gates[main].methods[card]`;
    const question = 'Repeat with --confirm if this is right.';
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            pointer: '/deployment',
            detail: `${place}.fee_percent: 2.9 becomes 29, more than double. ${question}`,
          },
          {
            pointer: '/deployment',
            detail: `${place}.fee_fixed: 0.30 becomes 0.10, less than half. ${question}`,
          },
        ],
      },
    });
    expect((await apply({ fee_percent: '5.8', dispute_fee: '20.00' })).status).toBe(200);
    expect((await apply({ fee_percent: '29' }, { dry_run: true })).status).toBe(200);
    expect((await apply({ fee_percent: '29' }, { confirm: true })).status).toBe(200);
  });

  it('is refused by methods change, unless it is confirmed', async () => {
    const { id: method } = await running.db
      .selectFrom('gate_methods')
      .innerJoin('gates', 'gates.id', 'gate_id')
      .innerJoin('merchants', 'merchants.id', 'merchant_id')
      .select('gate_methods.id')
      .where('merchants.name', '=', name)
      .executeTakeFirstOrThrow();
    const change = (input: object) => running.operator('methods change', { method, ...input });
    expect(await change({ fee_percent: '0' })).toMatchObject({ status: 400 });
    expect((await change({ fee_percent: '0', confirm: true })).status).toBe(200);
    expect((await change({ fee_percent: '2.9' })).status).toBe(200);
  });
});
