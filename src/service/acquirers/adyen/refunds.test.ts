import { describe, expect, it } from 'vitest';
import type { KnownRefund, ReportedPayment } from '../port.ts';
import type { AdyenTerminal } from './client.ts';
import { refundAcquirer, refundIn, refusedByEvent, refusedRequest } from './refunds.ts';

const ID = '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10';

describe('the refund that a webhook is about', () => {
  it.each(['REFUND', 'CANCEL_OR_REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED'])(
    'is identified as ours by its reference: %s',
    (event) => {
      expect(refundIn(event, `refund-${ID}`)).toBe(ID);
    },
  );

  it.each([
    ['REFUND', ID],
    ['REFUND', 'YOUR_MERCHANT_REFERENCE'],
    ['REFUND', 'refund-none'],
    ['CANCEL_OR_REFUND', ID],
    ['CHARGEBACK', `refund-${ID}`],
  ])('is not one of ours: %s with reference %s', (event, reference) => {
    expect(refundIn(event, reference)).toBeUndefined();
  });
});

describe('a refund webhook', () => {
  const refund: KnownRefund = {
    id: ID,
    amountMinor: 1_000n,
    payment: {
      id: ID,
      orderId: ID,
      amountMinor: 5_000n,
      currency: 'EUR',
      reference: '9913140798220028',
    },
    reference: 'QFQTPCQ8HXSKGK82',
    startedAt: new Date(),
    outcome: undefined,
  };
  const settle = (change: Partial<ReportedPayment>) => {
    const reported: ReportedPayment = {
      event: 'REFUND',
      success: true,
      approves: false,
      reference: 'QFQTPCQ8HXSKGK82',
      amountMinor: 1_000n,
      currency: 'EUR',
      reason: undefined,
      ...change,
    };
    const acquirer = refundAcquirer({} as AdyenTerminal);
    const save = () => Promise.resolve();
    return acquirer.findOutcome(refund, reported, save, AbortSignal.timeout(1_000));
  };

  it('reports a refused reversal as a refused refund', async () => {
    const refused = { event: 'CANCEL_OR_REFUND', success: false };
    expect(await settle(refused)).toMatchObject({ outcome: 'refused', about: 'request' });
  });

  it('reports a refused refund with its reason', async () => {
    const reason = "Transaction hasn't been captured, refund not possible";
    expect(await settle({ success: false, reason })).toMatchObject({
      outcome: 'refused',
      message: reason,
    });
  });

  it.each(['REFUND_FAILED', 'REFUNDED_REVERSED'])(
    'reports a refund that came back as refused and returned, in words: %s',
    async (event) => {
      for (const reason of [undefined, '', 'null', 'test_AUTHORISATION_1']) {
        const refused = await settle({ event, reason });
        expect(refused).toMatchObject({ outcome: 'refused', about: 'return' });
        expect(refused).toHaveProperty('message', expect.stringMatching(/^The .*\.$/));
      }
      expect(await settle({ event, reason: 'Refund Failed' })).toMatchObject({
        message: 'Refund Failed',
      });
    },
  );
});

const WORDS = /^The .*\.$/;

describe('a refund request that Adyen refused', () => {
  it.each(['100', '137', '138', '167', '901'])('says why in words: %s', (code) => {
    expect(refusedRequest(code)).toMatch(WORDS);
    expect(refusedRequest(code)).not.toMatch(/\d/);
  });

  it('names a code that the table does not have', () => {
    expect(refusedRequest('29_500')).toContain('29_500');
    expect(refusedRequest(undefined)).toMatch(WORDS);
  });
});

describe('the reason in a refund webhook', () => {
  it.each([
    ['REFUND', "Transaction hasn't been captured, refund not possible"],
    ['REFUND', 'Insufficient balance on payment'],
    ['REFUND_FAILED', 'Refund Failed'],
  ])('says why in the words of %s: %s', (event, reason) => {
    expect(refusedByEvent(event, reason)).toBe(reason);
  });

  it.each([
    ['REFUND', ''],
    ['CANCEL_OR_REFUND', undefined],
    ['REFUND_FAILED', 'null'],
    ['REFUNDED_REVERSED', 'test_AUTHORISATION_1'],
    ['REFUNDED_REVERSED', 'card 4242 4242 4242 4242'],
  ])('says why in words if its reason is none: %s %s', (event, reason) => {
    expect(refusedByEvent(event, reason)).toMatch(/^The .*\.$|^declined$/);
  });
});
