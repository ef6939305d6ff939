/**
 * Refunds and disputes of payins whose fee is corrected meanwhile. A sequence of steps is taken of a payin that was
 * charged the wrong fee, which is corrected at `correct`, and of one that was charged the right fee from the start.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DisputeStep } from '#domain/dispute/status.ts';
import type { RefundAcquirerOutcome } from '#service/acquirers/port.ts';
import { settleRefund } from '#service/refunds/settle.ts';
import { acquireBy } from '../../support/acquirers/acquirer-doubles.ts';
import { addMethod, changeMethod, gateOf } from '../../support/database/seeds/methods.ts';
import { commandAs, newPerson, type Person } from '../../support/operator/people.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import { attemptOf, createdRefund, paidPayin, WITHOUT_FEES } from '../../support/orders/orders.ts';
import { MADE_REFUND, REFUSED_REFUND, RETURNED_REFUND } from '../../support/orders/refunds.ts';
import { ledgerFindings } from '../../support/process/operator-answers.ts';
import { readReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const SPAN = { from: day(-1), to: day(1) };

let asker: Person;
let other: Person;

beforeAll(async () => {
  asker = await newPerson(running, { role: 'finance' });
  other = await newPerson(running, { role: 'finance' });
  acquireBy(running, 'refunds', {
    refund: () => Promise.resolve({ outcome: 'pending', reference: 'r' }),
  });
});

const REPORTS: Readonly<Record<string, RefundAcquirerOutcome>> = {
  succeeds: MADE_REFUND,
  fails: REFUSED_REFUND,
  made: MADE_REFUND,
  returned: RETURNED_REFUND,
};
const DISPUTE_STEPS = new Set(['charged_back', 'lost', 'won']);

interface Fee {
  percent: string;
  settings?: object;
}

/** Pays 100.00, and 1,000.00 for something else, at a gate of its own. Returns how each step is taken with the former. */
async function paid({ percent, settings }: Fee, correctPercent?: string) {
  const method = await addMethod(running, {
    method: { ...WITHOUT_FEES, refund_fee: 'returned', fee_percent: percent, ...settings },
  });
  const gate = await gateOf(running, method);
  const pay = (amount: number) => paidPayin(running, { merchant_gate_method_id: method, amount });
  const [{ id: payin }] = await Promise.all([pay(100), pay(1000)]);
  const refunds: string[] = [];
  const correct = async () => {
    if (correctPercent === undefined) return;
    const input = { method, ...SPAN, percent: correctPercent, confirm: true };
    const { body } = await commandAs(running, asker.cookie, 'fees correct', input);
    const { adjustment } = z.object({ adjustment: z.uuid() }).parse(body);
    const decision = { adjustment, allow_negative: true };
    const confirmed = await commandAs(running, other.cookie, 'adjustments confirm', decision);
    expect(confirmed).toMatchObject({ status: 200 });
  };
  const act = async (name: string, text: string) => {
    if (name === 'correct') return correct();
    if (name === 'keeps') return changeMethod(running, method, { refund_fee: 'kept' });
    if (name === 'returns') return changeMethod(running, method, { refund_fee: 'returned' });
    if (name === 'refund') {
      const { id, status } = await createdRefund(running, payin, { amount: Number(text) });
      expect(status).toBe('PROCESS_PENDING');
      refunds.push(id);
      return undefined;
    }
    if (DISPUTE_STEPS.has(name)) {
      const disputed = { amountMinor: BigInt(text) * 100n, currency: 'EUR' };
      return toldOf(running, payin, name as DisputeStep, { disputed });
    }
    const refund = refunds[Number(text || 1) - 1] ?? '';
    if (name === 'taken') {
      expect(await running.operator('refunds take', { refund })).toMatchObject({ status: 200 });
      return undefined;
    }
    return settleRefund(
      running.context,
      await attemptOf(running, 'refund', refund),
      REPORTS[name]!,
    );
  };
  return {
    gate,
    payin,
    take: (step: string) => {
      const [name = '', text = ''] = step.split(' ');
      return act(name, text);
    },
    /** Returns what the gate has, without what is reserved. */
    async total() {
      const account = await running.db
        .selectFrom('gate_accounts')
        .selectAll()
        .where('gate_id', '=', gate)
        .executeTakeFirstOrThrow();
      return account.available_minor + account.hold_minor + account.rolling_minor;
    },
  };
}

