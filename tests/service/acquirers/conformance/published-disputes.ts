/**
 * Dispute bodies as acquirers publish them and as tests of other programs have them, with the members that matter:
 * those that are missing there, are missing here. Each names the payment of the test.
 */
import type { DisputeStep } from '#domain/dispute/status.ts';

export interface PublishedDispute<Body> {
  /** Where the body is published. */
  source: string;
  body: Body;
  step: DisputeStep;
}

interface StripePayment {
  intent: string;
  charge: string;
  amount: number;
  currency: string;
}

/** Returns events of Stripe's disputes. */
export function stripeDisputes(payment: StripePayment): PublishedDispute<object>[] {
  return [
    ...openapiFixture(payment),
    ...payConnector(payment),
    ...hyperswitch(payment),
    ...djStripe(payment),
  ];
}

/** The fixture of Stripe's OpenAPI description has no payment intent. */
function openapiFixture({ charge, amount, currency }: StripePayment): PublishedDispute<object>[] {
  const dispute = {
    id: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge,
    created: 1_234_567_890,
    currency,
    evidence_details: { due_by: 1_723_679_999, has_evidence: false, enhanced_eligibility: {} },
    is_charge_refundable: true,
    payment_intent: null,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'inquiry', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'general',
    status: 'warning_needs_response',
  };
  const body = {
    id: 'evt_openapi',
    object: 'event',
    type: 'charge.dispute.created',
    data: { object: dispute },
  };
  return [{ source: 'stripe/openapi fixtures3.json', body, step: 'inquiry_opened' }];
}

/** One template for all events: they share the event's id and time. */
function payConnector({ intent, charge, amount, currency }: StripePayment) {
  const withdrawal = {
    id: 'txn_1111111111',
    object: 'balance_transaction',
    amount: -amount,
    currency,
    fee: 1_500,
    net: -amount - 1_500,
    reporting_category: 'dispute',
    type: 'adjustment',
  };
  const adjustment = { ...withdrawal, id: 'txn_2', amount: 50, fee: 1, net: 50 };
  const event = (type: string, status: string, transactions: object[]) => ({
    created: 1_326_853_478,
    livemode: false,
    id: 'evt_00000000000000',
    type,
    object: 'event',
    request: null,
    api_version: '2019-05-16',
    data: {
      object: {
        id: 'du_1111111111',
        object: 'dispute',
        livemode: true,
        payment_intent: intent,
        status,
        amount,
        balance_transaction: 'txn_1111111111',
        balance_transactions: transactions,
        charge,
        created: 1_642_579_160,
        currency,
        evidence_details: { due_by: 1_644_883_199, has_evidence: false, past_due: false },
        is_charge_refundable: false,
        metadata: {},
        reason: 'general',
      },
    },
  });
  const source = 'alphagov/pay-connector charge_dispute.json';
  return [
    {
      source,
      body: event('charge.dispute.created', 'needs_response', [withdrawal]),
      step: 'charged_back',
    },
    {
      source,
      body: event('charge.dispute.updated', 'under_review', [withdrawal]),
      step: 'answered',
    },
    { source, body: event('charge.dispute.closed', 'won', [withdrawal]), step: 'won' },
    {
      source,
      body: event('charge.dispute.closed', 'lost', [withdrawal, adjustment]),
      step: 'lost',
    },
  ] as const;
}

/** Reads neither the event's id nor its time. */
function hyperswitch({ intent, amount, currency }: StripePayment) {
  const event = (type: string, status: string) => ({
    type,
    data: {
      object: {
        id: 'dp_hyperswitch',
        object: 'dispute',
        amount,
        currency,
        payment_intent: intent,
        reason: 'fraudulent',
        created: 1_684_000_000,
        evidence_details: { due_by: 1_684_900_000 },
        status,
      },
    },
  });
  const source = 'juspay/hyperswitch connectors/stripe';
  return [
    { source, body: event('charge.dispute.created', 'needs_response'), step: 'charged_back' },
    { source, body: event('charge.dispute.updated', 'charge_refunded'), step: 'refunded' },
    { source, body: event('charge.dispute.closed', 'warning_closed'), step: 'inquiry_closed' },
    { source, body: event('charge.dispute.funds_reinstated', 'won'), step: 'won' },
  ] as const;
}

