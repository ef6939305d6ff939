import { describe, expect, it } from 'vitest';
import {
  decidePayin,
  PAYIN_MATRIX,
  type PayinAttemptState,
  type PayinDecision,
  type PayinFacts,
  type PayinOutcome,
} from './payin-settlement.ts';
import { isPayinTransition } from './transition.ts';
import { applies } from './settlement-matrix.ts';
import { isFinal, isUnderWay, ORDER_STATUSES, type OrderStatus } from './status.ts';

const OUTCOMES = [
  'approved',
  'soft_decline',
  'hard_decline',
  'never_seen',
  'not_taken',
  'abandoned',
  'challenge',
  'instructed',
  'pending',
  'unknown',
] as const satisfies PayinOutcome[];
const STATES = [
  'open',
  'approved',
  'ended',
  'approved_late',
] as const satisfies PayinAttemptState[];
const BOTH = [true, false] as const;
const AMOUNT = 1_000n;

function facts(changes: Partial<PayinFacts> = {}, received = 0n, isReported = received > 0n) {
  return {
    attempt: 'open',
    order: 'PROCESS_PENDING',
    outcome: 'approved',
    isByCard: true,
    isExpired: false,
    attempts: { most: 3, made: 1, declined: 0 },
    isSamePayment: true,
    isNotified: false,
    receipts: {
      isReported,
      receivedMinor: received,
      amountMinor: AMOUNT,
      toleranceMinor: 10n,
      shortfallMinor: 0n,
    },
    ...changes,
  } as const satisfies PayinFacts;
}