/** A refund that was made after its end is a finding until it is taken. */
async function findings() {
  const found = await ledgerFindings(running);
  return found.filter(({ rule }) => rule !== 'refunded_is_settled');
}

type Steps = readonly string[];

interface Course {
  fee: Fee;
  correctPercent?: string;
  steps: Steps;
}

/**
 * Takes the steps of several courses, each of a payin of its own, in turn one step of each. Expects a sound ledger each
 * time.
 *
 * @returns what each left at first and after each step
 */
async function leftBy(courses: readonly Course[]): Promise<bigint[][]> {
  const under: (Awaited<ReturnType<typeof paid>> & { steps: Steps; left: bigint[] })[] = [];
  for (const { fee, correctPercent, steps } of courses) {
    const payin = await paid(fee, correctPercent);
    under.push({ ...payin, steps, left: [await payin.total()] });
  }
  const most = Math.max(...courses.map(({ steps }) => steps.length));
  for (let index = 0; index < most; index += 1) {
    const going = under.filter(({ steps }) => index < steps.length);
    for (const { steps, left, take, total } of going) {
      await take(steps[index] ?? '');
      left.push(await total());
    }
    const taken = going.map(({ payin, steps }) => `${payin}: ${upTo(steps, index + 1)}`);
    expect(await findings(), taken.join('\n')).toEqual([]);
  }
  return under.map(({ left }) => left);
}

function upTo(steps: Steps, count: number): string {
  return steps.slice(0, count).join(', ');
}

/**
 * Expects that payins of a wrong fee leave from the correction on what those of the right one do. Steps that differ only
 * in when the fee is corrected are compared with the same payin.
 *
 * @param centsMost how much they may differ. A share is rounded with the refunds that counted when it was computed: when
 *   the refund was created, or later if the fee was corrected meanwhile
 */
async function expectSame(
  wrong: Fee,
  right: string,
  sequences: readonly Steps[],
  centsMost = 0,
): Promise<void> {
  const controlOf = (steps: Steps) => steps.filter((step) => step !== 'correct').join();
  const controls = [...new Set(sequences.map(controlOf))];
  const left = await leftBy([
    ...controls.map((control) => ({
      fee: { ...wrong, percent: right },
      steps: control.split(','),
    })),
    ...sequences.map((steps) => ({ fee: wrong, correctPercent: right, steps })),
  ]);
  for (const [place, steps] of sequences.entries()) {
    const expected = left[controls.indexOf(controlOf(steps))] ?? [];
    const found = left[controls.length + place] ?? [];
    for (let count = steps.indexOf('correct') + 1; count <= steps.length; count += 1) {
      const cents = Number(found[count]) - Number(expected[count - 1]);
      const message = `${cents} after ${upTo(steps, count)}`;
      expect(Math.abs(cents), message).toBeLessThanOrEqual(centsMost);
    }
  }
}

const TOO_HIGH: Fee = { percent: '29' };
const TOO_LOW_AND_HELD: Fee = { percent: '4', settings: { settlement_period_days: 7 } };
const FORGOTTEN: Fee = { percent: '0' };

