import { describe, expect, it } from 'vitest';
import { ContradictionError, type KnownAttempt, type ReportedPayment } from '../port.ts';
import { confirmNotification, isApproval } from './confirm-notification.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const CANCELLING = 'cancelling - 2026-03-01T11:59:00.000Z';
const CHALLENGE = 'https://bank.test/challenge';

const AUTHORISED: ReportedPayment = {
  event: 'AUTHORISATION',
  success: true,
  approves: true,
  reference: 'PX',
  amountMinor: 1_250n,
  currency: 'EUR',
  reason: undefined,
};

function event(name: string, success: boolean): ReportedPayment {
  return {
    ...AUTHORISED,
    event: name,
    success,
    approves: isApproval(name, success),
  };
}

/** Builds an attempt and its record; `comes` delivers one webhook after another. */
function attemptWith(reference: string | undefined, overrides: Partial<KnownAttempt> = {}) {
  const record = { reference };
  const attempt = (): KnownAttempt => ({
    id: '5c1e9f44-3c0f-4c4e-9d55-6f6d0d1f6a01',
    orderId: '5c1e9f44-3c0f-4c4e-9d55-6f6d0d1f6a02',
    source: 'CARD',
    amountMinor: 1_250n,
    currency: 'EUR',
    reference: record.reference,
    challengeUrl: undefined,
    outcome: undefined,
    ...overrides,
  });
  const saveReference = (next: string) => {
    if (overrides.outcome !== undefined) return Promise.reject(new Error('It was settled'));
    record.reference = next;
    return Promise.resolve();
  };
  const comes = (reported: ReportedPayment) =>
    confirmNotification({ now: () => NOW }, attempt(), reported, saveReference);
  return { record, comes };
}

describe('a webhook about a payment', () => {
  it('approves a payment that was sent, and saves its pspReference', async () => {
    const { record, comes } = attemptWith('sent -');
    expect(await comes(AUTHORISED)).toEqual({
      outcome: 'approved',
      reference: 'PX',
      rrn: undefined,
    });
    expect(record.reference).toBe('authorised PX');
  });

  it.each(['CHARGEBACK', 'MANUAL_REVIEW_ACCEPT'])(
    'with the event %s leaves the attempt open',
    async (name) => {
      const { record, comes } = attemptWith('sent PX', { challengeUrl: CHALLENGE });
      expect(await comes(event(name, true))).toMatchObject({ outcome: 'challenge' });
      expect(record.reference).toBe('sent PX');
    },
  );

  it('leaves an authorised payment approved unless it was cancelled', async () => {
    const { comes } = attemptWith('authorised PX');
    for (const reported of [
      { ...AUTHORISED, success: false },
      event('TECHNICAL_CANCEL', false),
      event('OFFER_CLOSED', true),
    ]) {
      expect(await comes(reported)).toMatchObject({ outcome: 'approved', reference: 'PX' });
    }
    expect(await comes(event('CANCELLATION', true))).toEqual({ outcome: 'never_seen' });
  });

  it.each([undefined, 'never_sent'])(
    'is a contradiction if the payment was never sent: %s',
    async (reference) => {
      await expect(attemptWith(reference).comes(AUTHORISED)).rejects.toThrow(ContradictionError);
    },
  );

  it.each([{ amountMinor: 1_249n }, { currency: 'USD' }])(
    'is a contradiction if it has another value: %o',
    async (other) => {
      const { comes } = attemptWith('sent -');
      await expect(comes({ ...AUTHORISED, ...other })).rejects.toThrow(ContradictionError);
    },
  );
});

