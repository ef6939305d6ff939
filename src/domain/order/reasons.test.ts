import { describe, expect, it } from 'vitest';
import {
  DECLINE_REASONS_IN_WORDS,
  declineLabel,
  reasonOf,
  RESOLUTION_REASONS,
  unpaidReasonLabel,
} from './reasons.ts';

const ALL = [
  ...Object.entries(RESOLUTION_REASONS),
  ...Object.entries(DECLINE_REASONS_IN_WORDS),
] as const;

const ENDED = {
  direction: 'payin',
  code: null,
  decline: null,
  cause: undefined,
  hasReceived: false,
} as const;

describe('reasons in words', () => {
  it.each(ALL)('%s has a unique label and whole sentences', (name, reason) => {
    const { label, explanation, customer, merchant } = reason;
    expect(label).toMatch(/^[A-Z0-9][\w -]{3,30}$/);
    expect(ALL.filter(([, other]) => other.label === label).map(([each]) => each)).toEqual([name]);
    for (const sentence of [explanation, customer, merchant]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
    expect(merchant + explanation).not.toMatch(/_|`/);
    // No code, and no internal terms.
    expect(customer).not.toMatch(/_|`|order was made|acquirer|gate|terminal|route/);
  });

  it.each(['stolen', 'fraud'] as const)(
    'of a card that is %s tell the customer only that it was declined',
    (reason) => {
      const { customer } = DECLINE_REASONS_IN_WORDS[reason];
      expect(customer).toBe(RESOLUTION_REASONS.ORDER_CANNOT_BE_PROCESSED.customer);
      expect(customer).not.toMatch(/stolen|lost|fraud|suspect/i);
    },
  );

  it.each([
    [{ code: 'ORDER_CANNOT_BE_PROCESSED', decline: 'insufficient_funds' }, 'Insufficient funds'],
    [{ code: 'ORDER_CANNOT_BE_PROCESSED' }, 'Declined'],
    [{ code: 'ORDER_CANNOT_BE_PROCESSED', decline: 'of_a_later_release' }, 'Declined'],
    [{ code: 'ORDER_CANNOT_BE_PROCESSED', direction: 'payout' as const }, 'Payout refused'],
    // An earlier attempt was declined, then the order expired.
    [{ code: 'WORKFLOW_EXECUTION_SKIPPED' }, 'Not paid in time'],
    [{ code: 'WORKFLOW_EXECUTION_SKIPPED', decline: 'limit' }, 'Card limit reached'],
    [{ code: 'WORKFLOW_EXECUTION_SKIPPED', cause: 'cancelled' }, 'Cancelled'],
    [{ code: null, decline: 'limit' }, undefined],
    [{ code: 'OF_A_LATER_RELEASE' }, undefined],
  ])('of an order with %o are called %s', (order, label) => {
    expect(reasonOf({ ...ENDED, ...order })?.label).toBe(label);
  });

  it.each([
    { code: 'WORKFLOW_EXECUTION_SKIPPED', cause: 'cancelled' },
    { code: 'ORDER_CANNOT_BE_PROCESSED', direction: 'payout' as const },
  ])('of an order with %o are whole sentences too', (order) => {
    const { label: _, ...sentences } = reasonOf({ ...ENDED, ...order }) ?? {};
    const whole = expect.stringMatching(/^[A-Z].*\.$/) as string;
    expect(sentences).toEqual({ explanation: whole, customer: whole, merchant: whole });
  });

  it("are the code's if no money has arrived, and none without a code if it has", () => {
    const code = 'ORDER_FAILED_MANUALLY';
    expect(reasonOf({ ...ENDED, code })).toEqual(RESOLUTION_REASONS[code]);
    expect(reasonOf({ ...ENDED, hasReceived: true })).toBeUndefined();
  });

  it.each(['WORKFLOW_EXECUTION_SKIPPED', 'ORDER_CANNOT_BE_PROCESSED', 'ORDER_FAILED_MANUALLY'])(
    'of %s do not say that nothing was charged if money has arrived',
    (code) => {
      const usual = reasonOf({ ...ENDED, code });
      const found = reasonOf({ ...ENDED, code, hasReceived: true });
      expect(found).toMatchObject({ label: usual?.label, explanation: usual?.explanation });
      expect(found?.customer).toBe(
        'Money arrived for this payment, but it was not complete in time. Please contact the shop about it.',
      );
      expect(found?.merchant).toMatch(/^Agree with the operator/);
    },
  );

  it('are derived from an unknown code', () => {
    expect(unpaidReasonLabel('OF_A_LATER_RELEASE')).toBe('Of a later release');
    expect(declineLabel('of_a_later_release')).toBe('Of a later release');
    expect(unpaidReasonLabel('toString')).toBe('Tostring');
  });
});
