// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { failByHand } from '#service/operator/fail-order.ts';
import { settleAttempt } from '#service/payins/settle.ts';
import { selectAttempt, type AttemptState } from '#service/payins/store/attempts.ts';
import type { Receipt, TransferOutcome } from '#service/acquirers/port.ts';
import { acquireBy } from '../../support/acquirers/acquirer-doubles.ts';
import { payinWhen } from '../../support/orders/orders.ts';
import {
  bank,
  begin,
  beginBody,
  checkoutOf,
  createdTransfer,
} from '../../support/orders/transfers.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { readReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

beforeAll(() => {
  acquireBy(running, 'transfers', { begin: () => Promise.resolve(waiting([])) });
});

const AMOUNT_MINOR = 5_000n;
const INSTRUCTIONS = {
  kind: 'transfer',
  holder: 'Ada',
  account: { kind: 'iban', value: 'UA213223130000026007233566001' },
} as const;

function waiting(receipts: readonly Receipt[]): TransferOutcome & { outcome: 'waiting' } {
  return { outcome: 'waiting', reference: 'r', instructions: INSTRUCTIONS, receipts };
}

const receipt = (amountMinor: bigint, reference: string = randomUUID()): Receipt => ({
  reference,
  amountMinor,
});

/** Begins an order that awaits its money. */
async function begun() {
  const { id } = await createdTransfer(running, 'P2P');
  await begin(running, id, beginBody('P2P'));
  await payinWhen(running, id, 'PROCESS_PENDING');
  const attempt = await running.db
    .selectFrom('payin_attempts')
    .select('id')
    .where('payin_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, attemptId: attempt.id };
}

const settle = (attemptId: string, outcome: TransferOutcome, read?: AttemptState) =>
  settleAttempt(running.context, attemptId, outcome, read);

/** Reads an attempt as a notification or a status inquiry does before calling the acquirer. */
async function readAttempt(attemptId: string): Promise<AttemptState | undefined> {
  return (await selectAttempt(running.context.batches, attemptId))?.state;
}

async function statusOf(id: string) {
  const { status } = await payinWhen(running, id, () => true);
  return status;
}

async function queueOf(id: string) {
  const rows = await running.db
    .selectFrom('attention')
    .select(['kind', 'detail'])
    .where('order_id', '=', id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, detail }) => `${kind}: ${detail}`);
}

describe('money that arrives', () => {
  it('is recorded once, however often it is reported', async () => {
    const { id, attemptId } = await begun();
    const half = waiting([receipt(2_500n, 'half')]);
    await Promise.all([settle(attemptId, half), settle(attemptId, half), settle(attemptId, half)]);
    expect(await statusOf(id)).toBe('PROCESS_PENDING');
    expect((await checkoutOf(running, id)).transfer).toMatchObject({ received: '25.00' });
  });

  it('is added to everything that arrived since the attempt was read', async () => {
    const { id, attemptId } = await begun();
    const read = await readAttempt(attemptId);
    const [part, whole, again] = [receipt(1_000n), receipt(AMOUNT_MINOR), receipt(AMOUNT_MINOR)];
    await settle(attemptId, waiting([part]), read);
    await Promise.all([
      settle(attemptId, waiting([whole]), read),
      settle(attemptId, waiting([again]), read),
    ]);
    expect(await statusOf(id)).toBe('SUCCESS');
    expect((await queueOf(id)).join(' ')).toContain('60.00 of 50.00 UAH in total');
    expect(saidInQueue(await queueOf(id))).toBe(6_000n);
    expect(await creditsOf(id)).toBe(1);
  });

  it('counts for each attempt, even with the same reference', async () => {
    const [one, other] = [await begun(), await begun()];
    for (const { attemptId } of [one, other]) {
      await settle(attemptId, waiting([receipt(AMOUNT_MINOR, 'same')]));
    }
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['SUCCESS', 'SUCCESS']);
  });
});

describe('money that a payer sends to the sandbox', () => {
  const paid = serviceForTests();

  it('is no contradiction if the acquirer calls a paid transfer abandoned or refused', async () => {
    for (const outcome of ['abandoned', 'soft_decline'] as const) {
      const { id } = await createdTransfer(paid, 'P2P');
      await begin(paid, id, beginBody('P2P'));
      await payinWhen(paid, id, 'PROCESS_PENDING');
      await bank(paid, id, 'exact');
      await payinWhen(paid, id, 'SUCCESS');
      await sql`update sandbox.transfers set state = ${outcome} where order_id = ${id}`.execute(
        paid.db,
      );
      // Each payment that arrives is notified of, and the answer has all of them.
      await bank(paid, id, 'exact');
      expect(await attentionOf(paid)).toMatchObject([{ kind: 'received_more', order_id: id }]);
      await resolveAll(paid);
    }
    expect(await ledgerFindings(paid)).toEqual([]);
  });
});