describe('a payment with a requested cancellation', () => {
  /** Each row: the title, the events, the outcome of the last one, and the state saved after it. */
  it.each<[string, ReportedPayment[], string, string]>([
    [
      'is over once it was cancelled',
      [event('TECHNICAL_CANCEL', true)],
      'never_seen',
      'cancelled PX',
    ],
    [
      'waits for the cancellation where it was authorised, and keeps the pspReference',
      [AUTHORISED],
      'pending',
      'authorised_late PX',
    ],
    [
      'is over where it was authorised and cancelled',
      [AUTHORISED, event('TECHNICAL_CANCEL', true)],
      'never_seen',
      'cancelled PX',
    ],
    [
      'is approved where it was authorised and not cancelled',
      [AUTHORISED, event('TECHNICAL_CANCEL', false)],
      'approved',
      'authorised PX',
    ],
    [
      'is approved where it was not cancelled and then authorised',
      [event('TECHNICAL_CANCEL', false), AUTHORISED],
      'approved',
      'authorised PX',
    ],
    [
      'is declined where it was not cancelled and then refused',
      [event('TECHNICAL_CANCEL', false), { ...AUTHORISED, success: false }],
      'soft_decline',
      `uncancelled PX ${NOW.toISOString()}`,
    ],
    [
      'waits for what came of it where it was not cancelled',
      [event('TECHNICAL_CANCEL', false)],
      'pending',
      `uncancelled PX ${NOW.toISOString()}`,
    ],
    ['is approved once it was captured', [event('CAPTURE', true)], 'approved', 'authorised PX'],
    ['is over once its offer closed', [event('OFFER_CLOSED', true)], 'never_seen', 'lapsed PX'],
    ['is over once it expired', [event('EXPIRE', true)], 'never_seen', 'lapsed PX'],
    [
      'is over how it ended first',
      [event('EXPIRE', true), event('TECHNICAL_CANCEL', true)],
      'never_seen',
      'lapsed PX',
    ],
    [
      'is declined once it was refused',
      [event('AUTHORISATION', false)],
      'soft_decline',
      CANCELLING,
    ],
  ])('%s', async (_, reported, outcome, saved) => {
    const { record, comes } = attemptWith(CANCELLING);
    const outcomes = [];
    for (const one of reported) outcomes.push((await comes(one)).outcome);
    expect(outcomes.at(-1)).toBe(outcome);
    expect(record.reference).toBe(saved);
  });

  it('is abandoned once it was cancelled during a challenge', async () => {
    const { comes } = attemptWith(CANCELLING, { challengeUrl: CHALLENGE });
    expect(await comes(event('TECHNICAL_CANCEL', true))).toEqual({ outcome: 'abandoned' });
  });

  it.each<[ReportedPayment, string]>([
    [event('CANCEL_OR_REFUND', true), 'never_seen'],
    [event('CANCEL_OR_REFUND', false), 'approved'],
    [event('TECHNICAL_CANCEL', false), 'pending'],
    [event('CAPTURE', true), 'pending'],
    [AUTHORISED, 'pending'],
  ])('and a requested reversal, after $0.event $0.success, is %s', async (reported, outcome) => {
    expect(await attemptWith('reversing PX').comes(reported)).toMatchObject({ outcome });
  });
});

describe('a webhook about an attempt that has ended', () => {
  it.each(['never_seen', 'abandoned', 'soft_decline', 'not_taken'] as const)(
    'reports that the money was taken: %s',
    async (outcome) => {
      const { comes } = attemptWith(CANCELLING, { outcome });
      expect(await comes(AUTHORISED)).toMatchObject({ outcome: 'approved', reference: 'PX' });
      expect(await comes(event('CAPTURE', true))).toMatchObject({ outcome: 'approved' });
    },
  );

  it.each([
    ['AUTHORISATION', 'OFFER_CLOSED', 'sent PX', 'approved'],
    ['AUTHORISATION', 'EXPIRE', 'sent PX', 'approved'],
    ['CAPTURE', 'OFFER_CLOSED', 'received PX', 'approved'],
    ['CAPTURE', 'EXPIRE', 'received PX', 'approved'],
    ['CAPTURE', 'TECHNICAL_CANCEL', CANCELLING, 'approved'],
    ['CAPTURE', 'CANCELLATION', 'received PX', 'approved'],
    ['CAPTURE', 'CANCEL_OR_REFUND', 'received PX', 'approved'],
    ['CAPTURE', 'TECHNICAL_CANCEL', 'reversing PX', 'approved'],
    // A cancellation explains the authorisation, and our reversal explains both.
    ['AUTHORISATION', 'TECHNICAL_CANCEL', CANCELLING, 'never_seen'],
    ['AUTHORISATION', 'CANCELLATION', 'received PX', 'never_seen'],
    ['AUTHORISATION', 'CANCEL_OR_REFUND', 'received PX', 'never_seen'],
    ['AUTHORISATION', 'CANCEL_OR_REFUND', 'reversing PX', 'never_seen'],
    ['CAPTURE', 'CANCEL_OR_REFUND', 'reversing PX', 'never_seen'],
  ])(
    'is money taken unless the end explains the approval: %s after %s, %s',
    async (approval, ending, before, outcome) => {
      const open = attemptWith(before);
      expect(await open.comes(event(ending, true))).toEqual({ outcome: 'never_seen' });
      const ended = attemptWith(open.record.reference, { outcome: 'never_seen' });
      expect(await ended.comes(event(approval, true))).toMatchObject({ outcome });
      // The end was saved, and its attempt may still be open.
      expect(await open.comes(event(approval, true))).toMatchObject({ outcome });
    },
  );

  it('reports another payment of a cancelled attempt as money taken', async () => {
    const { comes } = attemptWith('cancelled PX', { outcome: 'never_seen' });
    expect(await comes({ ...AUTHORISED, reference: 'PY' })).toMatchObject({ outcome: 'approved' });
  });

  it('reports that an approved payment was cancelled, so nothing was taken', async () => {
    const { comes } = attemptWith('PX', { outcome: 'approved' });
    expect(await comes(event('TECHNICAL_CANCEL', true))).toEqual({ outcome: 'never_seen' });
  });
});
