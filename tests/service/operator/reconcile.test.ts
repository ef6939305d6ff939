import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operate } from '../../../scripts/operator/operate.ts';
import { createPayin, payWith, payinWhen } from '../../conformance/orders.ts';
import { targetOf } from '../../conformance/target.ts';
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

/** Of an order of 20.00 EUR. */
const OTHER_AMOUNT = {
  line: 3,
  verdict: 'different',
  amount: '19.99',
  order_amount: '20.00',
  order_currency: 'EUR',
};

/** @returns the order and what its acquirer calls the attempt */
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
  it('is matched to attempts: what is different, and what is missing here or there', async () => {
    const paid = await Promise.all(
      [10, 20, 30, 40].map((amount) => pay(amount, '4242424242424242')),
    );
    const [matched, otherAmount, otherCurrency, missing] = paid.map(({ reference }) => reference);
    const refused = await pay(50, '4000000000009979');
    const text = [
      'Currency,Id,Gross',
      `EUR,${matched},10.00`,
      `EUR,${otherAmount},19.99`,
      `USD,${otherCurrency},30.00`,
      `EUR,${refused.reference},50.00`,
      'EUR,unknown,1.00',
    ];
    const columns = ['--reference', 'Id', '--amount', 'Gross', '--currency', 'Currency'];
    const answer = await run(text.join('\n'), ...columns, '--json');
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
    const told = (await run(text.join('\n'), ...columns)).text.split('\n');
    expect(told[0]).toBe(`Line 3: different: ${otherAmount}, 19.99 EUR, order ${paid[1]?.id}`);
    expect(told[3]).toBe('Line 6: missing here: unknown, 1.00 EUR');
    expect(told[4]).toMatch(/^Missing there: sandbox-.+, 40\.00 EUR, order /);
    expect(told[5]).toBe('1 matched, 2 different, 2 missing here, 1 missing there.');
    const whole = [10, 20, 30, 40].map(
      (amount, at) => `${paid[at]?.reference},${amount},${at === 0 ? 'eur' : 'EUR'}`,
    );
    expect(await run(['reference,amount,currency', ...whole].join('\n'))).toMatchObject({
      ok: true,
    });
  });

  it('that says one reference twice is refused by both its lines', async () => {
    const text = 'reference,amount,currency\na,1,EUR\nb,1,EUR\na,1,EUR\n';
    expect(await run(text)).toMatchObject({
      exitCode: 1,
      text: 'Line 4: the reference a stands on line 2 already.',
    });
  });

  it.each([
    [['--terminal', 'nowhere'], 1],
    [['--from', '2026-02-30'], 1],
    [['--delimiter', ''], 2],
    [['--what'], 2],
  ])('with %j is refused', async (options, exitCode) => {
    expect(await run('reference,amount,currency\na,1,EUR\n', ...options)).toMatchObject({
      exitCode,
    });
  });

  it.each(['', '\ufeff\r\n', 'reference,amount,currency\n\n'])(
    'without a line, %j, is refused, and begins nothing',
    async (text) => {
      const begun = async () => (await running.operator('reconciliations list')).body;
      const before = await begun();
      expect(await run(text)).toMatchObject({
        exitCode: 1,
        text: expect.stringMatching(/no line/) as string,
      });
      expect(await begun()).toEqual(before);
    },
  );

  it('that cannot be used is refused by its line', async () => {
    expect(await run('reference,amount\n')).toMatchObject({
      text: 'Line 1: there is no column currency; the file has reference, amount.',
    });
  });
});
