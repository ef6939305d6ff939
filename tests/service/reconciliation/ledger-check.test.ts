import { execFile } from 'node:child_process';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cardDataBody,
  createdPayin,
  createdPayout,
  PENDING_FOR_HOURS,
  REFUSED_CARD,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests({ spoilsLedger: true });
let payin: string;
let payout: string;
let pending: string;

beforeAll(async () => {
  payin = (await createdPayin(running, { method: 'card_eur' })).id;
  await running.client.submitCardData(cardDataBody(payin));
  const kzt = await createdPayin(running, { method: 'card_kzt', currency: 'KZT', amount: 1000 });
  await running.client.submitCardData(cardDataBody(kzt.id));
  payout = (await createdPayout(running)).id;
  await createdPayout(running, { destination_account: REFUSED_CARD });
  await createdPayout(running, { amount: 49_999 });
  pending = (await createdPayout(running, { amount: PENDING_FOR_HOURS })).id;
});

interface Report {
  ok: boolean;
  findings: { rule: string; order_id?: string }[];
}

async function check() {
  const { body } = await running.operator('ledger check');
  const result = body as Report;
  return {
    ok: result.ok,
    rules: result.findings.map(({ rule }) => rule),
    orders: result.findings.flatMap(({ order_id: id }) => id ?? []),
  };
}

function byHand(statement: string) {
  return sql.raw(statement).execute(running.context.db);
}

/** Runs `npm run ledger:check` against this service. */
async function command() {
  const env = {
    ...process.env,
    DATA_DIR: running.dataDirectory,
    OPERATOR_URL: running.operatorUrl,
  };
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile('node', ['scripts/operator/ledger-check.ts'], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
  });
}

it("finds nothing wrong in the service's own postings", async () => {
  expect(await check()).toEqual({ ok: true, rules: [], orders: [] });
  const { code, output } = await command();
  expect(output).toMatch(/^ok +true\nmovements +\d+\n/);
  expect(code).toBe(0);
});

describe('a deleted part of the ledger', () => {
  const allByHand = async (...statements: string[]) => {
    for (const statement of statements) await byHand(statement);
  };

  it('is detected: a movement with its entries', async () => {
    await allByHand(
      `create table kept_movements as select * from ledger_movements where order_id = '${payin}'`,
      `create table kept_entries as select * from ledger_entries
        where movement_id in (select id from kept_movements)`,
      `delete from ledger_entries where movement_id in (select id from kept_movements)`,
      `delete from ledger_movements where order_id = '${payin}'`,
    );
    const { rules, orders } = await check();
    await allByHand(
      `insert into ledger_movements overriding system value select * from kept_movements`,
      `insert into ledger_entries select * from kept_entries`,
    );
    expect(new Set(rules)).toEqual(
      new Set(['balance_equals_entries', 'payin_credited_as_it_says']),
    );
    expect(orders).toContain(payin);
    expect(await check()).toMatchObject({ ok: true });
  });

  it('is detected: a movement whose entries remain', async () => {
    await byHand(`delete from ledger_movements where order_id = '${payin}'`);
    const { rules } = await check();
    await byHand(
      `insert into ledger_movements overriding system value select * from kept_movements`,
    );
    expect(rules).toContain('entry_has_movement');
    expect(await check()).toMatchObject({ ok: true });
  });

  it('is detected: the entries of a movement that remains', async () => {
    await byHand(`delete from ledger_entries where movement_id in (select id from kept_movements)`);
    const { rules } = await check();
    await byHand(`insert into ledger_entries select * from kept_entries`);
    expect(rules).toContain('movement_has_entries');
    expect(await check()).toMatchObject({ ok: true });
  });
});

describe('a row falsified by hand', () => {
  it.each([
    {
      what: "a payin's total",
      order: () => payin,
      wrong: () => `update payins set total_minor = total_minor + 1 where id = '${payin}'`,
      right: () => `update payins set total_minor = total_minor - 1 where id = '${payin}'`,
      rules: ['payin_credited_as_it_says'],
    },
    {
      what: 'a payin that is said to have failed',
      order: () => payin,
      wrong: () => `update payins set status = 'FAILED' where id = '${payin}'`,
      right: () => `update payins set status = 'SUCCESS' where id = '${payin}'`,
      rules: [
        ...Array.from({ length: 4 }, () => 'payin_credited_as_it_says'),
        'approved_is_credited',
      ],
    },
    {
      what: 'a release that did not happen',
      order: () => payin,
      wrong: () =>
        `update retentions set released_at = now() where payin_id = '${payin}' and bucket = 'hold'`,
      right: () => `update retentions set released_at = null where payin_id = '${payin}'`,
      rules: ['kept_back_equals_retentions', 'released_as_recorded'],
    },
    {
      what: "a payout's amount",
      order: () => payout,
      wrong: () => `update payouts set amount_minor = amount_minor + 1 where id = '${payout}'`,
      right: () => `update payouts set amount_minor = amount_minor - 1 where id = '${payout}'`,
      rules: ['payout_posted_as_it_says'],
    },
  ])('$what is reported', async ({ order, wrong, right, rules }) => {
    await byHand(wrong());
    const found = await check();
    await byHand(right());
    expect(found).toMatchObject({ ok: false, rules });
    expect(new Set(found.orders)).toEqual(new Set([order()]));
    expect(await check()).toMatchObject({ ok: true });
  });

  it('a balance is reported by its account', async () => {
    await byHand(`update gate_accounts set available_minor = available_minor + 1
      where currency = 'EUR'`);
    expect(await check()).toMatchObject({ ok: false, rules: ['balance_equals_entries'] });
    await byHand(`update gate_accounts set available_minor = available_minor - 1
      where currency = 'EUR'`);
  });

  it("an extra entry is reported by its movement's order", async () => {
    await byHand(`insert into ledger_entries
      select id, 99, 'fee_income', null, 'EUR', 1 from ledger_movements
      where order_id = '${pending}' and kind = 'payout_reserve'`);
    const found = await check();
    expect(found.rules).toContain('movement_sums_to_zero');
    expect(found.orders).toContain(pending);
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toContain(pending);
  });
});

// Only the available balance may fall below zero, by disputes; the disputes' tests cover that.
it.each(['hold', 'rolling', 'payout_reserve', 'refund_reserve', 'dispute_reserve'])(
  'a gate cannot be overdrawn by hand: %s',
  async (bucket) => {
    const overdrawn = byHand(`update gate_accounts set ${bucket}_minor = -1`);
    await expect(overdrawn).rejects.toThrow('check');
  },
);
