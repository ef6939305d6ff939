/**
 * Webhook bodies as tests of other programs have them, with the members that matter: those that are missing there, are
 * missing here. Each names the payment of the test, unless the source names none.
 */
import type { NotificationReading } from '#service/acquirers/port.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';

export interface PublishedEvent<Body> {
  /** Where the body is published. */
  source: string;
  body: Body;
  means: Meaning;
}

/**
 * What an adapter reads: an outcome of the attempt, of a refund of ours, a notice, nothing, or that nobody knows who
 * sent it.
 */
export type Meaning = 'approved' | 'not_approved' | 'refund' | 'notice' | 'skipped' | 'refused';

export interface SentEvent {
  source: string;
  sent: SentNotification;
  means: Meaning;
}

interface StripePayment {
  intent: string;
  attemptId: string;
  refundId: string;
  amount: number;
  currency: string;
}

/** Returns events of Stripe's payments and refunds. */
export function stripeEvents({
  intent,
  attemptId,
  refundId,
  amount,
  currency,
}: StripePayment): PublishedEvent<object>[] {
  const event = (type: string, object: object) => ({
    id: 'evt_1FF3RvEZsufgnuO0tnyTrqsL',
    type,
    object: 'event',
    api_version: '2019-02-19',
    created: 1_567_622_603,
    data: { object },
  });
  const capturable = {
    id: intent,
    object: 'payment_intent',
    amount,
    amount_capturable: amount,
    amount_received: 0,
    canceled_at: null,
    capture_method: 'manual',
    charges: {
      object: 'list',
      data: [{ id: 'ch_1FF3RuEZsufgnuO0IPT8CY3o', object: 'charge', amount }],
    },
  };
  // The failed payment has the status of a success.
  const failed = {
    ...capturable,
    amount_capturable: 0,
    amount_details: { tip: {} },
    currency,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      type: 'invalid_request_error',
    },
    metadata: { order_id: '6735', attempt_id: attemptId },
    next_action: null,
    payment_method: null,
    status: 'succeeded',
  };
  const refund = (metadata: object) => ({
    id: 're_123456',
    object: 'refund',
    payment_intent: intent,
    status: 'failed',
    amount,
    balance_transaction: 'txn_123456',
    charge: 'ch_123456',
    created: 1_627_297_208,
    currency,
    failure_balance_transaction: 'txn_123456',
    failure_reason: 'expired_or_canceled_card',
    metadata,
    reason: null,
    receipt_number: null,
  });
  const from = (file: string) => `alphagov/pay-connector ${file}`;
  return [
    {
      source: from('notification_payment_intent.json'),
      body: event('payment_intent.amount_capturable_updated', capturable),
      means: 'notice',
    },
    {
      source: from('notification_payment_intent_payment_failed.json'),
      body: event('payment_intent.payment_failed', failed),
      means: 'not_approved',
    },
    {
      source: from('charge_refund_updated.json'),
      body: event('charge.refund.updated', refund({})),
      means: 'notice',
    },
    {
      source: from('charge_refund_updated.json'),
      body: event('charge.refund.updated', refund({ refund_id: refundId })),
      means: 'refund',
    },
  ];
}

interface AdyenPayment {
  pspReference: string;
  attemptId: string;
  refundId: string;
  merchantAccountCode: string;
  amount: { currency: string; value: number };
}

interface AdyenItem {
  additionalData?: object;
  [member: string]: unknown;
}

/** Returns items of Adyen's webhooks, to be signed. */
export function adyenEvents({
  pspReference,
  attemptId,
  refundId,
  ...ours
}: AdyenPayment): PublishedEvent<AdyenItem>[] {
  const modification = {
    ...ours,
    originalReference: pspReference,
    paymentMethod: 'visa',
    reason: '',
    success: 'true',
  };
  const from = (file: string) => `Adyen/adyen-java-api-library ${file}`;
  return [
    {
      source: from('authorisation-true.json'),
      body: {
        ...ours,
        additionalData: {
          expiryDate: '12/2012',
          ' NAME1 ': 'VALUE1',
          authCode: '1234',
          cardSummary: '7777',
          totalFraudScore: '10',
          NAME2: '  VALUE2  ',
          'fraudCheck-6-ShopperIpUsage': '10',
        },
        eventCode: 'AUTHORISATION',
        eventDate: '2017-01-19T16:42:03+01:00',
        merchantReference: attemptId,
        operations: ['CANCEL', 'CAPTURE', 'REFUND'],
        paymentMethod: 'visa',
        pspReference,
        reason: '1234:7777:12/2012',
        success: 'true',
      },
      means: 'approved',
    },
    {
      source: from('capture-true.json'),
      body: {
        ...modification,
        eventCode: 'CAPTURE',
        eventDate: '2017-01-25T18:08:19+01:00',
        merchantReference: attemptId,
        pspReference: '8514853640987132',
      },
      means: 'approved',
    },
    {
      source: from('offer-closed.json'),
      body: {
        ...ours,
        eventCode: 'OFFER_CLOSED',
        eventDate: '2019-04-29T14:17:30+02:12',
        merchantReference: attemptId,
        paymentMethod: 'ideal',
        pspReference: '8532565401975321',
        reason: '',
        success: 'true',
      },
      means: 'not_approved',
    },
    ...(['payment-2017-1-17-11-refund', `refund-${refundId}`] as const).map(
      (merchantReference) => ({
        source: from('refund-false.json'),
        body: {
          ...modification,
          eventCode: 'REFUND',
          eventDate: '2017-02-17T11:04:07+01:00',
          merchantReference,
          pspReference: 'PSP_REFERENCE',
          reason: 'Insufficient balance on payment',
          success: 'false',
        },
        means: merchantReference.endsWith(refundId) ? ('refund' as const) : ('notice' as const),
      }),
    ),
    {
      source: from('cancellation-true.json, which has no merchantReference'),
      body: {
        ...modification,
        eventCode: 'CANCELLATION',
        eventDate: '2018-03-05T09:08:05+01:00',
        paymentMethod: 'mc',
        pspReference: '8412534564722331',
      },
      means: 'refused',
    },
  ];
}

/** Returns what a reading with one event means. */
export function meaningOf(reading: NotificationReading | undefined): Meaning {
  if (reading?.ok !== true) return 'refused';
  const [one] = reading.notifications;
  if (one === undefined) return 'skipped';
  if (one.kind === 'refund' || one.kind === 'notice') return one.kind;
  return 'reported' in one && one.reported?.approves === true ? 'approved' : 'not_approved';
}
