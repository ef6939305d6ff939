import { describe, expect, it } from 'vitest';
import {
  signed,
  startScriptedAdyen,
} from '../../../../tests/service/acquirers/adyen/scripted-adyen.ts';
import { disputeIn } from './disputes.ts';

describe('a dispute webhook', () => {
  it.each<[string, string | undefined, string]>([
    ['REQUEST_FOR_INFORMATION', undefined, 'inquiry_opened'],
    ['REQUEST_FOR_INFORMATION', 'Responded', 'inquiry_answered'],
    ['REQUEST_FOR_INFORMATION', 'Expired', 'inquiry_opened'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Undefended', 'announced'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Pending', 'answered'],
    ['CHARGEBACK', undefined, 'charged_back'],
    ['CHARGEBACK', 'Undefended', 'charged_back'],
    ['CHARGEBACK', 'Pending', 'answered'],
    ['CHARGEBACK', 'Accepted', 'charged_back'],
    ['CHARGEBACK', 'Lost', 'charged_back'],
    ['CHARGEBACK', 'a status that is new', 'charged_back'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'Lost', 'lost'],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'Won', 'won'],
    ['CHARGEBACK_REVERSED', 'Pending', 'won'],
    ['SECOND_CHARGEBACK', 'Lost', 'charged_back_again'],
    ['PREARBITRATION_WON', undefined, 'arbitration_won'],
    ['PREARBITRATION_LOST', undefined, 'arbitration_lost'],
  ])('with event %s and status %s reports the step %s', (event, disputeStatus, step) => {
    expect(disputeIn(event, { disputeStatus })?.step).toBe(step);
  });

  it('about supplied documents answers the inquiry or the chargeback that they are for', () => {
    const supplied = (data: object) => disputeIn('INFORMATION_SUPPLIED', data)?.step;
    expect(supplied({ rfiReasonCode: '33' })).toBe('inquiry_answered');
    expect(supplied({ chargebackReasonCode: '13.3' })).toBe('evidence_supplied');
    expect(supplied({})).toBe('evidence_supplied');
  });

  it.each([
    ['REQUEST_FOR_INFORMATION', 'Expired'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Lost'],
    ['CHARGEBACK', 'Accepted'],
    ['CHARGEBACK', 'Expired'],
    ['CHARGEBACK', 'Lost'],
    ['CHARGEBACK', 'Won'],
  ])('of event %s whose unsigned status %s is an end leaves that to a person', (event, status) => {
    expect(disputeIn(event, { disputeStatus: status })?.toCheck).toContain(`is ${status}`);
    expect(disputeIn(event, { disputeStatus: 'Undefended' })?.toCheck).toBeUndefined();
  });

  it('that did not succeed is only a notice', async () => {
    const adyen = await startScriptedAdyen();
    try {
      for (const eventCode of ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'INFORMATION_SUPPLIED']) {
        const item = signed({ eventCode, success: 'false', originalReference: 'P' });
        const reading = await adyen.readItems([item]);
        expect(reading).toMatchObject({
          ok: true,
          notifications: [{ kind: 'notice', event: eventCode }],
        });
      }
    } finally {
      await adyen.close();
    }
  });

  it('has one id, whatever its unsigned members are, and a comment one for each time', async () => {
    const adyen = await startScriptedAdyen();
    const idOf = async (item: Parameters<typeof signed>[0]) => {
      const reading = await adyen.readItems([signed({ pspReference: 'D', ...item })]);
      const [first] = reading?.ok === true ? reading.notifications : [];
      return first?.kind === 'dispute' ? first.id : undefined;
    };
    try {
      const item = {
        eventCode: 'CHARGEBACK',
        eventDate: '2026-01-01T00:00:00Z',
        originalReference: 'P',
      };
      const id = await idOf(item);
      const altered = {
        eventDate: '2026-02-01T00:00:00Z',
        additionalData: { disputeStatus: 'Lost' },
        reason: 'x',
      };
      expect(await idOf({ ...item, ...altered })).toBe(id);
      for (const change of [
        { eventCode: 'NOTIFICATION_OF_CHARGEBACK' },
        { pspReference: 'E' },
        { originalReference: '' },
        { amount: { value: 1_251, currency: 'EUR' } },
        { amount: { value: 1_250, currency: 'USD' } },
      ]) {
        expect(await idOf({ ...item, ...change })).not.toBe(id);
      }
      const comment = { ...item, eventCode: 'ISSUER_COMMENTS' };
      expect(await idOf({ ...comment, ...altered })).not.toBe(await idOf(comment));
    } finally {
      await adyen.close();
    }
  });

  it.each(['AUTHORISATION', 'NOTIFICATION_OF_FRAUD', 'REFUND', 'an event that is new'])(
    'is not %s',
    (event) => {
      expect(disputeIn(event, {})).toBeUndefined();
    },
  );

  it('in the form that Adyen published fills in every member of the case', async () => {
    const adyen = await startScriptedAdyen();
    try {
      const item = signed({
        additionalData: {
          chargebackReasonCode: ' 4853',
          chargebackSchemeCode: 'mc',
          defensePeriodEndsAt: '2021-07-31T03:03:07+02:00',
          defendable: 'true',
          modificationMerchantReferences: 'shopperReferenceTest',
        },
        amount: { currency: 'EUR', value: 1_000 },
        eventCode: 'CHARGEBACK',
        eventDate: '2021-01-01T01:00:00+01:00',
        originalReference: '9913140798220028',
        pspReference: 'QFQTPCQ8HXSKGK82',
        reason: 'Payment.TxId=300000000524534724 dispute',
        success: 'true',
      });
      expect(await adyen.readItems([item])).toEqual({
        ok: true,
        notifications: [
          {
            kind: 'dispute',
            about: { reference: '9913140798220028' },
            id: 'CHARGEBACK QFQTPCQ8HXSKGK82 of 9913140798220028 for 1000 EUR, true',
            event: 'CHARGEBACK',
            detail: '10.00 EUR, Payment.TxId=300000000524534724 dispute',
            reference: 'QFQTPCQ8HXSKGK82',
            step: 'charged_back',
            disputed: { amountMinor: 1_000n, currency: 'EUR' },
            reasonCode: '4853',
            answerBy: new Date('2021-07-31T01:03:07Z'),
            reportedAt: new Date('2021-01-01T00:00:00Z'),
            isDateUnsigned: true,
            toCheck: undefined,
          },
        ],
      });
    } finally {
      await adyen.close();
    }
  });
});
