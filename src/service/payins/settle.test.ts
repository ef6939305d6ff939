import { describe, expect, it } from 'vitest';
import { isPayinTransition } from '#domain/order/payin-status.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/order/status.ts';
import type { ReportedOutcome } from './attempt.ts';
import { attemptEnd, freesOrder, movesFor } from './settle.ts';
import type { AttemptEnd } from './store/attempts.ts';

const DECLINED = { reference: 'r', message: 'No funds', reason: 'insufficient_funds' } as const;
const URL = 'https://bank.example/challenge';

const INSTRUCTIONS = { kind: 'confirm', where: 'bank_app' } as const;
const REPORTED = {
  approved: { outcome: 'approved', reference: 'r', rrn: '1' },
  soft_decline: { outcome: 'soft_decline', ...DECLINED },
  hard_decline: { outcome: 'hard_decline', ...DECLINED },
  never_seen: { outcome: 'never_seen' },
  not_taken: { outcome: 'not_taken', cause: 'unreachable' },
  abandoned: { outcome: 'abandoned' },
  challenge: { outcome: 'challenge', reference: 'r', url: URL },
  pending: { outcome: 'pending', reference: 'r' },
  waiting: { outcome: 'waiting', reference: 'r', instructions: INSTRUCTIONS },
  unknown: { outcome: 'unknown' },
} as const satisfies Record<ReportedOutcome['outcome'], ReportedOutcome>;
const OUTCOMES = Object.values(REPORTED);

describe('movesFor', () => {
  const card = (status: OrderStatus) => ({ status, payment_source: 'CARD' as const });
  const declined = (message: string) => ({
    resolution: 'PROVIDER_ERROR',
    resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
    resolution_message: 'The acquirer declined the payment.',
    provider_error_message: message,
    challenge_url: null,
  });
  const again = (message: string) => ({ provider_error_message: message, challenge_url: null });
  const notReached = 'The payment did not reach the bank.';

  it.each<[ReportedOutcome['outcome'], boolean, OrderStatus, string, object?]>([
    [
      'approved',
      true,
      'SUCCESS',
      'provider_approved',
      { resolution: 'OK', rrn: '1', challenge_url: null },
    ],
    ['hard_decline', true, 'FAILED', 'provider_declined', declined('No funds')],
    ['soft_decline', false, 'FAILED', 'provider_declined', declined('No funds')],
    ['soft_decline', true, 'CREATED', 'soft_decline', again('No funds')],
    ['never_seen', false, 'FAILED', 'provider_declined', declined(notReached)],
    ['never_seen', true, 'CREATED', 'attempt_never_seen', again(notReached)],
    ['not_taken', false, 'FAILED', 'provider_declined', declined(notReached)],
    ['not_taken', true, 'CREATED', 'attempt_never_seen', again(notReached)],
    ['challenge', true, 'PROCESS_PENDING', 'challenge_required', { challenge_url: URL }],
    ['pending', true, 'PROCESS_PENDING', 'provider_pending'],
    ['waiting', true, 'PROCESS_PENDING', 'instructions_given'],
    ['unknown', true, 'PROCESS_PENDING', 'provider_silent'],
  ])(
    'on %s, with another attempt allowed: %s, moves a payin to %s',
    (outcome, mayTry, to, cause, changes) => {
      const move = { to, cause, ...(changes && { changes }) };
      expect(movesFor(card('IN_PROGRESS'), REPORTED[outcome], mayTry)).toEqual([move]);
      const isThere = to === 'PROCESS_PENDING';
      expect(movesFor(card('PROCESS_PENDING'), REPORTED[outcome], mayTry)).toEqual(
        isThere ? [] : [move],
      );
    },
  );

  it('sets no RRN if the acquirer gave none', () => {
    const [move] = movesFor(card('IN_PROGRESS'), { ...REPORTED.approved, rrn: undefined }, true);
    expect(move?.changes?.rrn).toBeNull();
  });

  it.each([
    [true, { to: 'CREATED', cause: 'challenge_given_up', changes: { challenge_url: null } }],
    [
      false,
      {
        to: 'CLOSED',
        cause: 'challenge_abandoned',
        changes: {
          resolution: 'SYSTEM_ERROR',
          resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
          resolution_message: 'The waiting time was exceeded.',
          challenge_url: null,
        },
      },
    ],
  ])(
    'moves an abandoned challenge through PROCESS_PENDING, with another attempt allowed: %s',
    (mayTry, move) => {
      expect(movesFor(card('PROCESS_PENDING'), REPORTED.abandoned, mayTry)).toEqual([move]);
      const challenged = { to: 'PROCESS_PENDING', cause: 'challenge_required' };
      expect(movesFor(card('IN_PROGRESS'), REPORTED.abandoned, mayTry)).toEqual([challenged, move]);
    },
  );

  const transfer = (status: OrderStatus) => ({ status, payment_source: 'P2P' as const });

  it.each([
    [true, 'CREATED', 'payment_given_up'],
    [false, 'CLOSED', 'payment_abandoned'],
  ])(
    'moves an abandoned payment through PROCESS_PENDING, with another attempt allowed: %s',
    (mayTry, to, cause) => {
      expect(movesFor(transfer('IN_PROGRESS'), REPORTED.abandoned, mayTry)).toMatchObject([
        { to: 'PROCESS_PENDING', cause: 'instructions_given' },
        { to, cause },
      ]);
    },
  );

  it('has the cause provider_pending for a waiting payin without instructions', () => {
    const unsaid = { ...REPORTED.waiting, instructions: undefined };
    expect(movesFor(transfer('IN_PROGRESS'), unsaid, true)).toEqual([
      { to: 'PROCESS_PENDING', cause: 'provider_pending' },
    ]);
  });

  it('has the cause amount_received for an approval by the amount', () => {
    const enough = { outcome: 'approved', reference: null, by: 'amount' } as const;
    expect(movesFor(transfer('PROCESS_PENDING'), enough, true)).toEqual([
      {
        to: 'SUCCESS',
        cause: 'amount_received',
        changes: { resolution: 'OK', rrn: null, challenge_url: null },
      },
    ]);
  });

  it('moves only payins under way, and only by transitions in the table', () => {
    const rows = ORDER_STATUSES.flatMap((status) =>
      OUTCOMES.flatMap((reported) =>
        [true, false].map((mayTry) => ({
          status,
          moves: movesFor(card(status), reported, mayTry),
        })),
      ),
    );
    for (const { status, moves } of rows) {
      if (status !== 'IN_PROGRESS' && status !== 'PROCESS_PENDING') expect(moves).toEqual([]);
      let from = status;
      for (const { to, cause } of moves) {
        expect(isPayinTransition({ from, to, cause })).toBe(true);
        from = to;
      }
    }
  });
});

