import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../scripts/operator/operate.ts';
import { createPayin, payWith, payinWhen } from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import {
  createdPayout,
  createdRefund,
  paidPayin,
  payoutWhen,
  refundWhen,
} from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const DAY_MS = 86_400_000;

function dayOf(ms: number) {
  return new Date(ms).toISOString().slice(0, 10);
}

const DAYS = ['--from', dayOf(Date.now() - DAY_MS), '--to', dayOf(Date.now() + DAY_MS)];

let running: RunningService;

beforeAll(async () => {
  running = await startService();
  vi.stubEnv('DATA_DIR', running.dataDirectory);
  vi.stubEnv('OPERATOR_URL', running.operatorUrl);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await running.close();
});

const COLUMNS = 'reference,kind,currency,amount';

/** The finding for an order of 20.00 EUR. */
const OTHER_AMOUNT = {
  line: 3,
  verdict: 'different',
  amount: '19.99',
  order_amount: '20.00',
  order_currency: 'EUR',
};

/** @returns the order and the acquirer's reference of its attempt */
async function pay(amount: number, card: string) {
  const target = targetOf(running);
  const { id } = await createPayin(target, { amount });
  await payWith(target, id, card);
  await payinWhen(target, id, ({ status }) => status === 'SUCCESS' || status === 'FAILED');
  const { provider_reference: reference } = await running.db
    .selectFrom('payin_attempts')
    .select('provider_reference')
    .where('payin_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, reference: reference ?? '' };
}

async function run(text: string, ...more: string[]) {
  const file = join(running.dataDirectory, 'settlement.csv');
  await writeFile(file, text);
  return operate(['reconcile', file, '--terminal', 'sandbox', ...DAYS, ...more]);
}

describe('an acquirer’s settlement file', () => {
  it('is matched to attempts: different amounts, and payments missing here or there', async () => {
    const paid = await Promise.all(
      [10, 20, 30, 40].map((amount) => pay(amount, '4242424242424242')),
    );
    const [matched, otherAmount, otherCurrency, missing] = paid.map(({ reference }) => reference);
    const refused = await pay(50, '4000000000009979');
    const text = [
      COLUMNS,
      `${matched},payment,EUR,10.00`,
      `${otherAmount},payment,EUR,19.99`,
      `${otherCurrency},payment,USD,30.00`,
      `${refused.reference},payment,EUR,50.00`,
      'unknown,payment,EUR,1.00',
    ];
    const answer = await run(text.join('\n'), '--json');
    expect(answer).toMatchObject({ ok: false, exitCode: 1 });
    expect(JSON.parse(answer.text)).toMatchObject({
      matched: 1,
      different: 2,
      missing_here: 2,
      missing_there: 1,
      lines: [
        { ...OTHER_AMOUNT, order_id: paid[1]?.id },
        { line: 4, verdict: 'different', currency: 'USD', order_id: paid[2]?.id },
        { line: 5, verdict: 'missing_here', order_id: refused.id },
        { line: 6, verdict: 'missing_here', order_id: null, order_amount: null },
      ],
      missing: [{ order_id: paid[3]?.id, provider_reference: missing, amount: '40.00' }],
    });
    const told = (await run(text.join('\n'))).text;
    expect(told).toMatch(/^matched +1\ndifferent +2\nmissing_here +2\nmissing_there +1$/m);
    expect(told).toMatch(new RegExp(`^ +3 +different +payment +${otherAmount} .* 19\\.99`, 'm'));
    expect(told).toMatch(/^ +6 +missing_here +payment +unknown .* 1\.00/m);
    const whole = [10, 20, 30, 40].map(
      (amount, at) => `${paid[at]?.reference},payment,${at === 0 ? 'eur' : 'EUR'},${amount}`,
    );
    expect(await run([COLUMNS, ...whole].join('\n'))).toMatchObject({ ok: true });
  });

  it('with a repeated reference is refused naming both lines', async () => {
    const text = `${COLUMNS}\na,payment,EUR,1\nb,payment,EUR,1\na,payment,EUR,1\n`;
    expect(await run(text)).toMatchObject({
      exitCode: 1,
      text: 'Line 4: the reference a is already on line 2.',
    });
  });

  it.each([
    [['--terminal', 'nowhere'], 1],
    [['--from', '2026-02-30'], 1],
    [['--what'], 2],
  ])('with %j is refused', async (options, exitCode) => {
    expect(await run(`${COLUMNS}\na,payment,EUR,1\n`, ...options)).toMatchObject({ exitCode });
  });

  it.each([
    '',
    `${COLUMNS}\n\n`,
    'reference,amount\na,1',
    `${COLUMNS}\n${'a,fee,EUR,1\n'.repeat(2_001)}b,fee,EUR,.91`,
  ])('with a line that is wrong or missing, %.60j, starts no reconciliation', async (text) => {
    const begun = async () => (await running.operator('reconciliations list')).body;
    const before = await begun();
    expect(await run(text)).toMatchObject({ exitCode: 1 });
    expect(await begun()).toEqual(before);
  });

  it('must be a file that can be read', async () => {
    const match = (path: string) => operate(['reconcile', path, '--terminal', 'sandbox', ...DAYS]);
    expect((await match('/nowhere.csv')).text).toBe('There is no file /nowhere.csv.');
    expect((await match('/tmp')).text).toBe('/tmp cannot be read (EISDIR).');
  });
});

const HISTORY_COLUMNS =
  'id,Type,Source,Amount,Fee,Destination Platform Fee,Destination Platform Fee Currency,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer,Transfer Date (UTC),Transfer Group';
const CHARGE = 'ch_of_the_first';
describe('a file with refunds and disputes', () => {
  /** Creates payins of 10.00: paid, half refunded, charged back, and charged back and won. */
  async function story() {
    const own = await startService();
    vi.stubEnv('DATA_DIR', own.dataDirectory);
    vi.stubEnv('OPERATOR_URL', own.operatorUrl);
    const referenceOf = async (table: 'payin_attempts' | 'refund_attempts', id: string) => {
      const { provider_reference: reference } = await own.db
        .selectFrom(table)
        .select('provider_reference')
        .where('payin_id', '=', id)
        .executeTakeFirstOrThrow();
      return reference ?? '';
    };
    const paid = async () => {
      const { id } = await paidPayin(own, { amount: 10 });
      return { id, psp: await referenceOf('payin_attempts', id) };
    };
    const [refunded, lost, won, alone] = [await paid(), await paid(), await paid(), await paid()];
    const { id: refundId } = await createdRefund(own, refunded.id, { amount: 4 });
    await refundWhen(own, refundId, 'SUCCESS');
    const refund = await referenceOf('refund_attempts', refunded.id);
    await own.db
      .updateTable('payin_attempts')
      .set({ provider_reference: `${refunded.psp} ${CHARGE}` })
      .where('payin_id', '=', refunded.id)
      .execute();
    const disputed = async ({ id }: { id: string }, ...more: 'won'[]) => {
      const reference = `du_${randomUUID()}`;
      const saying = { reference, disputed: { amountMinor: 1_000n, currency: 'EUR' } };
      await toldOf(own, id, 'charged_back', saying);
      for (const step of more) await toldOf(own, id, step, { reference });
      return reference;
    };
    const chargeback = await disputed(lost);
    const reversed = await disputed(won, 'won');
    const file = join(own.dataDirectory, 'settlement.csv');
    const reconcile = async (lines: readonly string[], ...more: string[]) => {
      await writeFile(file, lines.join('\n'));
      return operate(['reconcile', file, '--terminal', 'sandbox', ...DAYS, ...more]);
    };
    return { own, refunded, lost, won, alone, refund, chargeback, reversed, reconcile };
  }
  type Story = Awaited<ReturnType<typeof story>>;

  let told: Story;

  beforeAll(async () => {
    told = await story();
  });
  afterAll(async () => {
    vi.stubEnv('DATA_DIR', running.dataDirectory);
    vi.stubEnv('OPERATOR_URL', running.operatorUrl);
    await told.own.close();
  });

  /** Stripe's balance history. It names the first payment by its charge, as for approved payments. */
  const history = ({ refunded, lost, won, alone, refund, chargeback, reversed }: Story) => {
    const row = (type: string, source: string, [amount, fee, net]: [string, string, string]) =>
      `txn_${type},${type},${source},${amount},${fee},,,${net},eur,d,d,said,,,,,`;
    return [
      HISTORY_COLUMNS,
      ...[refunded, lost, won, alone].map(({ psp }) =>
        row('charge', psp === refunded.psp ? CHARGE : psp, ['10.00', '0.30', '9.70']),
      ),
      row('refund', refund, ['-4.00', '0.10', '-4.10']),
      row('adjustment', chargeback, ['-10.00', '7.50', '-17.50']),
      row('adjustment', reversed, ['-10.00', '7.50', '-17.50']),
      row('adjustment', reversed, ['10.00', '0.00', '10.00']),
      row('stripe_fee', '', ['-0.40', '0.00', '-0.40']),
      row('stripe_fee', '', ['-0.10', '0.00', '-0.10']),
      row('payout_failure', 'po_1', ['0.80', '0.00', '0.80']),
    ];
  };

  const own = ({ refunded, lost, won, alone, refund, chargeback, reversed }: Story) => [
    COLUMNS,
    ...[refunded, lost, won, alone].map(({ psp }) => `${psp},payment,EUR,10.00`),
    `${refund},refund,EUR,-4.00`,
    `${chargeback},dispute,EUR,-10.00`,
    `${reversed},dispute,EUR,-10.00`,
    `${reversed},dispute,EUR,10.00`,
    ',fee,EUR,-0.40',
    'March,fee,EUR,-0.10',
  ];

  const SETTLED = [
    { kind: 'payment', lines: 4, amount: '40.00', fees: '1.20', net: '38.80' },
    { kind: 'refund', lines: 1, amount: '-4.00', fees: '0.10', net: '-4.10' },
    { kind: 'chargeback', lines: 2, amount: '-20.00', fees: '15.00', net: '-35.00' },
    { kind: 'chargeback_reversed', lines: 1, amount: '10.00', fees: '0.00', net: '10.00' },
    { kind: 'fee', lines: 2, amount: '-0.50', fees: '0.00', net: '-0.50' },
    { kind: 'bank_payout', lines: 1, amount: '0.80', fees: '0.00', net: '0.80' },
  ].map((each) => ({ ...each, currency: 'EUR' }));

  it("of Stripe's balance history is matched", async () => {
    const lines = history(told);
    const answer = await told.reconcile(lines, '--json');
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.parse(answer.text)).toMatchObject({
      format: 'stripe_history',
      matched: 8,
      different: 0,
      missing_here: 0,
      missing_there: 0,
      settled: SETTLED,
      lines: [],
      missing: [],
    });
    const { text } = await told.reconcile(lines);
    expect(text).toMatch(/^ +payment +EUR +4 +40\.00 +1\.20 +38\.80$/m);
  });

  it('lacks refunds and chargebacks known here', async () => {
    const { refund, chargeback, alone } = told;
    const lines = own(told).filter(
      (line) => ![refund, chargeback, alone.psp].some((without) => line.includes(without)),
    );
    const { ok, text } = await told.reconcile(lines, '--json');
    expect(ok).toBe(false);
    const shown = z
      .object({
        missing_there: z.number(),
        missing: z.array(
          z.object({ kind: z.string(), provider_reference: z.string(), amount: z.string() }),
        ),
      })
      .parse(JSON.parse(text));
    expect(shown.missing_there).toBe(3);
    expect(shown.missing.map((each) => [each.kind, each.provider_reference, each.amount])).toEqual(
      expect.arrayContaining([
        ['refund', refund, '4.00'],
        ['chargeback', chargeback, '10.00'],
        ['payin', alone.psp, '10.00'],
      ]),
    );
  });

  it('shows a line with its refund or dispute', async () => {
    const { refund, chargeback, reversed, refunded, lost } = told;
    const text = own(told)
      .map((line) => line.replace('refund,EUR,-4.00', 'refund,EUR,-5.00'))
      // The file reverses a chargeback that was not won here.
      .map((line) =>
        line.endsWith('dispute,EUR,10.00') ? line.replace(reversed, chargeback) : line,
      );
    const answer = await told.reconcile(text, '--json');
    expect(JSON.parse(answer.text)).toMatchObject({
      lines: [
        {
          line: 6,
          kind: 'refund',
          verdict: 'different',
          reference: refund,
          amount: '-5.00',
          order_id: refunded.id,
          order_amount: '-4.00',
        },
        {
          line: 9,
          kind: 'chargeback_reversed',
          verdict: 'missing_here',
          order_id: lost.id,
          order_amount: '10.00',
        },
      ],
    });
    const said = await told.reconcile(text);
    expect(said.text).toMatch(new RegExp(`^ +6 +different +refund +${refund} `, 'm'));
  });

  it('of any other acquirer is matched by its kinds', async () => {
    const { text } = await told.reconcile(own(told), '--json');
    expect(JSON.parse(text)).toMatchObject({
      format: 'csv',
      matched: 8,
      different: 0,
      missing_here: 0,
      missing_there: 0,
      settled: [
        { kind: 'payment', amount: '40.00', fees: '0.00' },
        { kind: 'refund', amount: '-4.00' },
        { kind: 'chargeback', amount: '-20.00' },
        { kind: 'chargeback_reversed', amount: '10.00' },
        { kind: 'fee', amount: '-0.50' },
      ],
    });
  });

  it('does not match an amount with the wrong sign', async () => {
    const { alone, refund, chargeback } = told;
    const lines = [
      COLUMNS,
      `${alone.psp},payment,EUR,-10.00`,
      `${refund},refund,EUR,4.00`,
      `${chargeback},dispute,EUR,10.00`,
    ];
    const { text } = await told.reconcile(lines, '--json');
    expect(JSON.parse(text)).toMatchObject({
      matched: 0,
      lines: [
        { line: 2, verdict: 'different', amount: '-10.00', order_amount: '10.00' },
        { line: 3, verdict: 'different', amount: '4.00', order_amount: '-4.00' },
        // A dispute that comes back is one that was won.
        { line: 4, verdict: 'missing_here' },
      ],
    });
  });

  it('matches a payout as a negative payment', async () => {
    const payout = await createdPayout(told.own, { amount: 80 });
    await payoutWhen(told.own, payout.id, 'SUCCESS');
    const { provider_reference: reference } = await told.own.db
      .selectFrom('payout_attempts')
      .select('provider_reference')
      .where('payout_id', '=', payout.id)
      .executeTakeFirstOrThrow();
    const { text } = await told.reconcile([COLUMNS, `${reference},payment,EUR,-80.00`], '--json');
    expect(JSON.parse(text)).toMatchObject({ matched: 1, different: 0 });
    const wrong = await told.reconcile([COLUMNS, `${reference},payment,EUR,80.00`], '--json');
    expect(JSON.parse(wrong.text)).toMatchObject({ lines: [{ order_amount: '-80.00' }] });
  });

  it("matches a dispute in two lines, or in the account's currency", async () => {
    const { chargeback, reversed } = told;
    const verdicts = async (...lines: string[]) => {
      const { text } = await told.reconcile([COLUMNS, ...lines], '--json');
      return z
        .object({ matched: z.number(), lines: z.array(z.object({ line: z.number() })) })
        .parse(JSON.parse(text));
    };
    expect(
      await verdicts(
        `${chargeback},dispute,EUR,-7.50`,
        `${reversed},dispute,USD,-11.00`,
        `${chargeback},dispute,EUR,-2.50`,
      ),
    ).toEqual({ matched: 3, lines: [] });
    expect(
      await verdicts(`${chargeback},dispute,EUR,-7.50`, `${chargeback},dispute,EUR,-2.49`),
    ).toEqual({ matched: 0, lines: [{ line: 2 }, { line: 3 }] });
  });
});