const SEQUENCES = {
  'a refund that succeeds': [
    'refund 50, succeeds, correct, returned',
    'refund 50, correct, succeeds, returned',
    'correct, refund 50, succeeds',
  ],
  'a refund that is made after it failed': [
    'correct, refund 50, fails, made, taken, returned',
    'refund 50, correct, fails, made, taken, returned',
    'refund 50, fails, correct, made, taken, returned',
    'refund 50, fails, made, correct, taken, returned',
    'refund 50, fails, made, taken, correct, returned',
    'refund 50, fails, made, taken, returned, correct',
    'refund 50, fails, made, correct, returned',
    'refund 50, correct, fails, made, returned',
  ],
  'several refunds': [
    'refund 100, correct, fails, refund 100, succeeds 2',
    'refund 20, refund 30, correct, fails, refund 50, succeeds 3, succeeds 2',
    'refund 20, succeeds, refund 30, fails 2, correct, made 2, refund 10, taken 2, returned 2',
    'refund 20, keeps, refund 30, returns, refund 10, correct, fails 1, fails 2, fails 3',
    'refund 20, keeps, correct, refund 30, returns, refund 10, fails 2, succeeds 3',
  ],
  'a dispute': [
    'charged_back 40, correct, lost 40, won 40',
    'charged_back 40, lost 40, correct, won 40',
    'correct, charged_back 40, won 40',
    'refund 30, charged_back 40, correct, fails, lost 40, refund 50, succeeds 2',
  ],
};
const stepsOf = (sequence: string): Steps => sequence.split(', ');

describe.each<[string, Fee, string]>([
  ['too high', TOO_HIGH, '4'],
  ['too low, of a payin that is held', TOO_LOW_AND_HELD, '29'],
])('a fee that was %s', (_name, wrong, right) => {
  it.each(Object.entries(SEQUENCES))(
    'leaves once it is corrected what the right one would have: %s',
    async (_kind, sequences) => {
      await expectSame(wrong, right, sequences.map(stepsOf));
    },
  );

  it('does so to a few cents, whatever becomes of the refunds', async () => {
    const numbers = fc.array(fc.nat(100_000), { minLength: 8, maxLength: 16 });
    const several = fc.array(numbers.map(sequenceOf), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(several, (sequences) => expectSame(wrong, right, sequences, 3)),
      { numRuns: 1 },
    );
  });
});

it('is in the report of fees, with what was posted for a refund that failed', async () => {
  const { take, gate } = await paid(TOO_HIGH, '4');
  for (const step of ['refund 50', 'correct', 'fails']) await take(step);
  const rows = await readReport(running, 'fees', SPAN);
  const own = rows.filter((row) => row['gate'] === gate);
  // 29 % of 1,100.00; then 275.00 less 12.50 of the refund, which failed.
  expect(own.map((row) => [row['direction'], row['orders'], row['fees']])).toEqual([
    ['correction', '2', '-275.00'],
    ['payin', '2', '319.00'],
  ]);
});

it('A fee that was forgotten leaves once it is corrected what the right one would have', async () => {
  const sequences = [
    'refund 50, succeeds, correct, refund 50, succeeds 2',
    'refund 20, refund 30, fails, correct, fails 2',
    'refund 50, fails, made, taken, correct, returned',
  ];
  await expectSame(FORGOTTEN, '4', sequences.map(stepsOf));
});

/** Returns steps that can be taken one after the other, chosen by numbers. Each refund that was made is taken at last. */
function sequenceOf(numbers: readonly number[]): string[] {
  const states: string[] = [];
  let leftCents = 10_000;
  const correctedAt = (numbers[0] ?? 0) % numbers.length;
  const steps = numbers.flatMap((number, index) => {
    const before = index === correctedAt ? ['correct'] : [];
    const which = number % (states.length + 1);
    const next = NEXT[states[which] ?? ''] ?? [];
    const name = next[(number >> 3) % (next.length || 1)];
    if (name !== undefined) {
      states[which] = name;
      return [...before, `${name} ${which + 1}`];
    }
    const cents = 1 + (number % 4_000);
    if (which < states.length || cents > leftCents) return before;
    leftCents -= cents;
    states.push('refund');
    return [...before, `refund ${cents / 100}`];
  });
  const made = states.flatMap((name, which) => (name === 'made' ? [`taken ${which + 1}`] : []));
  return [...steps, ...made];
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  refund: ['succeeds', 'fails', 'fails'],
  fails: ['made'],
  made: ['taken', 'taken', 'returned'],
  taken: ['returned'],
};
