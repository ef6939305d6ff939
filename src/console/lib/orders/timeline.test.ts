import { expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';
import type { Dispute } from '#console/disputes/dispute.ts';
import type { OrderTimeline } from './order.ts';

function at(second: number) {
  return `2026-05-01T08:30:0${second}.000Z`;
}

const attempt = {
  id: 'a',
  route_priority: 1,
  superseded: false,
  provider_reference: null,
  unanswered: 0,
  next_inquiry_at: null,
  challenged_at: null,
  decline_reason: null,
  latency_ms: 1_000,
  decline_advice: null,
  scheme_code: null,
  authentication: null,
  eci: null,
  effective_after_end_at: null,
  instructions: null,
};

const order: OrderTimeline = {
  id: 'o',
  direction: 'payin',
  group_id: 'o',
  merchant_id: 'm',
  merchant: 'M',
  gate: 'g',
  method: 'card',
  reference_id: 'r',
  status: 'SUCCESS',
  resolution_code: null,
  resolution_message: null,
  provider_error_message: null,
  payment_source: 'CARD',
  currency: 'EUR',
  amount: '10.00',
  fee: '1.00',
  total: '9.00',
  net: '9.00',
  refunded: null,
  dispute: null,
  disputed: null,
  decline_reason: null,
  refused_by: null,
  payer_address: null,
  provider_reference: null,
  account: null,
  why: '',
  reason: null,
  created_at: at(0),
  updated_at: at(3),
  receipts: [],
  missing: null,
  refundable: '10.00',
  refunds: [],
  movements: [],
  attention: [],
  gate_id: 'g',
  method_id: 'c',
  resolution: null,
  customer: null,
  notices: [],
  comments: { comment: null, internal: null },
  transitions: [
    { from_status: null, to_status: 'CREATED', cause: 'accepted', at: at(0) },
    { from_status: 'CREATED', to_status: 'IN_PROGRESS', cause: 'card_data_accepted', at: at(1) },
    { from_status: 'IN_PROGRESS', to_status: 'SUCCESS', cause: 'provider_approved', at: at(2) },
  ],
  attempts: [
    { ...attempt, terminal: 'bank', outcome: 'approved', created_at: at(1), settled_at: at(2) },
    { ...attempt, id: 'b', terminal: null, outcome: null, created_at: at(3), settled_at: null },
  ],
  retentions: [
    { bucket: 'hold', currency: 'EUR', amount: '9.00', due_at: at(5), released_at: at(5) },
    { bucket: 'rolling', currency: 'EUR', amount: '1.00', due_at: at(9), released_at: null },
  ],
  events: [
    {
      event: 'e',
      webhook_id: 'evt_e',
      state: 'delivered',
      orders: ['o'],
      destination: null,
      destination_source: 'merchant',
      body: '',
      erased: false,
      created_at: at(2),
      next_attempt_at: null,
      ended_at: at(6),
      attempts_made: 2,
      attempts: [
        { at: at(4), duration_ms: 7, status: 500, error: null, answer_head: null },
        { at: at(6), duration_ms: 8, status: 204, error: null, answer_head: null },
      ],
    },
  ],
  actions: [{ at: at(7), actor: 'person a@b.example', command: 'payins comment', reason: 'asked' }],
};

it('lists events in order, and an answer together with the status that it brought', () => {
  expect(timelineOf(order).map(({ text }) => text)).toEqual([
    'Order created',
    'Card data received',
    'Sent to bank',
    'bank: approved',
    'Sent to the acquirer',
    'Webhook not delivered',
    '9.00 EUR of hold became available',
    'Webhook delivered',
    'a@b.example commented on it',
  ]);
  expect(timelineOf(order)[3]).toMatchObject({ text: 'bank: approved', status: 'SUCCESS' });
});

it('lists the receipts of an order that is not paid by card, and the amounts to attend to', () => {
  const receipts = [
    { reference: 'r1', amount: '10.00', queued: '0.00', received_at: at(2) },
    { reference: 'r2', amount: '5.00', queued: '5.00', received_at: at(4) },
  ];
  const arrived = timelineOf({ ...order, payment_method_currency: 'UAH', receipts }).filter(
    ({ text }) => text.endsWith('arrived'),
  );
  expect(arrived).toEqual([
    { at: at(2), text: '10.00 UAH arrived', tone: 'good', detail: undefined },
    { at: at(4), text: '5.00 UAH arrived', tone: 'bad', detail: '5.00 needs attention' },
  ]);
});

it('lists the steps of a dispute, with times and details', () => {
  const dispute: Dispute = {
    id: 'd',
    payin_id: 'o',
    merchant_id: 'm',
    reference: 'dp_1',
    status: 'WON',
    money: 'untouched',
    currency: 'EUR',
    amount: '10.00',
    unreserved_amount: '0.00',
    fee: '0.00',
    reason_code: '10.4',
    reason: null,
    answer_by: null,
    charged_back_at: at(3),
    created_at: at(3),
    updated_at: at(8),
    history: [
      {
        event: 'CHARGEBACK',
        step: 'charged_back',
        detail: null,
        actor: null,
        said_at: at(3),
        received_at: at(3),
      },
      {
        event: 'answered',
        step: 'answered',
        detail: 'Receipt',
        actor: 'person a@b.example',
        said_at: at(5),
        received_at: at(5),
      },
      { event: 'WON', step: 'won', detail: null, actor: null, said_at: at(8), received_at: at(8) },
    ],
  };
  const shown = timelineOf(order, [dispute]).filter(({ text }) => text.startsWith('Dispute'));
  expect(shown).toEqual([
    { at: at(3), text: 'Dispute: the payment was charged back', tone: 'bad', detail: undefined },
    { at: at(5), text: 'Dispute: the chargeback was answered', tone: 'quiet', detail: 'Receipt' },
    {
      at: at(8),
      text: 'Dispute: won: the merchant got the money back',
      tone: 'good',
      detail: undefined,
    },
  ]);
});

it('lists the steps of each refund, and why one failed', () => {
  const refund = {
    id: 'f',
    reference_id: 'back',
    status: 'FAILED' as const,
    resolution: 'PROVIDER_ERROR',
    resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
    resolution_message: 'The acquirer refused the refund.',
    provider_error_message: 'no funds',
    currency: 'EUR',
    amount: '4.00',
    payer_currency: 'EUR',
    payer_gets: '4.00',
    fee_returned: '0.00',
    fixed_fee: '0.00',
    cost: '4.00',
    terminal: null,
    provider_reference: null,
    made_after_end: false,
    taken_at: null,
    next_inquiry_at: null,
    comment: null,
    created_at: at(5),
    updated_at: at(6),
    transitions: [
      { from_status: null, to_status: 'CREATED' as const, cause: 'accepted', at: at(5) },
      {
        from_status: 'CREATED' as const,
        to_status: 'IN_PROGRESS' as const,
        cause: 'amount_reserved',
        at: at(5),
      },
      {
        from_status: 'IN_PROGRESS' as const,
        to_status: 'FAILED' as const,
        cause: 'provider_refused',
        at: at(6),
      },
    ],
  };
  const events = timelineOf({ ...order, refunds: [refund] }).filter(({ text }) =>
    text.startsWith('Refund of'),
  );
  expect(events).toEqual([
    {
      at: at(5),
      text: 'Refund of 4.00 EUR: amount reserved, sent to the acquirer',
      tone: 'quiet',
      detail: undefined,
    },
    {
      at: at(6),
      text: 'Refund of 4.00 EUR: refused by the acquirer, reserve released',
      tone: 'bad',
      detail: 'The acquirer refused the refund. The acquirer said: no funds',
    },
  ]);
});
