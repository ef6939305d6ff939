/** Plays Stripe's PaymentIntents, as its published types and reference have them. */
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import {
  answersByKey,
  startStandIn,
  type AcquirerStandIn,
  type SentNotification,
  type StandInAnswer,
  type StandInRequest,
} from '../stand-in.ts';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  last_payment_error: object | null;
  next_action: object | null;
  cancellation_reason: string | null;
  latest_charge: string | null;
}

interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

export interface StripeStandIn extends AcquirerStandIn {
  secretKey: string;
  webhookSecret: string;
  intents: Map<string, Intent>;
  refunded: Set<string>;
  /** The forms that were posted so far. */
  forms: URLSearchParams[];
  /** What refunds say that are made from now on. */
  refundStatus: string;
}

/** Members of Stripe's error object. */
const DECLINES = {
  noFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  wrongCode: { code: 'incorrect_cvc' },
  expired: { code: 'expired_card' },
  stolen: { code: 'card_declined', decline_code: 'stolen_card' },
  notAuthenticated: { code: 'payment_intent_authentication_failure' },
} as const;
type Decline = keyof typeof DECLINES;

/** Numbers not listed are approved. */
const CARDS: Record<string, Decline | 'processing' | 'challenge'> = {
  '4000000000009995': 'noFunds',
  '4000000000000127': 'wrongCode',
  '4000000000000069': 'expired',
  '4000000000009979': 'stolen',
  '4000000000000077': 'processing',
  '4000000000003220': 'challenge',
};

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomUUID()}`;
  const webhookSecret = `whsec_${randomUUID()}`;
  const intents = new Map<string, Intent>();
  const cards = new Map<string, string>();
  const refunded = new Set<string>();
  const refunds = new Map<string, Refund>();
  const events: { attemptId: string | undefined; body: string }[] = [];
  const forms: URLSearchParams[] = [];
  const state = { refundStatus: 'succeeded' };

  /** Signed as it would be sent now. */
  function sent(payload: string): SentNotification {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    return {
      headers: new Headers({ 'stripe-signature': signature }),
      body: new TextEncoder().encode(payload),
    };
  }

  /** The notifications about the intents of an attempt. */
  function told(attemptId: string, eventsOf: (intent: Intent) => object[]): SentNotification[] {
    const found = [...intents.values()].filter((one) => one.metadata['attempt_id'] === attemptId);
    return found.flatMap(eventsOf).map((event) => sent(JSON.stringify(event)));
  }

  function emit(intent: Intent): void {
    const type = `payment_intent.${EVENT_NAMES[intent.status] ?? intent.status}`;
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, data: { object: intent } };
    events.push({ attemptId: intent.metadata['attempt_id'], body: JSON.stringify(event) });
  }

  function move(intent: Intent, change: Partial<Intent>): Intent {
    Object.assign(intent, change);
    emit(intent);
    return intent;
  }

  function create(form: URLSearchParams): StandInAnswer {
    if (Number(form.get('amount')) < LEAST_AMOUNT) return refusal(400, 'amount_too_small');
    const intent: Intent = {
      id: `pi_${randomUUID().replaceAll('-', '')}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      metadata: {
        attempt_id: form.get('metadata[attempt_id]') ?? '',
        order_id: form.get('metadata[order_id]') ?? '',
      },
      last_payment_error: null,
      next_action: null,
      cancellation_reason: null,
      latest_charge: null,
    };
    intents.set(intent.id, intent);
    return ok(intent);
  }

  function makeCard(form: URLSearchParams): StandInAnswer {
    const id = `pm_${randomUUID().replaceAll('-', '')}`;
    const number = form.get('card[number]') ?? '';
    if (form.get('billing_details[email]') === REFUSED_EMAIL) {
      return refusal(400, 'email_invalid', 'billing_details[email]');
    }
    cards.set(id, number);
    return ok({ id, object: 'payment_method', type: 'card', card: { last4: number.slice(-4) } });
  }

  function decline(intent: Intent, name: Decline): StandInAnswer {
    const error = { type: 'card_error', message: 'Your card was declined.', ...DECLINES[name] };
    move(intent, { status: 'requires_payment_method', last_payment_error: error });
    return { status: 402, body: { error: { ...error, payment_intent: intent } } };
  }

  function confirm(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_payment')) return unexpectedState(intent);
    const behaviour = CARDS[cards.get(form.get('payment_method') ?? '') ?? ''];
    if (behaviour === undefined) return ok(move(intent, succeeded(intent)));
    if (behaviour === 'processing') return ok(move(intent, { status: 'processing' }));
    if (behaviour !== 'challenge') return decline(intent, behaviour);
    const url = `https://hooks.stripe.test/3d_secure_2/${intent.id}`;
    const action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
    return ok(move(intent, { status: 'requires_action', next_action: action }));
  }

  function cancel(intent: Intent, form: URLSearchParams): StandInAnswer {
    if (!intent.status.startsWith('requires_')) return unexpectedState(intent);
    const reason = form.get('cancellation_reason');
    const change = { status: 'canceled', cancellation_reason: reason, next_action: null };
    return ok(move(intent, change));
  }

  function refund(form: URLSearchParams): StandInAnswer {
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (intent?.status !== 'succeeded') return refusal(400, 'payment_intent_unexpected_state');
    if (refunded.has(intent.id)) return refusal(400, 'charge_already_refunded');
    const amount = Number(form.get('amount') ?? intent.amount);
    const before = [...refunds.values()].filter((each) => each.payment_intent === intent.id);
    if (before.reduce((sum, each) => sum + each.amount, amount) > intent.amount) {
      return refusal(400, 'amount_too_large');
    }
    const status = state.refundStatus;
    const isWhole = form.get('amount') === null;
    if (isWhole && status !== 'canceled' && status !== 'failed') refunded.add(intent.id);
    const made: Refund = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      payment_intent: intent.id,
      status,
      amount,
      currency: intent.currency,
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    };
    refunds.set(made.id, made);
    return ok(made);
  }

  function readRefunds(id: string | undefined, query: string): StandInAnswer {
    const one = refunds.get(id ?? '');
    if (id !== undefined) return one ? ok(one) : refusal(404, 'resource_missing');
    const intent = new URLSearchParams(query).get('payment_intent');
    const data = [...refunds.values()].filter((each) => each.payment_intent === intent);
    return ok({ object: 'list', data, has_more: false });
  }

  function route({ method, path, body }: StandInRequest): StandInAnswer {
    const form = new URLSearchParams(body);
    if (method === 'POST') forms.push(form);
    const [, , resource, id, action] = path.split('?', 1)[0]?.split('/') ?? [];
    if (resource === 'balance') return ok({ object: 'balance', available: [] });
    if (resource === 'payment_methods') return makeCard(form);
    if (resource === 'refunds') {
      return method === 'POST' ? refund(form) : readRefunds(id, path.split('?')[1] ?? '');
    }
    if (resource !== 'payment_intents') return refusal(404, 'resource_missing');
    if (id === undefined) return create(form);
    const intent = intents.get(id);
    if (intent === undefined) return refusal(404, 'resource_missing');
    if (action === 'confirm') return confirm(intent, form);
    if (action === 'cancel') return cancel(intent, form);
    return method === 'GET' ? ok(intent) : refusal(404, 'resource_missing');
  }

  const once = answersByKey(route, refusal(400, 'idempotency_key_in_use'));
  const server = await startStandIn((request) =>
    request.headers.authorization === `Bearer ${secretKey}`
      ? once(request)
      : refusal(401, 'api_key_invalid'),
  );

  return {
    ...server,
    forms,
    get refundStatus() {
      return state.refundStatus;
    },
    set refundStatus(status) {
      state.refundStatus = status;
    },
    secretKey,
    webhookSecret,
    intents,
    refunded,
    notifications: (attemptId) =>
      events.filter((event) => event.attemptId === attemptId).map(({ body }) => sent(body)),
    notices: (attemptId) => told(attemptId, noticesOf),
    disputes: (attemptId) => told(attemptId, disputeEventsOf),
    answerChallenge(url, answer) {
      const intent = intents.get(url.split('/').at(-1) ?? '');
      if (intent?.status !== 'requires_action') throw new Error('The challenge is over');
      intent.next_action = null;
      if (answer === 'approve') move(intent, succeeded(intent));
      else decline(intent, 'notAuthenticated');
      const status = answer === 'approve' ? 'succeeded' : 'failed';
      return { payment_intent: intent.id, redirect_status: status };
    },
    decidePending() {
      for (const intent of intents.values()) {
        if (intent.status === 'processing') move(intent, succeeded(intent));
      }
    },
  };
}

