import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  disputeLose,
  disputeRecover,
  disputeRelease,
  disputeReserve,
  holdRelease,
  payinSuccess,
  payoutRelease,
  payoutReserve,
  payoutSettle,
  refundRelease,
  refundReserve,
  refundReturn,
  refundSettle,
  refundTake,
  transfer,
  type Account,
  type DisputePosting,
  type Movement,
  type RefundPosting,
  type RefundSources,
} from '#domain/ledger/posting.ts';
import { post } from '#service/ledger/post.ts';
import { inTransaction } from '#service/platform/database/transaction.ts';
import { periodOf } from '#service/operator/reports/period.ts';
import { settlementDays, type SettlementDay } from '#service/operator/reports/rows.ts';
import { addMethod, gateOf } from '../../support/database/seeds/methods.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const EUR = 'EUR' as const;
const FIRST_DAY_MS = Date.parse('2026-02-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const DAYS = 6;

let running: RunningService;

beforeAll(async () => {
  // The ledger check would report this test's movements, which have no orders.
  running = await startService({ spoilsLedger: true });
  const wallet = { merchant_id: running.sandbox.merchant_id, currency: EUR };
  await running.db
    .insertInto('wallets')
    .values(wallet)
    .onConflict((on) => on.doNothing())
    .execute();
});
afterAll(() => running.close());

const WHAT = [
  ...(['payin', 'reserve', 'settle', 'give back', 'release', 'withdraw'] as const),
  ...(['refund', 'refund made', 'refund failed', 'refund taken', 'refund returned'] as const),
  ...(['dispute', 'lost', 'recovered', 'won'] as const),
];

interface Step {
  what: (typeof WHAT)[number];
  hour: number;
  amount: bigint;
  part: number;
}

/** A step at a gate, at an hour since the first day. `part` is a percentage of the available amount. */
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...WHAT),
  hour: fc.nat({ max: DAYS * 24 - 1 }),
  amount: fc.bigInt({ min: 100n, max: 1_000_000n }),
  part: fc.integer({ min: 0, max: 100 }),
});

interface Posted {
  day: string;
  available: bigint;
  held: bigint;
  reserved: bigint;
}

/** A gate's balance and open items while steps are posted. */
interface Played {
  gateId: string;
  available: bigint;
  reserves: bigint[];
  holds: bigint[];
  refunds: RefundSources[];
  taken: RefundPosting[];
  disputes: DisputePosting[];
  lost: DisputePosting[];
}

/** Returns each step's movement, or undefined if there is nothing to move. */
const MOVEMENTS: Record<Step['what'], (at: Played, step: Step) => Movement | undefined> = {
  payin({ gateId, holds }, { amount: amountMinor, part }) {
    const holdMinor = (amountMinor * BigInt(part)) / 250n;
    if (holdMinor > 0n) holds.push(holdMinor);
    const money = { currency: EUR, amountMinor } as const;
    const kept = { feeTotalMinor: amountMinor / 50n, holdMinor, rollingMinor: amountMinor / 20n };
    return payinSuccess({ gateId, ...money, paid: money, ...kept });
  },
  reserve(at, { part }) {
    const share = shareOf(at, part);
    if (share === 0n) return undefined;
    at.reserves.push(share);
    return payoutReserve(reserved(at, share));
  },
  settle: (at) => whereThere(at.reserves.shift(), (share) => payoutSettle(reserved(at, share))),
  'give back': (at) =>
    whereThere(at.reserves.shift(), (share) => payoutRelease(reserved(at, share))),
  release: ({ gateId, holds }) =>
    whereThere(holds.shift(), (amountMinor) => holdRelease({ gateId, currency: EUR, amountMinor })),
  withdraw(at, { part }) {
    const { gateId } = at;
    const amountMinor = shareOf(at, part);
    const wallet = { kind: 'wallet', merchantId: running.sandbox.merchant_id } as const;
    const money = { currency: EUR, amountMinor } as const;
    return amountMinor === 0n ? undefined : transfer({ kind: 'available', gateId }, wallet, money);
  },
  refund(at, { part }) {
    const [held = 0n] = at.holds;
    const availableMinor = shareOf(at, part);
    const sources = { availableMinor, holdMinor: held / 2n, rollingMinor: 0n };
    if (availableMinor + sources.holdMinor === 0n) return undefined;
    if (held > 0n) at.holds[0] = held - sources.holdMinor;
    at.refunds.push(sources);
    return refundReserve({ gateId: at.gateId, currency: EUR }, sources);
  },
  'refund made': ({ gateId, refunds }) =>
    whereThere(refunds.shift(), ({ availableMinor, holdMinor }) => {
      const costMinor = availableMinor + holdMinor;
      const fees = { fixedFeeMinor: costMinor / 10n, feeReturnedMinor: costMinor / 4n };
      const amountMinor = costMinor - fees.fixedFeeMinor + fees.feeReturnedMinor;
      const money = { currency: EUR, amountMinor } as const;
      return refundSettle({ gateId, ...money, paidBack: money, ...fees });
    }),
  'refund failed': ({ gateId, holds, refunds }) =>
    whereThere(refunds.shift(), (sources) => {
      if (sources.holdMinor > 0n) holds.push(sources.holdMinor);
      return refundRelease({ gateId, currency: EUR }, sources);
    }),
  'refund taken'({ gateId, taken }, { amount: amountMinor, part }) {
    const money = { currency: EUR, amountMinor } as const;
    const fees = { feeReturnedMinor: BigInt(part), fixedFeeMinor: 7n };
    const refund = { gateId, ...money, paidBack: money, ...fees };
    taken.push(refund);
    return refundTake(refund);
  },
  'refund returned': ({ taken }) => whereThere(taken.shift(), refundReturn),
  dispute({ gateId, disputes }, { amount: amountMinor, part }) {
    const money = { currency: EUR, amountMinor } as const;
    const dispute = { gateId, ...money, disputed: money, feeMinor: BigInt(part) };
    disputes.push(dispute);
    return disputeReserve(dispute);
  },
  lost: ({ disputes, lost }) =>
    whereThere(disputes.shift(), (dispute) => {
      lost.push(dispute);
      return disputeLose(dispute);
    }),
  recovered: ({ disputes, lost }) =>
    whereThere(lost.shift(), (dispute) => {
      disputes.push(dispute);
      return disputeRecover(dispute);
    }),
  won: ({ disputes }) => whereThere(disputes.shift(), disputeRelease),
};

