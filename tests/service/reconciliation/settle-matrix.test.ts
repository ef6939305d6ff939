import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '#domain/order/status.ts';
import { cancelPayin } from '#service/payins/cancel.ts';
import { failByHand } from '#service/operator/fail-order.ts';
import type { ReportedOutcome } from '#service/payins/attempt.ts';
import { settleAttempt } from '#service/payins/settle.ts';
import { settlePayout, type ReportedPayoutOutcome } from '#service/payouts/settle.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
} from '../../support/orders/orders.ts';
import { acquireBy, APPROVED, CHALLENGE } from '../../support/acquirers/acquirer-doubles.ts';
import { madeInSandbox } from '../../support/database/seeds/methods.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock();
let running: RunningService;

beforeAll(async () => {
  running = await startService({ now: clock.now });
  // Only the tests report outcomes, of attempts that no acquirer knows.
  acquireBy(running, 'cards', { authorize: () => Promise.resolve(APPROVED) });
  acquireBy(running, 'payouts', {
    pay: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
  });
});
afterAll(async () => {
  const matters = await resolveAll(running);
  expect(new Set(matters.map(({ kind }) => kind))).toEqual(
    new Set(['payin_approved_after_end', 'payout_paid_after_end']),
  );
  await running.close();
});

async function transitionsOf(orderId: string): Promise<OrderStatus[]> {
  const rows = await running.db
    .selectFrom('order_transitions')
    .select('to_status')
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  return rows.map(({ to_status: to }) => to);
}

const REFERENCE = { reference: 'r', message: 'no', reason: 'other' } as const;
const PAYIN_OUTCOMES = {
  approved: APPROVED,
  soft_decline: { outcome: 'soft_decline', ...REFERENCE },
  hard_decline: { outcome: 'hard_decline', ...REFERENCE },
  never_seen: { outcome: 'never_seen' },
  not_taken: { outcome: 'not_taken', cause: 'unreachable' },
  challenge: CHALLENGE,
  abandoned: { outcome: 'abandoned' },
  pending: { outcome: 'pending', reference: 'r' },
  waiting: { outcome: 'waiting', reference: 'r', instructions: undefined },
  unknown: { outcome: 'unknown' },
} as const satisfies Record<ReportedOutcome['outcome'], ReportedOutcome>;

