import { describe, expect, test } from 'vitest';

import type { PayinOrder } from '#contract/schemas/payin.ts';
import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';

import { LANGUAGES } from '../../i18n/languages.ts';
import { describeDecline, describeStatus } from './order-state.ts';
import { fingerprint } from './status-address.ts';

const ID = '0b9f4f0e-7c1b-4c53-9a51-3c1f5e0d2a11';
const OWN_PAGE = `https://pay.example/pay/${ID}`;
const BANK_PAGE = 'https://bank.example/challenge/1';
const RETURN_URL = 'https://shop.example/back';
const PENDING_AFTER_MS = 60_000;

function order(overrides: Partial<PayinOrder> = {}): PayinOrder {
  return {
    id: ID,
    status: 'PROCESS_PENDING',
    currency: 'EUR',
    amount: 12.5,
    pay_url: OWN_PAGE,
    return_url: RETURN_URL,
    ...overrides,
  };
}

function after(waitedMs: number, from?: string, isBack = true) {
  return {
    sinceMs: 1_000_000,
    waitedMs,
    isBack,
    from,
  };
}

function describeAt(overrides: Partial<PayinOrder>, waitedMs = 0, from?: string) {
  return describeStatus(order(overrides), after(waitedMs, from), {
    pendingAfterMs: PENDING_AFTER_MS,
    isOwn: true,
  });
}

test('shows no status for an order that awaits a card', () => {
  expect(describeAt({ status: 'CREATED' })).toBeUndefined();
});

test.each([
  ['SUCCESS', 'paid'],
  ['FAILED', 'declined'],
  ['CLOSED', 'expired'],
] as const)('shows %s as %s and returns to the merchant', (status, state) => {
  expect(describeAt({ status })).toEqual({ state, leaveTo: RETURN_URL });
});

test('shows a cancelled order as cancelled, not as expired', () => {
  const view = describeStatus(order({ status: 'CLOSED' }), after(0), {
    pendingAfterMs: PENDING_AFTER_MS,
    isOwn: true,
    endedBy: 'cancelled',
  });
  expect(view).toEqual({ state: 'cancelled', leaveTo: RETURN_URL });
});