describe('attemptEnd', () => {
  const end = (outcome: AttemptEnd['outcome'], known: Partial<AttemptEnd> = {}): AttemptEnd => ({
    outcome,
    reference: null,
    declineReason: null,
    declineAdvice: null,
    schemeCode: null,
    authentication: null,
    eci: null,
    ...known,
  });
  const declined = { reference: 'r', declineReason: 'insufficient_funds' } as const;
  const advised = {
    ...REPORTED.hard_decline,
    advice: 'do_not_try_again',
    schemeCode: 'Mastercard 03',
  } as const;

  it.each<[string, ReportedOutcome, AttemptEnd | undefined]>([
    [
      'an approval after 3-D Secure',
      { ...REPORTED.approved, authentication: { flow: 'challenged', eci: '05' } },
      end('approved', { reference: 'r', authentication: 'challenged', eci: '05' }),
    ],
    ['an approval', REPORTED.approved, end('approved', { reference: 'r' })],
    ['a decline', REPORTED.soft_decline, end('soft_decline', declined)],
    [
      'a decline with advice',
      advised,
      end('hard_decline', {
        ...declined,
        declineAdvice: 'do_not_try_again',
        schemeCode: 'Mastercard 03',
      }),
    ],
    ['what never arrived', REPORTED.never_seen, end('never_seen')],
    ['a challenge', REPORTED.challenge, undefined],
    ['a pending answer', REPORTED.pending, undefined],
    ['silence', REPORTED.unknown, undefined],
  ])('returns the end of the attempt, if it has one, by %s', (_, reported, expected) => {
    expect(attemptEnd(reported)).toEqual(expected);
  });
});

describe('freesOrder', () => {
  const at = new Date('2026-03-01T12:00:00.000Z');
  const freeing = (expiresAt: Date) =>
    OUTCOMES.map(({ outcome }) => outcome).filter((outcome) =>
      freesOrder({ expires_at: expiresAt }, outcome, at),
    );

  it('is true if the attempt took nothing, or was abandoned within the waiting time', () => {
    const tookNothing = ['soft_decline', 'never_seen', 'not_taken'];
    expect(freeing(new Date(at.getTime() + 1))).toEqual([...tookNothing, 'abandoned']);
    expect(freeing(at)).toEqual(tookNothing);
  });
});