/** Returns a percentage of the available amount; 0 if acquirers have taken it below zero. */
function shareOf({ available }: Played, part: number): bigint {
  return available > 0n ? (available * BigInt(part)) / 100n : 0n;
}

function reserved({ gateId }: Played, amountMinor: bigint) {
  return { gateId, currency: EUR, amountMinor, feeTotalMinor: 0n } as const;
}

function whereThere<What>(share: What | undefined, movement: (share: What) => Movement) {
  return share === undefined ? undefined : movement(share);
}

/** Posts the possible steps in order of time. @returns each step's change of the available amount */
async function play(gateId: string, steps: readonly Step[]): Promise<Posted[]> {
  const open = { reserves: [], holds: [], refunds: [], taken: [], disputes: [], lost: [] };
  const state: Played = { gateId, available: 0n, ...open };
  const posted: Posted[] = [];
  for (const step of steps.toSorted((a, b) => a.hour - b.hour)) {
    const movement = MOVEMENTS[step.what](state, step);
    if (movement === undefined) continue;
    const at = new Date(FIRST_DAY_MS + step.hour * HOUR_MS);
    const orderId = movement.kind === 'transfer' ? null : randomUUID();
    const result = await inTransaction(running.db, (trx) => post(trx, movement, { orderId, at }));
    expect(result).toBe('posted');
    const available = movedIn(movement, ['available']);
    state.available += available;
    posted.push({
      day: dayOf(at),
      available,
      held: movedIn(movement, ['hold', 'rolling']),
      reserved: movedIn(movement, ['payout_reserve', 'refund_reserve', 'dispute_reserve']),
    });
  }
  return posted;
}

function movedIn({ entries }: Movement, kinds: readonly Account['kind'][]): bigint {
  return entries
    .filter(({ account }) => kinds.includes(account.kind))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function dayOf(at: Date) {
  return at.toISOString().slice(0, 10);
}

function closingBy(day: SettlementDay): bigint {
  const { opening_minor, payins_minor, fees_minor, holds_minor, releases_minor } = day;
  const came = opening_minor + payins_minor + releases_minor + day.corrections_minor;
  return (
    came -
    fees_minor -
    holds_minor -
    day.payouts_minor -
    day.refunds_minor -
    day.disputes_minor -
    day.shortfalls_minor
  );
}

function sumUntil(
  posted: readonly Posted[],
  isWanted: (day: string) => boolean,
  of: 'available' | 'held' | 'reserved' = 'available',
) {
  return posted.filter(({ day }) => isWanted(day)).reduce((sum, each) => sum + each[of], 0n);
}

describe('a settlement', () => {
  it("adds up to the cent on every day, from the ledger's opening to its closing balance", async () => {
    const span = fc.tuple(fc.nat({ max: DAYS - 1 }), fc.nat({ max: DAYS - 1 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 40 }),
        span,
        async (steps, days) => {
          const method = await addMethod(running);
          const gateId = await gateOf(running, method);
          const posted = await play(gateId, steps);
          const [first = '', last = ''] = days
            .toSorted((a, b) => a - b)
            .map((day) => dayOf(new Date(FIRST_DAY_MS + day * 24 * HOUR_MS)));
          const period = periodOf(first, last, running.sandbox.merchant_id);
          // Test gates are named by their ids.
          const rows: SettlementDay[] = [];
          for await (const day of settlementDays(running.context.longRunning, period)) {
            rows.push(...day.filter(({ gate }) => gate === gateId));
          }
          const moved = new Set(
            posted.map(({ day }) => day).filter((day) => day >= first && day <= last),
          );
          expect(rows.map(({ day }) => day)).toEqual([...moved].toSorted());
          for (const row of rows) {
            expect(closingBy(row)).toBe(row.closing_minor);
            expect(row.opening_minor).toBe(sumUntil(posted, (day) => day < row.day));
            const until = (day: string) => day <= row.day;
            expect(row.closing_minor).toBe(sumUntil(posted, until));
            expect(row.held_minor).toBe(sumUntil(posted, until, 'held'));
            expect(row.reserved_minor).toBe(sumUntil(posted, until, 'reserved'));
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