/** Events of other types with one id. */
function djStripe({ intent, charge, amount, currency }: StripePayment) {
  const event = (type: string, status: string) => ({
    id: 'evt_1JAyTxJSZQVUcJYgNk1Jqu8o',
    object: 'event',
    api_version: '2020-08-27',
    created: 1_439_229_084,
    type,
    data: {
      object: {
        id: 'dp_1',
        object: 'dispute',
        amount,
        balance_transaction: 'txn_1',
        balance_transactions: [{ amount: -amount, currency }],
        charge: { id: charge, object: 'charge', payment_intent: intent },
        currency,
        evidence_details: { due_by: null, has_evidence: true },
        payment_intent: null,
        reason: 'fraudulent',
        status,
      },
    },
  });
  const source = 'dj-stripe/dj-stripe tests';
  return [
    {
      source,
      body: event('charge.dispute.funds_withdrawn', 'needs_response'),
      step: 'charged_back',
    },
    { source, body: event('charge.dispute.updated', 'under_review'), step: 'answered' },
    { source, body: event('charge.dispute.closed', 'lost'), step: 'lost' },
  ] as const;
}

interface AdyenPayment {
  pspReference: string;
  merchantReference: string;
  merchantAccountCode: string;
  amount: { currency: string; value: number };
}

interface AdyenItem {
  additionalData?: object;
  [member: string]: unknown;
}

const DISPUTE_REFERENCE = '7559082222661042';

/** Returns items of Adyen's webhooks, to be signed. Without an original reference, they name only the payment. */
export function adyenDisputes(payment: AdyenPayment): PublishedDispute<AdyenItem>[] {
  const { pspReference: original, ...ours } = payment;
  const references = (hasOriginal: boolean) =>
    hasOriginal
      ? { pspReference: DISPUTE_REFERENCE, originalReference: original }
      : { pspReference: original };
  const item = (eventCode: string, more: AdyenItem = {}, hasOriginal = true): AdyenItem => ({
    eventDate: '2020-12-21T09:00:39+01:00',
    paymentMethod: 'visa',
    reason: 'Other Fraud-Card Absent Environment',
    success: 'true',
    ...more,
    ...ours,
    ...references(hasOriginal),
    eventCode,
  });
  const examples = EXAMPLES.map(([eventCode, step, additionalData, hasOriginal = true]) => ({
    source: 'Adyen Webhooks-v1.json',
    body: item(eventCode, { additionalData }, hasOriginal),
    step,
  }));
  const arn = { arn: '74987500310000298697653', ed: '4-0353  2021865205F1' };
  const live = [
    ['CHARGEBACK', true, 'charged_back'],
    ['CHARGEBACK_REVERSED', false, 'won'],
    ['SECOND_CHARGEBACK', false, 'charged_back_again'],
  ] as const;
  return [
    ...examples,
    ...live.map(([eventCode, hasOriginal, step]) => ({
      source: "a shop's live webhooks in its tests",
      body: item(eventCode, { additionalData: arn }, hasOriginal),
      step,
    })),
  ];
}

/** The events of Adyen's description of its webhooks, with the members that say what a dispute is about. */
const EXAMPLES: readonly [
  eventCode: string,
  step: DisputeStep,
  additionalData: object,
  hasOriginal?: boolean,
][] = [
  ['REQUEST_FOR_INFORMATION', 'inquiry_opened', {}],
  [
    'NOTIFICATION_OF_CHARGEBACK',
    'announced',
    { chargebackReasonCode: ' 4853', defendable: 'false', autoDefended: 'true' },
  ],
  ['CHARGEBACK', 'charged_back', { chargebackReasonCode: ' 4853', defendable: 'true' }],
  [
    'INFORMATION_SUPPLIED',
    'evidence_supplied',
    { chargebackReasonCode: '13.3', disputeStatus: 'Pending' },
  ],
  ['ISSUER_COMMENTS', 'commented', { 'issuerComments.type': 'chargeback' }],
  ['DISPUTE_DEFENSE_PERIOD_ENDED', 'lost', { disputeStatus: 'Lost' }],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'won', { disputeStatus: 'Won' }],
  ['CHARGEBACK_REVERSED', 'won', {}, false],
  ['SECOND_CHARGEBACK', 'charged_back_again', { chargebackReasonCode: '502' }, false],
  ['PREARBITRATION_WON', 'arbitration_won', {}, false],
  ['PREARBITRATION_LOST', 'arbitration_lost', { arn: 'ACQUIRER_REFERENCE_NUMBER' }, false],
];