test('stays on the result if the merchant gave no return URL', () => {
  expect(describeAt({ status: 'SUCCESS', return_url: undefined })?.leaveTo).toBeUndefined();
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', '/relative'])(
  'does not redirect to %s',
  (returnUrl) => {
    expect(describeAt({ status: 'SUCCESS', return_url: returnUrl })?.leaveTo).toBeUndefined();
  },
);

test('waits for the configured time, then returns to the merchant as pending', () => {
  expect(describeAt({}, 59_000)).toMatchObject({ state: 'waiting', patienceMs: 1000 });
  expect(describeAt({}, 60_000)).toMatchObject({ state: 'pending', leaveTo: RETURN_URL });
});

test('keeps polling if there is no return URL', () => {
  const view = describeAt({ return_url: undefined }, 60_000);
  expect(view).toMatchObject({ state: 'pending', leaveTo: undefined });
  expect(view?.again).toContain(`/pay/${ID}/status?since=`);
});

describe('a challenge', () => {
  test('is opened if pay_url has changed since the card was sent', () => {
    const view = describeAt({ pay_url: BANK_PAGE }, 0, fingerprint({ pay_url: OWN_PAGE }));
    expect(view).toEqual({ state: 'challenge', leaveTo: BANK_PAGE });
  });

  test('is not assumed if pay_url is unchanged, even on another site', () => {
    const foreign = 'https://other.example/checkout?o=1';
    expect(describeAt({ pay_url: foreign }, 0, fingerprint({ pay_url: foreign }))?.state).toBe(
      'waiting',
    );
  });

  test('is awaited for a moment after the bank has sent the shopper back', () => {
    expect(describeAt({ pay_url: BANK_PAGE })).toMatchObject({
      state: 'waiting',
      patienceMs: 8000,
    });
    expect(describeAt({ pay_url: BANK_PAGE }, 8000)?.state).toBe('bankWaits');
  });

  test.each([
    [2, true],
    [0, false],
    [undefined, false],
  ])(
    'that the shopper left can be resumed; with %s attempts left another card is offered: %s',
    (attemptsLeft, mayTakeAnotherCard) => {
      const terms = { pendingAfterMs: PENDING_AFTER_MS, isOwn: true, attemptsLeft };
      const left = order({ pay_url: BANK_PAGE });
      expect(describeStatus(left, after(0, undefined, false), terms)).toEqual({
        state: 'bankWaits',
        bankPage: BANK_PAGE,
        again: `/pay/${ID}/status`,
        mayTakeAnotherCard,
      });
    },
  );

  test('is over once the order is final', () => {
    const from = fingerprint({ pay_url: OWN_PAGE });
    expect(describeAt({ status: 'SUCCESS', pay_url: BANK_PAGE }, 0, from)?.state).toBe('paid');
  });
});

describe('an order of another deployment that is CREATED after its card was accepted', () => {
  const SENT = order({ status: 'CREATED', provider_error_message: undefined });
  const at = (overrides: Partial<PayinOrder>, waitedMs = 0, shown: PayinOrder = SENT) =>
    describeStatus(
      { ...SENT, ...overrides },
      { ...after(waitedMs), from: fingerprint(shown) },
      { pendingAfterMs: PENDING_AFTER_MS, isOwn: false },
    );

  test('is still processing: the page waits, and polls with the state that it has seen', () => {
    expect(at({}, 20_000)).toEqual({
      state: 'waiting',
      again: `/pay/${ID}/status?since=1000&from=${fingerprint(SENT)}`,
      patienceMs: 40_000,
    });
  });

  test('is still processing while its message is empty or unchanged', () => {
    expect(at({ provider_error_message: '' })?.state).toBe('waiting');
    const declined = { ...SENT, provider_error_message: 'Do not honour' };
    expect(at(declined, 0, declined)?.state).toBe('waiting');
  });

  test('awaits another card when the message is new, or the wait is over', () => {
    const declined = { ...SENT, provider_error_message: 'Do not honour' };
    expect(at(declined)).toBeUndefined();
    expect(at({ provider_error_message: 'Expired' }, 0, declined)).toBeUndefined();
    expect(at({}, PENDING_AFTER_MS)).toBeUndefined();
  });

  test('awaits a card from a shopper who sent none', () => {
    const terms = { pendingAfterMs: PENDING_AFTER_MS, isOwn: false };
    expect(describeStatus(SENT, after(0), terms)).toBeUndefined();
  });
});

const WORDS_OF_THE_PROVIDER = 'DO NOT HONOR 05';

function declined(reason: (typeof DECLINE_REASONS)[number] | undefined) {
  return {
    order: order({ status: 'CREATED', provider_error_message: WORDS_OF_THE_PROVIDER }),
    failure: { outcome: 'declined' as const, ...(reason && { reason }) },
    terms: { acceptedBrands: [], attemptsLeft: 2, today: '2026-11-21', secondsLeft: undefined },
  };
}

test.each([undefined, ''])('shows no decline if the order has the message %j', (message) => {
  const silent = order({ status: 'CREATED', provider_error_message: message });
  const opened = { ...declined(undefined), order: silent };
  expect(describeDecline(opened, LANGUAGES.en.messages.form)).toBeUndefined();
});

describe.each(Object.values(LANGUAGES))('a decline in $code', ({ messages: { form } }) => {
  const noticeOf = (reason?: (typeof DECLINE_REASONS)[number]) =>
    describeDecline(declined(reason), form);

  test.each(DECLINE_REASONS)(
    "for the reason %s shows its own text, not the acquirer's",
    (reason) => {
      const { title = '', text = [] } = noticeOf(reason) ?? {};
      const reasons: string[] = Object.values(form.reasons);
      expect(title).toBe(form.declined);
      expect(text.filter((line) => reasons.includes(line))).toHaveLength(
        reason === 'other' ? 0 : 1,
      );
      expect([title, ...text].join(' ')).not.toContain(WORDS_OF_THE_PROVIDER);
    },
  );

  test('for fraud or theft shows the same text, which asks for another card', () => {
    expect(noticeOf('stolen')).toEqual(noticeOf('fraud'));
    expect(noticeOf('stolen')?.text).toContain(form.reasons.anotherCard);
  });

  test('asks to check the details only where they may be the reason', () => {
    expect(noticeOf('incorrect_code')?.text).toContain(form.declinedRetry);
    expect(noticeOf('insufficient_funds')?.text).toContain(form.declinedOther);
  });

  test('of a card that must not be retried asks for another card, not for other details', () => {
    const opened = declined('insufficient_funds');
    const failure = { ...opened.failure, another_card: true };
    const { text = [] } = describeDecline({ ...opened, failure }, form) ?? {};
    expect(text).toContain(form.reasons.anotherCard);
    expect(text).not.toContain(form.declinedRetry);
  });
});