describe('what is accepted as missing', () => {
  const sold = serviceForTests();

  it('is charged to the merchant, in the settlement report and a metric', async () => {
    const method = sold.sandbox.methods['p2p_uah'] ?? '';
    const change = { method, tolerance_percent: '5' };
    expect(await sold.operator('methods change', change)).toMatchObject({ status: 200 });
    const { id } = await createdTransfer(sold, 'P2P');
    acquireBy(sold, 'transfers', { begin: () => Promise.resolve(waiting([receipt(4_800n)])) });
    await begin(sold, id, beginBody('P2P'));
    await payinWhen(sold, id, 'SUCCESS');
    const { body } = await sold.operator('ledger movements', { order: id });
    expect(body).toMatchObject({
      items: [{ kind: 'payin_shortfall' }, { kind: 'payin_success' }],
    });
    const day = new Date().toISOString().slice(0, 10);
    const rows = await readReport(sold, 'settlement', { from: day, to: day });
    const row = rows.find(({ currency }) => currency === 'UAH');
    expect(row).toMatchObject({ payins: '50.00', shortfalls: '-2.00' });
    const text = await scrape(sold);
    expect(valueOf(text, 'tollgate_payin_shortfall_minor_total', { currency: 'UAH' })).toBe(200);
    expect(await ledgerFindings(sold)).toEqual([]);
  });

  it.each([
    [{ tolerance: '0.11' }, /tolerance".*Must be at most a tenth of the minimum amount: 0\.10/],
    [{ amount_min: '0.50', tolerance: '0.10' }, /tolerance".*Must be at most a tenth/],
    [
      { tolerance_percent: '5.01' },
      /tolerance_percent".*Must be decimal text in quotes from 0 to 5/,
    ],
    [{ tolerance_percent: '-1' }, /tolerance_percent".*Must be/],
    [{ tolerance: '0.10', tolerance_percent: '1' }, /tolerance_percent".*Must be 0/],
  ])('is bounded, and more is refused at its field: %j', async (members, problem) => {
    const method = sold.sandbox.methods['p2p_uah'] ?? '';
    const least = { amount_min: '1.00', tolerance: '0.00', tolerance_percent: '0' };
    const { status, body } = await sold.operator('methods change', {
      method,
      ...least,
      ...members,
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(problem)]);
    const most = { method, ...least, tolerance: '0.10' };
    expect(await sold.operator('methods change', most)).toMatchObject({ status: 200 });
  });
});

const NOTHING_TOLD = { told: [], read: 'before' };

/**
 * Arrivals, reported in any order and repeatedly, with an end somewhere among the reports. The attempt may have been
 * read at any earlier time.
 */
const arrivals = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.constant(Number(AMOUNT_MINOR))), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((amounts) =>
    fc.record({
      amounts: fc.constant(amounts),
      reports: fc.array(
        fc.record({
          told: fc.subarray(amounts.map((_, index) => index)),
          read: fc.constantFrom('under the lock', 'before', 'long before'),
        }),
        { maxLength: 6 },
      ),
      end: fc.record({
        at: fc.nat(6),
        by: fc.constantFrom('abandoned', 'approved', 'hard_decline', 'operator'),
      }),
    }),
  );

describe('for any arrivals, in any sequence of reports', () => {
  it('the sum received is credited or in the exception queue, and nothing is posted twice', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ amounts, reports, end }) => {
        const { id, attemptId } = await begun();
        const longBefore = await readAttempt(attemptId);
        const all = amounts.map((amount, index) =>
          receipt(BigInt(amount), `${attemptId} ${index}`),
        );
        const told = (indexes: readonly number[]) => indexes.flatMap((index) => all[index] ?? []);
        for (const [turn, report] of [...reports, NOTHING_TOLD].entries()) {
          if (turn === Math.min(end.at, reports.length)) await finish(id, attemptId, end.by);
          const before = report.read === 'before' ? await readAttempt(attemptId) : undefined;
          const read = report.read === 'long before' ? longBefore : before;
          await settle(attemptId, waiting(told(report.told)), read);
        }
        await settle(attemptId, { outcome: 'abandoned', receipts: all });

        const rows = await running.db
          .selectFrom('payin_receipts')
          .select(['reference', 'amount_minor', 'queued_minor'])
          .where('payin_id', '=', id)
          .execute();
        expect(rows.map(({ reference }) => reference).toSorted()).toEqual(
          all.map(({ reference }) => reference).toSorted(),
        );
        const received = rows.reduce((sum, row) => sum + row.amount_minor, 0n);
        const queued = rows.reduce((sum, row) => sum + row.queued_minor, 0n);
        const paid = (await statusOf(id)) === 'SUCCESS';
        // If the acquirer approves explicitly, only part of the amount may have arrived.
        const credited = paid && received > AMOUNT_MINOR ? AMOUNT_MINOR : paid ? received : 0n;
        expect(received).toBe(credited + queued);
        expect(saidInQueue(await queueOf(id))).toBe(queued);
        expect(await creditsOf(id)).toBe(paid ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });
});

async function finish(id: string, attemptId: string, by: string): Promise<unknown> {
  if (by === 'operator') return failByHand(running.context, id);
  if (by === 'approved') return settle(attemptId, { outcome: 'approved', reference: 'r' });
  if (by === 'abandoned') return settle(attemptId, { outcome: 'abandoned' });
  return settle(attemptId, {
    outcome: 'hard_decline',
    reference: 'r',
    message: 'no',
    reason: 'other',
  });
}

/** Returns the sum of the amounts in the exception queue's texts, in minor units. */
function saidInQueue(entries: readonly string[]): bigint {
  const words = entries
    .filter((entry) => !entry.includes('The payin is SUCCESS'))
    .flatMap((entry) => [...entry.matchAll(/([\d.]+)(?: of [\d.]+)? UAH arrived/g)]);
  return words.reduce((sum, [, amount = '0']) => sum + BigInt(amount.replace('.', '')), 0n);
}

async function creditsOf(id: string): Promise<number> {
  const movements = await running.db
    .selectFrom('ledger_movements')
    .select('id')
    .where('order_id', '=', id)
    .execute();
  return movements.length;
}