/** As Stripe's reference has the objects: of these only a charge has the metadata of its intent. */
function noticesOf({ id: intent, metadata, amount, currency }: Intent): object[] {
  const about = { payment_intent: intent, charge: `ch_${intent}` };
  const money = { amount, currency };
  const objects = {
    'charge.dispute.created': { object: 'dispute', ...about, ...money, reason: 'fraudulent' },
    'charge.expired': { object: 'charge', payment_intent: intent, metadata, ...money },
    'refund.created': { object: 'refund', ...about, ...money, status: 'succeeded', metadata: {} },
    'refund.failed': { object: 'refund', ...about, ...money, status: 'failed', metadata: {} },
    'radar.early_fraud_warning.created': {
      object: 'radar.early_fraud_warning',
      ...about,
      fraud_type: 'unauthorized_use_of_card',
    },
    'an.event.that.is.new': { object: 'novelty', payment_intent: { id: intent } },
  };
  return Object.entries(objects).map(([type, object]) => ({
    id: `evt_${type}_${intent}`,
    object: 'event',
    type,
    data: { object },
  }));
}

/** As Stripe's reference has them: a dispute carries nothing of its payment but the names of its intent and charge. */
function disputeEventsOf({ id: intent, amount, currency }: Intent): object[] {
  const dispute = {
    id: `du_${intent}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: `ch_${intent}`,
    currency,
    evidence_details: { due_by: 1_900_000_000, has_evidence: false, past_due: false },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: { card: { brand: 'visa', network_reason_code: '10.4' }, type: 'card' },
    reason: 'fraudulent',
  };
  return [
    ['charge.dispute.created', 'needs_response'],
    ['charge.dispute.funds_withdrawn', 'needs_response'],
    ['charge.dispute.updated', 'under_review'],
    ['charge.dispute.closed', 'won'],
    ['charge.dispute.funds_reinstated', 'won'],
    ['charge.dispute.closed', 'lost'],
  ].map(([type, status], index) => ({
    id: `evt_${index}_${intent}`,
    object: 'event',
    created: 1_700_000_000 + index,
    type,
    data: { object: { ...dispute, status } },
  }));
}

/** 0.50 of most currencies. */
const LEAST_AMOUNT = 50;

const EVENT_NAMES: Record<string, string> = { requires_payment_method: 'payment_failed' };

function succeeded({ id, amount }: Intent): Partial<Intent> {
  return {
    status: 'succeeded',
    amount_received: amount,
    next_action: null,
    latest_charge: `ch_${id}`,
  };
}

/** Well formed, and not taken by Stripe. */
export const REFUSED_EMAIL = 'nobody@refused.test';

function ok(body: object): StandInAnswer {
  return { status: 200, body };
}

function refusal(status: number, code: string, param?: string): StandInAnswer {
  const body = { error: { type: 'invalid_request_error', code, param, message: code } };
  return { status, body };
}

function unexpectedState(intent: Intent): StandInAnswer {
  const message = `This PaymentIntent has a status of ${intent.status}.`;
  const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message };
  return { status: 400, body: { error: { ...error, payment_intent: intent } } };
}
