/** Events of Stripe's webhooks, as tests of libraries and shops have them, with the members that matter. */
export interface PublishedStripeEvent {
  /** Where the event is published. */
  source: string;
  type: string;
  object: object;
  /**
   * What it is without our attempt in its metadata, and with it: a notification that approves, one that does not, a
   * notice, a dispute and its step, or nothing.
   */
  means: readonly [foreign: Meaning, ours: Meaning];
}

type Meaning = 'approves' | 'reports' | 'notice' | 'nothing' | `dispute ${string}`;
type EventRow = readonly [
  type: string,
  object: object,
  foreign: Meaning,
  ours?: Meaning | undefined,
];

function eventsFrom(source: string, rows: readonly EventRow[]): PublishedStripeEvent[] {
  return rows.map(([type, object, foreign, ours = foreign]) => ({
    source,
    type,
    object,
    means: [foreign, ours],
  }));
}

const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1_250,
  amount_received: 0,
  currency: 'eur',
  metadata: {},
};
const PAID = { ...INTENT, amount_received: 1_250, status: 'succeeded' };
const CHARGE = {
  id: 'ch_1234',
  object: 'charge',
  amount: 1_250,
  amount_captured: 1_250,
  amount_refunded: 0,
  captured: true,
  currency: 'eur',
  disputed: false,
  metadata: {},
  outcome: { network_status: 'approved_by_network', type: 'authorized' },
  paid: true,
  payment_intent: 'pi_1',
  payment_method_details: { card: { brand: 'visa', funding: 'credit' }, type: 'card' },
  status: 'succeeded',
};
const { object: _kind, ...CHARGE_OF_NO_KIND } = CHARGE;
const DISPUTE = {
  id: 'dp_1',
  object: 'dispute',
  amount: 1_250,
  currency: 'eur',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
};

export const PUBLISHED_EVENTS: readonly PublishedStripeEvent[] = [
  ...eventsFrom('pay-rails/pay', [
    // Their charges say in `type` what they are.
    ['charge.succeeded', { ...CHARGE_OF_NO_KIND, type: 'charge' }, 'notice', 'approves'],
    ['charge.updated', CHARGE, 'notice', 'approves'],
    ['charge.refunded', { ...CHARGE_OF_NO_KIND, amount_refunded: 500 }, 'nothing'],
    ['account.updated', { id: 'acct_1', object: 'account', charges_enabled: true }, 'notice'],
    ['customer.deleted', { id: 'cus_1', object: 'customer' }, 'notice'],
    [
      'invoice.payment_failed',
      { id: 'in_1', object: 'invoice', amount_due: 24_900, currency: 'usd', status: 'open' },
      'notice',
    ],
    ['invoice.payment_action_required', { id: 'in_1', object: 'invoice' }, 'notice'],
    ['payment_method.attached', { id: 'card_1', object: 'payment_method' }, 'notice'],
    ['checkout.session.completed', { id: 'cs_1', object: 'checkout.session' }, 'notice'],
  ]),
  ...eventsFrom('thephpleague/omnipay-stripe FetchEventSuccess.txt', [
    [
      'customer.subscription.created',
      { id: 'sub_1', object: 'subscription', status: 'active', plan: { amount: 1_900 } },
      'notice',
    ],
  ]),
  ...eventsFrom('saleor/apps', [
    ['payment_intent.succeeded', PAID, 'notice', 'approves'],
    [
      'payment_intent.amount_capturable_updated',
      { ...INTENT, amount_capturable: 1_250, status: 'requires_capture' },
      'notice',
      'reports',
    ],
    ['payment_intent.processing', { ...INTENT, status: 'processing' }, 'notice', 'reports'],
    [
      'payment_intent.requires_action',
      { ...INTENT, status: 'requires_action' },
      'notice',
      'reports',
    ],
    [
      'payment_intent.payment_failed',
      { ...INTENT, status: 'requires_payment_method', last_payment_error: { code: 'x' } },
      'notice',
      'reports',
    ],
    ['payment_intent.canceled', { ...INTENT, status: 'canceled' }, 'notice', 'reports'],
  ]),
  ...eventsFrom('juspay/hyperswitch connectors/stripe', [
    ['payment_intent.created', INTENT, 'nothing'],
    [
      'payment_intent.partially_funded',
      { ...INTENT, status: 'requires_action' },
      'notice',
      'reports',
    ],
    ['charge.captured', CHARGE, 'notice', 'approves'],
    ['charge.expired', { ...CHARGE, captured: false }, 'notice'],
    ['charge.failed', { ...CHARGE, paid: false, status: 'failed' }, 'notice', 'reports'],
    // Some senders leave the status of an earlier success in a failure.
    ['charge.failed', { ...CHARGE, status: 'succeeded' }, 'notice', 'reports'],
    ['charge.pending', { ...CHARGE, paid: false, status: 'pending' }, 'notice', 'reports'],
    ['charge.refund.updated', { id: 're_1', object: 'refund', status: 'succeeded' }, 'notice'],
    ['source.chargeable', { id: 'src_1', object: 'source', status: 'chargeable' }, 'notice'],
    ['source.transaction.created', { id: 'srctxn_1', object: 'source_transaction' }, 'notice'],
    ['charge.dispute.created', { ...DISPUTE, status: 'needs_response' }, 'dispute charged_back'],
    ['charge.dispute.funds_withdrawn', { ...DISPUTE, status: 'lost' }, 'dispute lost'],
    // A status that is not listed moves no dispute.
    ['charge.dispute.updated', { ...DISPUTE, status: 'some_novelty' }, 'notice'],
    ['some.novelty', PAID, 'notice'],
  ]),
];

/** Bodies that are signed, but are no events. */
export const NO_EVENTS: readonly (readonly [source: string, body: object])[] = [
  [
    'activemerchant/active_merchant webhook_event_creation_response',
    { id: 'we_1', object: 'webhook_endpoint', status: 'enabled' },
  ],
  [
    'activemerchant/active_merchant webhook_event_deletion_response',
    { id: 'we_1', object: 'webhook_endpoint', deleted: true },
  ],
  ['pay-rails/pay charge.refunded.json, the data alone', { object: { id: 'ch_1' } }],
];