/** Creates a payin in a status, as far as the ledger allows, with an open attempt. */
async function payinIn(status: OrderStatus): Promise<{ id: string; attemptId: string }> {
  const { id } = await createdPayin(running);
  if (status === 'SUCCESS') await running.client.submitCardData(cardDataBody(id));
  if (status === 'FAILED') await failByHand(running.context, id);
  if (status === 'CLOSED') await cancelPayin(running.context, id, 'operator');
  if (status === 'IN_PROGRESS' || status === 'PROCESS_PENDING') {
    await running.db.updateTable('payins').set({ status }).where('id', '=', id).execute();
  }
  const attemptId = randomUUID();
  const now = clock.now();
  await running.db
    .insertInto('payin_attempts')
    .values({
      id: attemptId,
      payin_id: id,
      card_fingerprint: Buffer.alloc(32),
      ...(await madeInSandbox(running)),
      created_at: now,
      next_ask_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  return { id, attemptId };
}

/** The statuses that follow; empty if the order does not move. */
const PAYIN_MOVES = {
  IN_PROGRESS: {
    approved: ['SUCCESS'],
    soft_decline: ['CREATED'],
    hard_decline: ['FAILED'],
    never_seen: ['CREATED'],
    not_taken: ['CREATED'],
    challenge: ['PROCESS_PENDING'],
    abandoned: ['PROCESS_PENDING', 'CREATED'],
    pending: ['PROCESS_PENDING'],
    waiting: ['PROCESS_PENDING'],
    unknown: ['PROCESS_PENDING'],
  },
  PROCESS_PENDING: {
    approved: ['SUCCESS'],
    soft_decline: ['CREATED'],
    hard_decline: ['FAILED'],
    never_seen: ['CREATED'],
    not_taken: ['CREATED'],
    challenge: [],
    abandoned: ['CREATED'],
    pending: [],
    waiting: [],
    unknown: [],
  },
} as const satisfies Partial<
  Record<OrderStatus, Record<ReportedOutcome['outcome'], OrderStatus[]>>
>;

/** For payins not under way, only the outcomes most likely to move them; payins/settle.test.ts tests all. */
function payinRows() {
  const underWay = (['IN_PROGRESS', 'PROCESS_PENDING'] as const).flatMap((status) =>
    Object.values(PAYIN_OUTCOMES).map((reported) => {
      const moves: readonly OrderStatus[] = PAYIN_MOVES[status][reported.outcome];
      return { status, reported, outcome: reported.outcome, moves };
    }),
  );
  const others = (['CREATED', 'SUCCESS', 'FAILED', 'CLOSED'] as const).flatMap((status) =>
    [PAYIN_OUTCOMES.approved, PAYIN_OUTCOMES.hard_decline].map((reported) => {
      const moves: readonly OrderStatus[] = [];
      return { status, reported, outcome: reported.outcome, moves };
    }),
  );
  return [...underWay, ...others];
}

describe('a payin', () => {
  it.each(payinRows())('that is $status moves by "$outcome" to $moves', async (row) => {
    const { id, attemptId } = await payinIn(row.status);
    const before = await transitionsOf(id);
    await settleAttempt(running.context, attemptId, row.reported);
    expect((await transitionsOf(id)).slice(before.length)).toEqual(row.moves);
    const { status, pay_url: payUrl } = await payinWhen(running, id, () => true);
    expect(status).toBe(row.moves.at(-1) ?? row.status);
    expect(payUrl === CHALLENGE.url).toBe(
      row.outcome === 'challenge' && status === 'PROCESS_PENDING',
    );
    // A repeated report changes nothing.
    await settleAttempt(running.context, attemptId, row.reported);
    expect((await transitionsOf(id)).slice(before.length)).toEqual(row.moves);
  });
});

const PAYOUT_OUTCOMES = {
  paid: { outcome: 'paid', reference: 'r' },
  refused: { outcome: 'refused', ...REFERENCE },
  never_seen: { outcome: 'never_seen' },
  pending: { outcome: 'pending', reference: 'r' },
  unknown: { outcome: 'unknown' },
} as const satisfies Record<ReportedPayoutOutcome['outcome'], ReportedPayoutOutcome>;

const PAYOUT_MOVES = {
  IN_PROGRESS: {
    paid: ['SUCCESS'],
    refused: ['FAILED'],
    never_seen: ['FAILED'],
    pending: ['PROCESS_PENDING'],
    unknown: ['PROCESS_PENDING'],
  },
  PROCESS_PENDING: {
    paid: ['SUCCESS'],
    refused: ['FAILED'],
    never_seen: ['FAILED'],
    pending: [],
    unknown: [],
  },
} as const satisfies Partial<
  Record<OrderStatus, Record<ReportedPayoutOutcome['outcome'], OrderStatus[]>>
>;

/** Creates a payout in a status, with the matching reserve and an open attempt. */
async function payoutIn(status: OrderStatus): Promise<{ id: string; attemptId: string }> {
  if (status !== 'SUCCESS') acquireBy(running, 'payouts', {});
  const { id } = await createdPayout(running, { amount: 10 });
  acquireBy(running, 'payouts', {
    pay: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
  });
  if (status === 'FAILED') await failByHand(running.context, id);
  if (status === 'IN_PROGRESS') {
    await running.db.updateTable('payouts').set({ status }).where('id', '=', id).execute();
  }
  const attempt = await running.db
    .selectFrom('payout_attempts')
    .select(['id', 'outcome'])
    .where('payout_id', '=', id)
    .executeTakeFirstOrThrow();
  if (attempt.outcome === null) return { id, attemptId: attempt.id };
  const attemptId = randomUUID();
  await running.db
    .insertInto('payout_attempts')
    .values({
      id: attemptId,
      payout_id: id,
      created_at: clock.now(),
      ...(await madeInSandbox(running)),
    })
    .execute();
  return { id, attemptId };
}

function payoutRows() {
  const statuses = ['IN_PROGRESS', 'PROCESS_PENDING', 'SUCCESS', 'FAILED'] as const;
  return statuses.flatMap((status) =>
    Object.values(PAYOUT_OUTCOMES).map((reported) => {
      const moves: readonly OrderStatus[] =
        status === 'SUCCESS' || status === 'FAILED' ? [] : PAYOUT_MOVES[status][reported.outcome];
      return { status, reported, outcome: reported.outcome, moves };
    }),
  );
}

describe('a payout', () => {
  it.each(payoutRows())('that is $status moves by "$outcome" to $moves', async (row) => {
    const { id, attemptId } = await payoutIn(row.status);
    const before = await transitionsOf(id);
    for (let times = 0; times < 2; times += 1) {
      await settlePayout(running.context, attemptId, row.reported);
      expect((await transitionsOf(id)).slice(before.length)).toEqual(row.moves);
    }
  });
});

it('a payout that is paid after its attempt was refused goes to the exception queue once', async () => {
  const { id, attemptId } = await payoutIn('PROCESS_PENDING');
  await settlePayout(running.context, attemptId, PAYOUT_OUTCOMES.refused);
  for (let times = 0; times < 2; times += 1) {
    await settlePayout(running.context, attemptId, PAYOUT_OUTCOMES.paid);
  }
  expect(await ledgerFindings(running)).toContainEqual(
    expect.objectContaining({ rule: 'paid_is_settled', order_id: id }),
  );
  const raised = (await attentionOf(running)).filter(({ order_id: order }) => order === id);
  expect(raised).toMatchObject([{ kind: 'payout_paid_after_end', attempt_id: attemptId }]);
});

describe('an order whose process died after the acquirer created a challenge', () => {
  it('is closed by the first status inquiry after its waiting time, by way of the challenge', async () => {
    const { id } = await payinIn('IN_PROGRESS');
    acquireBy(running, 'cards', {
      findOutcome: () => Promise.resolve(CHALLENGE),
      giveUpChallenge: () => Promise.resolve({ outcome: 'abandoned' }),
    });
    clock.advance(4_000_000);
    const order = await payinWhen(running, id, 'CLOSED');
    expect(order).toMatchObject({
      status: 'CLOSED',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
      pay_url: `http://pay.test/pay/${id}`,
    });
    expect((await transitionsOf(id)).slice(-2)).toEqual(['PROCESS_PENDING', 'CLOSED']);
  });
});