/** Every case: the state of order and attempt, the outcome, late or in time, with attempts left or not, and what arrived. */
const CASES: PayinFacts[] = ORDER_STATUSES.flatMap((order) =>
  STATES.flatMap((attempt) =>
    OUTCOMES.flatMap((outcome) =>
      BOTH.flatMap((isExpired) =>
        BOTH.flatMap((isByCard) =>
          BOTH.flatMap((isSamePayment) =>
            BOTH.flatMap((isNotified) =>
              [1, 3].flatMap((most) =>
                [0n, 400n, 995n, AMOUNT, 1_200n].map((received) =>
                  facts(
                    {
                      order,
                      attempt,
                      outcome,
                      isExpired,
                      isByCard,
                      isSamePayment,
                      isNotified,
                      attempts: { most, made: most, declined: most - 1 },
                    },
                    isByCard ? 0n : received,
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
);

function moved({ moves }: PayinDecision): string[] {
  return moves.map(({ to, cause }) => `${to} ${cause}`);
}

const TERMS = ['by card', 'payable again', 'receipts', 'same payment', 'contradicts'] as const;

/** Every combination of the conditions. */
const CONDITIONS = Array.from(
  { length: 2 ** TERMS.length },
  (_, bits) =>
    Object.fromEntries(TERMS.map((term, index) => [term, (bits & (2 ** index)) !== 0])) as Record<
      (typeof TERMS)[number],
      boolean
    >,
);

describe('PAYIN_MATRIX', () => {
  it.each(
    STATES.flatMap((attempt) =>
      ORDER_STATUSES.flatMap((order) =>
        [...OUTCOMES, 'amount_received' as const].map((outcome) => ({ attempt, order, outcome })),
      ),
    ),
  )('has one row, or none that changes anything, for $attempt, $order, $outcome', (settled) => {
    const isOpen = settled.attempt === 'open' && isUnderWay(settled.order);
    for (const conditions of CONDITIONS) {
      const rows = PAYIN_MATRIX.filter((row) => applies(row, { ...settled, conditions }));
      expect(rows.length).toBeLessThanOrEqual(1);
      if (isOpen) expect(rows).toHaveLength(1);
    }
  });
});

describe('decidePayin', () => {
  it('moves only orders under way, with an open attempt, by transitions in the table', () => {
    for (const each of CASES) {
      const { moves } = decidePayin(each);
      if (each.attempt !== 'open' || !isUnderWay(each.order)) expect(moves).toEqual([]);
      let from: OrderStatus = each.order;
      for (const move of moves) {
        expect(move.from).toBe(from);
        expect(isPayinTransition(move)).toBe(true);
        from = move.to;
      }
    }
  });

  it('credits an order exactly if it succeeds, and ends its attempt if it leaves the orders under way', () => {
    for (const each of CASES) {
      const { moves, posting, records } = decidePayin(each);
      const to = moves.at(-1)?.to;
      expect(posting).toBe(to === 'SUCCESS' ? 'payin_success' : undefined);
      if (to !== undefined && !isUnderWay(to)) expect(records).toBe('end');
      if (records === 'end') expect(each.attempt).toBe('open');
      if (records === 'late_report') expect(each.attempt).toBe('ended');
    }
  });

  it('never loses money: what is taken is credited, or goes to the exception queue, or is known', () => {
    const taken = CASES.filter(({ outcome }) => outcome === 'approved');
    for (const each of taken) {
      const { posting, attention, receipts } = decidePayin(each);
      const isKnown =
        (each.attempt === 'approved' || each.attempt === 'approved_late') &&
        (each.isSamePayment || each.receipts.isReported);
      const isTreated = posting ?? attention ?? receipts?.attention;
      if (!isKnown) expect(isTreated).toBeDefined();
    }
  });

  it('never loses receipts: those that are not credited go to the exception queue when nothing more is awaited', () => {
    for (const each of CASES.filter(({ receipts }) => receipts.isReported)) {
      const decision = decidePayin(each);
      const to = decision.moves.at(-1)?.to ?? each.order;
      const isAwaited = each.attempt === 'open' && isUnderWay(to);
      if (isAwaited || each.outcome === 'unknown') continue;
      const isPaid = to === 'SUCCESS' && (each.attempt === 'approved' || decision.moves.length > 0);
      const { receivedMinor } = each.receipts;
      if (!isPaid || receivedMinor > AMOUNT) expect(decision.receipts?.attention).toBeDefined();
    }
  });

  it.each<[PayinOutcome, string[], string[]]>([
    ['approved', ['SUCCESS provider_approved'], ['SUCCESS provider_approved']],
    ['hard_decline', ['FAILED provider_declined'], ['FAILED provider_declined']],
    ['soft_decline', ['CREATED soft_decline'], ['FAILED provider_declined']],
    ['never_seen', ['CREATED attempt_never_seen'], ['FAILED provider_declined']],
    ['not_taken', ['CREATED attempt_never_seen'], ['FAILED provider_declined']],
    ['abandoned', ['CREATED challenge_given_up'], ['CLOSED challenge_abandoned']],
    ['challenge', [], []],
    ['instructed', [], []],
    ['pending', [], []],
    ['unknown', [], []],
  ])(
    'moves a PROCESS_PENDING order by "%s" to %j with attempts left, to %j without',
    (outcome, withMore, without) => {
      const none = { most: 1, made: 5, declined: 1 };
      expect(moved(decidePayin(facts({ outcome })))).toEqual(withMore);
      expect(moved(decidePayin(facts({ outcome, attempts: none })))).toEqual(without);
    },
  );

  it.each<[PayinOutcome, boolean, string[]]>([
    ['abandoned', true, ['PROCESS_PENDING challenge_required', 'CREATED challenge_given_up']],
    ['abandoned', false, ['PROCESS_PENDING instructions_given', 'CREATED payment_given_up']],
    ['challenge', true, ['PROCESS_PENDING challenge_required']],
    ['instructed', false, ['PROCESS_PENDING instructions_given']],
    ['pending', true, ['PROCESS_PENDING provider_pending']],
    ['unknown', true, ['PROCESS_PENDING provider_silent']],
  ])('moves an IN_PROGRESS order by "%s", by card: %s, to %j', (outcome, isByCard, moves) => {
    expect(moved(decidePayin(facts({ order: 'IN_PROGRESS', outcome, isByCard })))).toEqual(moves);
  });

  it('closes an order whose payer gave up after its waiting time, but lets a declined one be paid again', () => {
    const late = { isExpired: true };
    expect(moved(decidePayin(facts({ ...late, outcome: 'abandoned' })))).toEqual([
      'CLOSED challenge_abandoned',
    ]);
    expect(moved(decidePayin(facts({ ...late, outcome: 'soft_decline' })))).toEqual([
      'CREATED soft_decline',
    ]);
  });

  it('counts the decline itself against the attempts that are left', () => {
    const attempts = { most: 2, made: 2, declined: 1 };
    expect(moved(decidePayin(facts({ outcome: 'soft_decline', attempts })))).toEqual([
      'FAILED provider_declined',
    ]);
    expect(moved(decidePayin(facts({ outcome: 'never_seen', attempts })))).toEqual([
      'CREATED attempt_never_seen',
    ]);
  });

  const transfer = { isByCard: false } as const;

  it('pays an order with the whole amount less the tolerance, whatever the outcome is called', () => {
    for (const outcome of OUTCOMES) {
      if (outcome === 'approved' || outcome === 'unknown') continue;
      for (const received of [990n, AMOUNT, 1_100n]) {
        expect(moved(decidePayin(facts({ ...transfer, outcome }, received)))).toEqual([
          'SUCCESS amount_received',
        ]);
      }
    }
  });

  it('lets no order be paid again for which money arrived', () => {
    for (const outcome of ['soft_decline', 'never_seen', 'not_taken', 'abandoned'] as const) {
      const { moves, receipts } = decidePayin(facts({ ...transfer, outcome }, 1n));
      expect(isFinal(moves.at(-1)?.to ?? 'CREATED')).toBe(true);
      expect(receipts).toMatchObject({ attention: 'received_less', queued: 'all' });
    }
  });

  it.each<[string, bigint, object | undefined]>([
    ['less', 989n, { attention: 'received_less' }],
    ['no less than is tolerated', 990n, { posting: 'payin_shortfall' }],
    ['the amount', AMOUNT, undefined],
    ['more', 1_001n, { attention: 'received_more', queued: 'excess' }],
  ])('when an approved order received %s', (_, received, row) => {
    const { receipts } = decidePayin(facts(transfer, received));
    if (row === undefined) expect(receipts).toBeUndefined();
    else expect(receipts).toMatchObject(row);
  });

  it.each<[string, Partial<PayinFacts>, object | undefined]>([
    ['an order that was ended', { order: 'FAILED' }, { attention: 'received_late', queued: 'all' }],
    [
      'an attempt that had ended',
      { order: 'CREATED', attempt: 'ended' },
      { attention: 'received_late', queued: 'all' },
    ],
    ['an order that was paid', { order: 'SUCCESS', attempt: 'approved' }, undefined],
  ])('when receipts come for %s', (_, changes, row) => {
    const { receipts, attention } = decidePayin(facts({ ...transfer, ...changes }, AMOUNT));
    expect(attention).toBeUndefined();
    if (row === undefined) expect(receipts).toBeUndefined();
    else expect(receipts).toMatchObject(row);
  });

  it('takes what was accepted as missing for more, if it arrives after all', () => {
    const paid = facts({ ...transfer, order: 'SUCCESS', attempt: 'approved' }, AMOUNT);
    const { receipts } = decidePayin({
      ...paid,
      receipts: { ...paid.receipts, shortfallMinor: 10n },
    });
    expect(receipts).toMatchObject({ attention: 'received_more' });
  });

  it.each<[string, Partial<PayinFacts>, object]>([
    [
      'an order that was ended',
      { order: 'FAILED' },
      { records: 'end', attention: 'payin_approved_after_end' },
    ],
    [
      'an attempt that had ended',
      { order: 'CREATED', attempt: 'ended' },
      { records: 'late_report', attention: 'payin_approved_after_end' },
    ],
    ['an attempt that was approved by it', { attempt: 'approved' }, { attention: undefined }],
    ['an attempt that it approved late', { attempt: 'approved_late' }, { attention: undefined }],
    [
      'an attempt that was approved by another payment',
      { attempt: 'approved', isSamePayment: false },
      { records: undefined, attention: 'provider_contradicts' },
    ],
    [
      'an attempt that another payment approved late',
      { attempt: 'approved_late', isSamePayment: false },
      { records: undefined, attention: 'provider_contradicts' },
    ],
  ])('when an approval comes for %s', (_, changes, decision) => {
    expect(decidePayin(facts(changes))).toMatchObject(decision);
  });

  it('puts a notification that an approved attempt took nothing in the exception queue, unless enough arrived', () => {
    const paid = { order: 'SUCCESS', attempt: 'approved' } as const;
    const notified = { ...paid, isNotified: true } as const;
    const attention = (changes: Partial<PayinFacts>, received = 0n) =>
      decidePayin(facts(changes, received, false)).attention;
    for (const outcome of ['soft_decline', 'hard_decline', 'never_seen', 'abandoned'] as const) {
      expect(attention({ ...notified, outcome })).toBe('provider_contradicts');
      expect(attention({ ...notified, outcome }, 989n)).toBe('provider_contradicts');
      expect(attention({ ...notified, outcome }, 990n)).toBeUndefined();
      expect(attention({ ...paid, outcome })).toBeUndefined();
      expect(attention({ ...notified, attempt: 'approved_late', outcome })).toBeUndefined();
    }
    expect(attention({ ...notified, outcome: 'pending' })).toBeUndefined();
  });
});
